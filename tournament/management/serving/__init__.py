"""What `serve` is made of: sockets of its own, a web server over them that can be replaced, and what is told at the terminal."""
