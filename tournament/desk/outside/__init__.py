"""Programs that write into an event with a token of it: entries, check-ins and results (docs/developing/api.md)."""
