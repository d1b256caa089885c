"""The opponents measured: their strength in matches, their core against the rules, and the weights that their search learns."""
