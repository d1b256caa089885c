"""What tables ask of the desk while they play: their calls and their clocks."""
