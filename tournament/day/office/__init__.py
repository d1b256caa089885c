"""Lists as offices keep them: the files they come in, the headings of their columns, the countries in them, and what a new one changes."""
