"""Where rendered pages are kept: in each process, or in Redis for several hosts together."""
