"""Who sits where in a game on devices: come, take a free seat, have it by a link; and who is there."""
