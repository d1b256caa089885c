"""True logs of games, slips that are drawn in them, habits of scribes, and what the judge makes of all these."""
