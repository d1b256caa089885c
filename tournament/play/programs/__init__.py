"""Series and programs: their rows, services, pages, processes and commands, and the search that looks at games that were played."""
