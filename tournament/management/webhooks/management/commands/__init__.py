"""Each module is one management command."""
