"""The grid of results: its rows, what waits in them, and what other desks saved."""
