"""Commands about people: what is stored about a person, and forgetting one, or everybody of earlier events."""
