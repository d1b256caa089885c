"""The commands: what chooses their installation (`cli`), and what they share."""
