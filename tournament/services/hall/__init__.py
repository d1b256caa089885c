"""What is different in the hall: somebody at another table, a table with another number or none; an old draw as the draft again."""

from tournament.services.hall.restoring import restore_draw
from tournament.services.hall.tables import move_player, renumber_table, retire_table

__all__ = ["move_player", "renumber_table", "restore_draw", "retire_table"]
