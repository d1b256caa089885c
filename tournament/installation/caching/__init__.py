"""Where style sheets and scripts lie, ready to be served, and how pages are made quickly."""
