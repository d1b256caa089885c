"""Pages about people: lists, adding, finding."""
