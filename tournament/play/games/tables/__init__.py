"""Games on devices at the tables of an event: opened for a table, held by its phones, agreed to, handed in as its report and log."""
