"""What a phone that speaks for a table or a player sees and does: never kept by a cache, never linked from the pages of everybody."""
