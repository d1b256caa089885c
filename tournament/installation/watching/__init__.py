"""What whoever runs an installation sees of it from outside: is it well, which version is it, and what stands in its log."""
