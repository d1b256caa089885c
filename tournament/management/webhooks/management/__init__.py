"""The management command of webhooks."""
