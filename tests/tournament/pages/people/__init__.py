"""Pages about people: lists, adding, merging, finding."""
