"""The draw of the random rounds, and the cut of the final.

All remaining random rounds are planned together, in these steps:

1. ``checks``: refuse what no seating could satisfy, in a sentence with the players' names.
2. ``starts``: number the players by chance; choose who sits out, seat fixed players, deal the rest with even table sizes.
3. ``search``: anneal until the repeats are at the proven minimum of ``minima`` and ``bounds``, or the budget of steps is spent.
4. ``level``: at the same cost, make pairs with most meetings few, and opponents and table sizes even.
5. ``chairs``: seat numbers by the movement chart; with starting tiles the players of a table are in the order of the request.
6. ``evaluation``: the report, which also judges a draw edited by hand.

The same request, seed included, gives the same draw on every platform: all chance is ``Random.random()``, all costs are whole numbers,
and nothing depends on the clock. A ranked round is not drawn but cut from the standings: ``ranked``.

A round by levels (``levels``) is drawn by itself, from the points so far: ``board`` has its search, ``places`` the seats, ``level_report``
the bounds. ``dealing`` puts ranked players at tables in turn.
"""
