"""Changes of a drawn round in the venue: players moved, tables renumbered or removed."""

from tournament.services.hall.tables import move_player, renumber_table, retire_table

__all__ = ["move_player", "renumber_table", "retire_table"]
