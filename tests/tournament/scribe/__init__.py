"""A log that is written at the table: what was told, what is asked, what is stored, what the page answers."""
