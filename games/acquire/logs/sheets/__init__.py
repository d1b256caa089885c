"""What a scribe's sheet has beside turns in the notation: remarks, tables, nicknames, and bytes in several encodings."""
