"""What other sites and programs show of events, and the front page."""
