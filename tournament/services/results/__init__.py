"""Reports of tables: made, confirmed by a second pair of eyes, and made official."""
