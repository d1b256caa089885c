"""What is new: times to come, printed sheets that are out of date, and what a correction after the end changes."""
