"""The migrations of the tables of webhooks."""
