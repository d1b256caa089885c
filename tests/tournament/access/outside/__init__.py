"""What programs read and write: the description of all public JSON, and tokens."""
