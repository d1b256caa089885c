"""Commands about people: what is stored about a person, forgetting one, and retention by a date."""
