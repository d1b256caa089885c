"""Nothing lost: an event as one file, and back; a snapshot put in place again for one event."""
