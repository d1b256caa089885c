"""What stands around every answer: the headers of all of them, and the pages for where the program cannot go on."""
