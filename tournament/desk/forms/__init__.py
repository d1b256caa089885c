"""Forms by noun: they check what was typed and save nothing."""
