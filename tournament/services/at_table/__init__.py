"""Calls, presses of clocks and log entries that tables send without changing the event, and the desk's part in them."""
