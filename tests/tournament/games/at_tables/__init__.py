"""Tables of an event that play on devices, and whole events played so."""
