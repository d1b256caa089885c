"""What is played in this installation beside an event: games on devices, and series and programs."""
