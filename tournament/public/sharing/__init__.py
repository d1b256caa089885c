"""What of an event other sites and programs show: previews of links, embedded lists and a calendar file."""
