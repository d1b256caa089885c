"""Single human errors in the logs of games: a catalogue, the logs they are made in, and what the judge makes of them."""
