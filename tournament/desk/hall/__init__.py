"""What may be different in the hall: the verbs, the question before each, and the movement chart."""
