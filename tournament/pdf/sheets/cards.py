"""Cards that stand on the tables: the table's number, and the players' names, folded, with rules on the back.

A poster for the door: the code of the event's pages at ten centimetres, to be read from a metre, and that of the network.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from tournament.draw.allocation import AllocationError, choices
from tournament.pdf import lines
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Drawing, OnFront, Pen
from tournament.pdf.lines import LEADING, Direction, Weight, weight_of
from tournament.pdf.qr import network_code, own_page, printed_width
from tournament.pdf.sheet import BY_TABLE, LIST, Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes
from tournament.pdf.words import ALL_ROUNDS, MILLIMETRE, spoken_name
from tournament.record.devices import code_in_groups
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.formats import Part
from tournament.record.printing import RULES, PartContent, Supplement, of_player, of_table
from tournament.record.vocabulary import RoundState
from tournament.tellings.floor import SHORT, Section, sections
from wording import gettext as _
from wording import gettext_noop

NAMES_PER_PAGE = 4
CODE_SIZE = 58.0  # points; a phone reads it from a hand's breadth
RULES_SMALLEST, RULES_LARGEST = 6.0, 13.0  # points; the largest at which all sections fit on half a page is used
_CITED = re.compile(r" \(R\d[^)]*\)")
"""The rule numbers after a sentence, which stand on no card."""


def _table_cards(job: Job) -> SheetBlocks:
    """A card for each table, folded once: its number in front, clock, no-play, end and misplay rules on the back."""
    numbers, rules = _table_numbers(job), sections(job.record.format)
    basis = Basis((*((of_table(number), number) for number in numbers), (RULES, rules)))

    def pages(inside: Box) -> tuple[Drawing, ...]:
        return tuple(OnFront(_table_card(job, inside, number, rules)) for number in numbers)

    return SheetBlocks((basis,), pages)


def _table_numbers(job: Job) -> list[int]:
    """The numbers of the tables that any round has had, else of the rule's first arrangement; of these the chosen ones.

    Raises PaperError where there are none.
    """
    drawn = [table.number for round_ in job.record.rounds for table in round_.tables]
    if drawn:
        numbers = sorted(set(drawn))
    else:
        try:
            sizes = choices(len(job.record.active), job.record.rounds_planned, job.record.format)[0].arrangement.sizes
        except AllocationError as error:
            raise PaperError(str(error)) from error
        numbers = list(range(1, len(sizes) + 1))
    return job.chosen_tables(numbers)


def _table_card(job: Job, inside: Box, number: int, rules: Sequence[Section]) -> Drawing:
    """The drawing of a table's card: its number on the lower half of the page, the rules upside down on the upper half."""
    middle = (inside.bottom + inside.top) / 2
    half = Box(0, 0, inside.width, inside.height / 2 - 12)

    def front(pen: Pen) -> None:
        pen.draw_fitted(Box(0, half.top - 60, half.right, half.top - 36), _("Table"), 20, align=Align.CENTRE)
        pen.draw_fitted(Box(0, 70, half.right, half.top - 60), str(number), 200, Weight.BOLD, Align.CENTRE)
        pen.draw_fitted(Box(0, 26, half.right, 50), job.record.name, 14, align=Align.CENTRE)

    def back(pen: Pen) -> None:
        pen.stamp("table-card-rules", lambda stamp: _draw_rules(stamp, half, rules))

    def draw(pen: Pen) -> None:
        pen.dashes(inside.left - 20, middle, inside.right + 20, middle)
        pen.moved(inside.left, inside.bottom, front)
        pen.turned(inside.right, inside.top, back)

    return draw


def _draw_rules(pen: Pen, box: Box, rules: Sequence[Section]) -> None:
    """Draw the rules as large as they fit into the box."""
    sentences = [[_CITED.sub("", each) for each in section.sentences] for section in rules]
    sizes = (RULES_LARGEST - step / 4 for step in range(round(4 * (RULES_LARGEST - RULES_SMALLEST)) + 1))
    size = next((size for size in sizes if _rules_height(box, sentences, size) <= box.height - 10), RULES_SMALLEST)
    y = box.top - 10
    for section, said in zip(rules, sentences, strict=True):
        pen.draw_fitted(Box(0, y - 3, box.width, y + size + 1), section.title, size + 1, Weight.BOLD)
        y -= size + 3
        for sentence in said:
            for line in lines.wrap(sentence, box.width - 10, size):
                pen.text(8, y, line, size, direction=Direction.LEFT_TO_RIGHT)
                y -= size * LEADING
            y -= 1.5
        y -= 3


def _rules_height(box: Box, sentences: Sequence[Sequence[str]], size: float) -> float:
    """The height in points that the rules, the sentences of each section, need at this size."""
    wrapped = [lines.wrap(sentence, box.width - 10, size) for section in sentences for sentence in section]
    return len(sentences) * (size + 6) + sum(len(each) * size * LEADING + 1.5 for each in wrapped)


def _place_cards(job: Job) -> SheetBlocks:
    """A folded card for each player: number and name in front, short rules on the back; four on a page.

    Where the last page has room left, it is filled with spare cards to be written on.
    """
    record = job.record
    # Before play begins cards are for everybody who may come: players find their codes on them.
    may_come = tuple(entry for entry in record.entries if entry.status not in LEFT)
    has_begun = any(played.state is not RoundState.DRAFT for played in record.rounds)
    entries = job.listed_entries(record.present if has_begun and record.present else may_come)
    if not entries:
        raise PaperError(_("Nobody has been entered yet, so there are no place cards. Enter players first."))
    cards = [*entries, *[None] * (-len(entries) % NAMES_PER_PAGE)]

    def pages(inside: Box) -> tuple[Drawing, ...]:
        starts = range(0, len(cards), NAMES_PER_PAGE)
        return tuple(OnFront(_place_page(job, inside, cards[first : first + NAMES_PER_PAGE])) for first in starts)

    return SheetBlocks((Basis(tuple(map(_card_content, entries))),), pages)


def _card_content(entry: EntryRecord) -> PartContent:
    """The contents of a card, to be compared with later prints. The code is secret, so the number of withdrawn codes stands for it."""
    return of_player(entry.player), (spoken_name(_at_table(entry)), _at_table(entry).country, entry.codes_withdrawn)


def _at_table(entry: EntryRecord) -> EntryRecord:
    """The entry under the name of who sits there now, in whose hands the card is (R71)."""
    return entry.at_table(entry.taken.round) if entry.taken else entry


def _place_page(job: Job, inside: Box, entries: Sequence[EntryRecord | None]) -> Drawing:
    """The drawing of a page of place cards; None stands for a spare card."""
    height = inside.height / NAMES_PER_PAGE

    def draw(pen: Pen) -> None:
        for index, entry in enumerate(entries):
            bottom = inside.top - (index + 1) * height
            card = partial(_draw_place, job=job, entry=entry, width=inside.width, height=height)
            with pen.block():
                pen.moved(inside.left, bottom, card)
            pen.line(inside.left - 20, bottom, inside.right + 20, bottom, 0.4)

    return draw


def _draw_place(pen: Pen, job: Job, entry: EntryRecord | None, width: float, height: float) -> None:
    """Draw a place card of this size in points, front and back; None for a spare card."""
    half = height / 2
    pen.dashes(0, half, width, half)
    if entry is None:
        pen.line(80, 30, width - 12, 30)
        pen.turned(
            width,
            height,
            lambda pen: pen.stamp("spare-rules", lambda stamp: _draw_short_rules(stamp, job, width, half)),
        )
        return
    pen.draw_fitted(Box(0, 12, 70, half - 8), str(entry.player), 34, Weight.BOLD, Align.CENTRE)
    sits = _at_table(entry)
    name = spoken_name(sits)
    pen.draw_fitted(Box(80, 14, width - 6, half - 6), name, 34, weight_of(name))
    country = " · ".join(part for part in (sits.country, job.record.name) if part)
    pen.draw_fitted(Box(80, 4, width - 6, 14), country, 8)
    pen.turned(width, height, lambda pen: _draw_place_back(pen, job, entry, width, half))


def _draw_place_back(pen: Pen, job: Job, entry: EntryRecord, width: float, half: float) -> None:
    """Draw the back of a card, which only the player sees: short rules, and the code for the player's own page if there is one."""
    code = job.options.codes.get(entry.player)
    rules = width - CODE_SIZE - 20 if code else width
    pen.stamp("place-card-rules", lambda stamp: _draw_short_rules(stamp, job, rules, half))
    if not code:
        return
    if job.record.public_address:
        pen.code(width - CODE_SIZE - 8, 24, CODE_SIZE, own_page(job.record.public_address, entry.player, code))
    left = width - CODE_SIZE - 20
    pen.said(Box(left, 14, width, 23), job.both(lambda: _("Your own page")), 6.5, align=Align.CENTRE)
    pen.draw_fitted(Box(left, 5, width, 13), code_in_groups(code), 6.5, align=Align.CENTRE)


def _draw_short_rules(pen: Pen, job: Job, width: float, height: float) -> None:
    """Draw the short rules into a box of this size in points, each in the languages of the print."""
    row = (height - 12) / len(SHORT)
    for index, sentence in enumerate(SHORT if job.record.has(Part.CHAINS) else ()):
        top = height - 6 - index * row
        said = job.both(partial(_without_numbers, sentence))
        pen.said(Box(10, top - row, width - 10, top), said, 9)


def _without_numbers(sentence: str) -> str:
    """A short rule without the numbers of the rules that it cites."""
    return _CITED.sub("", _(sentence))


TABLE_CARDS = PaperSheet(
    "table-cards",
    gettext_noop("Table cards"),
    Scope.EVENT,
    _table_cards,
    covers=ALL_ROUNDS,
    takes=BY_TABLE,
    is_bare=True,
)
PLACE_CARDS = PaperSheet(
    "place-cards",
    gettext_noop("Place cards"),
    Scope.EVENT,
    _place_cards,
    covers=ALL_ROUNDS,
    takes=LIST,
    supplements=frozenset({Supplement.PLAYER_CODES}),
    hangs=Hangs.WITH_CODES,
    apart=Takes.PLAYERS,
    is_bare=True,
)


CODE = 100 * MILLIMETRE  # a camera reads a code from ten times its width
NETWORK_CODE = 50 * MILLIMETRE


def _poster(job: Job) -> SheetBlocks:
    """The poster: one page with the event's address as a code and in letters, and the network; PaperError where no address is known."""
    event = job.record
    if not event.public_address:
        raise PaperError(
            _(
                "Phones cannot reach this event yet, so there is no address to put on a poster. See “Phones "
                "and copies” on the overview."
            )
        )
    return SheetBlocks(
        (), lambda inside: (partial(_draw, event=event, inside=inside),)
    )  # no contents of its own: event and address are compared for every sheet that carries the address


def _draw(pen: Pen, event: EventRecord, inside: Box) -> None:
    """Draw the poster inside the box."""

    def centred(bottom: float, top: float, text: str, size: float, weight: Weight = Weight.REGULAR) -> None:
        pen.draw_fitted(Box(inside.left, bottom, inside.right, top), text, size, weight, Align.CENTRE)

    top, middle = inside.top, (inside.left + inside.right) / 2
    centred(top - 84, top, event.name, 34, Weight.BOLD)
    centred(top - 112, top - 88, _("Tables, results and standings on your phone"), 20)
    width = printed_width(event.public_address, CODE)
    at = top - 116 - width
    pen.code(middle - width / 2, at, width, event.public_address)
    centred(at - 26, at, event.public_address, 20, Weight.BOLD)
    if event.network_name:
        network = network_code(event.network_name)
        width = printed_width(network, NETWORK_CODE)
        left = inside.left + 20
        pen.code(left, at - 44 - width, width, network)
        box = Box(left + width + 16, at - 44 - width, inside.right, at - 44)
        half = (box.bottom + box.top) / 2
        pen.draw_fitted(
            Box(box.left, half, box.right, box.top - 20), _("Network: {name}", name=event.network_name), 26, Weight.BOLD
        )
        pen.draw_fitted(
            Box(box.left, box.bottom + 44, box.right, half), _("First join this network, then open the page."), 16
        )
        password = _("Password, if any:")
        label = Box(box.left, box.bottom + 18, box.left + 0.6 * box.width, box.bottom + 38)
        pen.draw_fitted(label, password, 12)
        line = min(box.left + lines.text_width(password, 12), label.right) + 6
        pen.line(line, box.bottom + 22, box.right, box.bottom + 22, 0.6)


POSTER = PaperSheet(
    "poster",
    gettext_noop("Poster"),
    Scope.EVENT,
    _poster,
    covers=ALL_ROUNDS,
    hangs=Hangs.WITH_ADDRESS,
    carries_address=True,
    is_bare=True,
)
