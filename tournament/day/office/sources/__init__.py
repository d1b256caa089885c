"""What people bring, a module for each kind: workbooks and texts; and what is no list."""
