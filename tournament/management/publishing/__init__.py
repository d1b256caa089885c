"""An event as plain files for any web space: which addresses, how a page reads as a file, and the folder they are kept in."""
