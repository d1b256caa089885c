"""Pages by noun; a view translates a request into one service call and an answer, nothing else."""
