"""Made-up input for every address, form, file, JSON and command: `python -m tests.fuzz` looks long, test_fuzz.py for a few seconds."""
