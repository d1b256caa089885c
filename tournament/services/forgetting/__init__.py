"""Export and forget a person: where names are stored, what takes their place, and the list by which an older copy is cleaned again."""
