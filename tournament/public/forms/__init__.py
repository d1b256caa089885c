"""The forms of the public pages, and the error messages of all forms."""
