"""What whoever runs an installation sees of it from outside: is it well, what it counts, and one number for each request in the log."""
