"""Game logs at the desk: read and replay a log, find its players at the table, and prepare a ruling (R11).

1. `read_table_log` reads a log as people write it, with what `header_of` takes from the table; `read_game` replays it: the position
   after every turn, and every finding beside its turn.
2. `find_seats` proposes which player of the table each player of the log is; the director confirms.
3. `compare` sets the log's own final, the entered cash, the cash by the log as written and the proved cash side by side, seat by seat;
   `obstacles` are the reasons why it cannot be applied, and `offers` the amounts to choose from for a player whose cash is not proved.
4. `verdict_of` says in a sentence what happened and for whom the cash is proved, and what to ask the table.
5. `causes_in` has what went wrong, as sentences with the money that moved, and folds what only follows from it.
6. `propose_ruling` writes the causes and the amounts down, for the director to change and to sign.
"""
