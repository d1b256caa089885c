"""What people bring, as text: each kind of file, and what is refused."""
