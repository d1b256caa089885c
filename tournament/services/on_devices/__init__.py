"""The seam between an event and the games on devices at its tables: starting tiles in, report and log out, how far each game is."""
