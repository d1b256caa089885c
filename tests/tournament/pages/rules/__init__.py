"""The rules around the arithmetic, as the desk's pages keep them."""
