"""What everybody may see: the public pages of an event, and how they are cached."""
