"""The file itself, below the library's calls: text and lines as operators, the structure beside the pages, and how it is packed."""
