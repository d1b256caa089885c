"""A hall of phones against a real server: two workers on SQLite, browsers with cookies, and what each of them asks all the time."""
