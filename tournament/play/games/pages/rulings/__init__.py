"""The page of whoever rules in a game: its forms as orders and in words, and the page itself, the same for a host and a director."""
