"""What installs Top Table on a server or a laptop."""
