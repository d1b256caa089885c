"""An event as static files for any web space: the files' names, the pages rewritten for them, and the folder."""
