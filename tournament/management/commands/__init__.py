"""The commands of manage.py, one module each."""
