"""Commands of manage.py that measure."""
