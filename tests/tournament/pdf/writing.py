"""A scribe's hand: a game's log written into the cells of record sheets, each act where the sheet has a place for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.board import tile_name
from games.acquire.editions.values import EDITIONS
from games.acquire.play.chance import sample
from games.acquire.rules.game import is_over, push
from games.acquire.rules.lenient import start
from games.acquire.state import Phase
from tournament.pdf.sheets.record_sheet import BOX_CELLS, COUNTS, EXCHANGE_CELLS, TURN_CELLS, RecordForm, player_of
from tournament.pdf.words import DIGIT, letters

NOTES = {
    ActKind.PASS: "pass",
    ActKind.CLOCK: "clk",
    ActKind.TIMEOUT: "out",
    ActKind.TAKEBACK: "back",
    ActKind.END: "end",
}
EXCHANGED = {ActKind.SHOW, ActKind.DEAD, ActKind.RETURN, ActKind.REDRAW}
TILES_A_LINE = 6
COUNTED_EVERY = (
    20  # turns between two counts of cash, as the sheet says; what a server states after each purchase is no act
)


@dataclass
class Written:
    """What is written on the sheets of one game: lines of turns, boxes and lines that are taken, and texts that are too wide."""

    lines: int = 0
    boxes: set[tuple[int, int]] = field(default_factory=set)
    exchanges: dict[tuple[int, int, ActKind], int] = field(default_factory=dict)
    cells: dict[tuple[int, str], str] = field(default_factory=dict)
    too_wide: list[str] = field(default_factory=list)

    def write(self, cell: str, text: str) -> None:
        """A text into a cell of the turn's line, beside what stands there."""
        key = self.lines, cell
        self.cells[key] = f"{self.cells[key]} {text}" if key in self.cells else text
        if letters(len(self.cells[key])) > TURN_CELLS[cell]:
            self.too_wide.append(f"turn {self.lines}, {cell}: {self.cells[key]}")

    def figure(self, cell: str, value: int) -> None:
        """A figure into a merger's box."""
        if len(str(value)) * DIGIT > BOX_CELLS[cell] + 0.01:
            self.too_wide.append(f"turn {self.lines}, {cell}: {value}")

    def exchange(self, action: Action, count: int) -> None:
        """Tiles on a line of the player, the turn and what happened to them."""
        key = self.lines, action.player, action.act
        self.exchanges[key] = self.exchanges.get(key, 0) + count

    @property
    def exchange_lines(self) -> int:
        """The lines for exchanged tiles that are taken."""
        return sum(-(-count // TILES_A_LINE) for count in self.exchanges.values())

    def sheets(self, form: RecordForm) -> int:
        """How many sheets of both sides hold it all."""
        second = RecordForm(form.inside, form.players, is_second=True)
        needed = 1
        counts = self.lines // COUNTED_EVERY
        while (
            self.lines > form.turns + (needed - 1) * second.turns
            or len(self.boxes) > needed * form.boxes
            or self.exchange_lines > needed * 2 * form.exchange_rows
            or counts > needed * COUNTS * form.counts_across
        ):
            needed += 1
        return needed


def written(events: Iterable[Action], players: int) -> Written:
    """A whole game as a scribe writes it; players are numbered in order of play, as their first turns come."""
    sheet = Written()
    order: dict[int, int] = {}
    drawn_in = 0
    for action in events:
        act = action.act
        if act is ActKind.TURN:
            number = order.setdefault(action.player, len(order) + 1)
            sheet.lines += 1
            while player_of(sheet.lines, players) != number:
                sheet.lines += 1
        elif not sheet.lines:
            continue  # starting tiles and first hands stand beside the players' names
        elif act is ActKind.DRAW and drawn_in < sheet.lines and len(action.value) == 1:
            sheet.write("draw", tile_name(action.value[0]) if action.value[0] >= 0 else "?")
            drawn_in = sheet.lines
        elif act in EXCHANGED or act is ActKind.DRAW:
            sheet.exchange(action, len(action.value))
        elif act in (ActKind.BONUS, ActKind.DISPOSE):
            _write_merger(sheet, action)
        else:
            _write_in_line(sheet, action)
    assert letters(TILES_A_LINE * 4 - 1) <= EXCHANGE_CELLS["tiles"]
    return sheet


def _write_in_line(sheet: Written, action: Action) -> None:
    act, value = action.act, action.value
    if act is ActKind.PLAY:
        sheet.write("tile", tile_name(value))
    elif act is ActKind.FOUND:
        sheet.write("found", "L")
    elif act is ActKind.BUY:
        sheet.write("buy", " ".join(f"L{count}" for _, count in value) or "-")
    elif act in NOTES:
        sheet.write("note", NOTES[act])
    else:
        # The order of mergers is that of their boxes; the survivor has a cell there; cash is counted now and then.
        assert act in (ActKind.SURVIVOR, ActKind.ORDER, ActKind.CASH, ActKind.FINAL), act


def _write_merger(sheet: Written, action: Action) -> None:
    if all(turn != sheet.lines for turn, _ in sheet.boxes):
        sheet.write("note", "M")
    sheet.boxes.add((sheet.lines, action.value[0]))
    names = ("bonus",) if action.act is ActKind.BONUS else ("sell", "trade", "hold")
    for name, amount in zip(names, action.value[1:], strict=True):
        sheet.figure(name, amount or 0)


def random_game(seed: int, players: int) -> Iterator[Action]:
    """The acts of a game that is played at random by the tournament's rules, with its turns."""
    random = Random(seed)
    state = start(EDITIONS["mso"], players)
    of: int | None = None
    while not is_over(state):
        action = sample(state, random)
        if state.phase is Phase.PLAY and state.player != of:
            of = state.player
            yield Action(ActKind.TURN, of)
        yield action
        push(state, action)
