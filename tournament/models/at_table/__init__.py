"""What a table itself writes while it plays, tap by tap: its log, its calls for the director, and the presses of its clock."""
