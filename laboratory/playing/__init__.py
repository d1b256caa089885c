"""Tables that play on devices against a real server: games opened for it, people who act at their pace, and what it cost."""
