"""Settings of the test suite: the application's own, on a database of its own."""
