"""What of an event other sites and programs show: previews of links, embedded lists, a calendar file and a feed of news."""
