"""What people bring, a module for each kind: workbooks, web pages, address books, lists for pairing programs, any encoding."""
