"""News of a day: times to come, what changed on public pages, calls, phones, ties, prospects and the prize-giving."""
