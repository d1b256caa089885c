"""Logs as people write them, read before the strict reader would refuse them.

A line becomes tokens, tokens become clauses by a table of words (`language.words`), and what the notation itself allows is left to its
own reader. What can mean only one thing is read; each liberty is a `Note`. What may mean two things is told as a `Problem`, all of a
sheet at once, and stands as `Unread` between the events of the record, so that reading goes on.

Liberties, each told as a note:

=================  ============================================================================================
what               read
=================  ============================================================================================
purchases          ``2 Luxor``, ``L2``, ``Luxor2``, ``Luxor x2``, ``Luxor (2)``, ``two Luxor``, ``2 shares of Luxor``,
                   ``Luxor, Luxor``, ``American and Tower`` (one each), ``2 Luxor for 600``, ``2 Luxor gekauft``;
                   ``+2 Luxor``, ``2B 2 Luxor``, a number on the line below its chain;
                   nothing bought: ``none``, ``nothing``, ``0``, ``–``, ``skip`` after a tile
clause words       other forms (buys, bought, founds, founded ...) and German, French, Spanish, Dutch and Polish ones
parting clauses    commas, full stops, ``+``, ``and``, a new line, or nothing but the next clause word
order of clauses   what follows from the tile before the purchase, the tile of a turn first (`order`); parts of a bonus,
                   a count or a disposal in any order, a disposal's parts in clauses of their own
tiles              ``4 C``, ``tile 4C``; ``2B -> Luxor``, ``2B (Luxor)`` and ``2B [Luxor]``: founded, surviving or joined, by the board
turns              ``1.``, ``1)``, ``(1)``, ``1,``, ``Turn 1``, ``T1 Ben:``, no colon, ``：``, indented;
                   a clause on a line of its own that is not;
                   several turns on one line (`crowded`)
players            ``ben``, ``Ben Example``, ``Example``, an initial or beginning where unique
names, words       one slip of a letter where one name or word alone is that near; never a digit
amounts            ``$4,000``, ``4.000``, ``4 000``, ``4'000``, ``4000 dollars``
bonuses            ``Ben gets 3000 for Tower``, ``Ben gets 3000 bonus for Tower``
disposals          ``Ben Tower sell 3 hold 1``, ``Ben sells 3 Tower, trades 2 and keeps 1``, ``3 sold``, ``keeps the rest``
signs              ``–`` ``—`` ``：`` ``；`` ``，`` ``×`` ``’`` and full-width letters for the plain ones
comments           ``//`` to the end of the line, remarks in brackets that name no tile, chain, player or clause
header             capital or translated keys, no colon or a dash for it, ``mso`` in any case, whole names as players, keys below the turns;
                   edition, players and chain names from the defaults, starting tiles from those given
line ends          CR alone
=================  ============================================================================================

Not read, for it may mean two things: ``13A``, ``4J``, two tiles in a turn, chains of two label sets, ``4k``, ``4,5``, a number
between two chains, a name that two bear, a chain beside a tile that cannot make it, ``Ben gets 2 Tower``,
a turn without its player. A purchase or
a tile behind the draw and an end behind it stay where they are written: the rules forbid them there, so they may have happened (R7, R8).

Reading takes time in proportion to the length of the text: lines are at most 4,000 characters, and after 1,000 problems
the rest is not looked at.
"""

from games.acquire.logs.lenient.reading import read_people
from games.acquire.logs.lenient.remarks import Note, Reading

__all__ = ["Note", "Reading", "read_people"]
