"""What an earlier edition wrote must be read whole by this one."""
