"""Games on devices: their rows, services, pages, sockets and commands."""
