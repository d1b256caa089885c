"""Acquire: editions, rules, logs in two spellings and the replay that settles disputes."""
