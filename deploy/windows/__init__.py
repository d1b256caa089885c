"""The installer for Windows: `build.py` makes it, `launcher.py` is what the start menu runs."""
