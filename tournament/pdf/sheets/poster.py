"""A poster for the door: the code of the event's pages at ten centimetres, to be read from a metre, and that of the network."""

from __future__ import annotations

from functools import partial

from tournament.pdf import lines
from tournament.pdf.handwriting import MILLIMETRE
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.names import Weight
from tournament.pdf.qr import network_code, printed_width
from tournament.pdf.sheet import Hangs, PaperSheet, Scope, SheetBlocks
from tournament.pdf.words import ALL_ROUNDS
from tournament.record.event import EventRecord
from wording import gettext as _
from wording import gettext_noop

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
        pen.fitted(Box(inside.left, bottom, inside.right, top), text, size, weight, Align.CENTRE)

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
        pen.fitted(
            Box(box.left, half, box.right, box.top - 20), _("Network: {name}", name=event.network_name), 26, Weight.BOLD
        )
        pen.fitted(
            Box(box.left, box.bottom + 44, box.right, half), _("First join this network, then open the page."), 16
        )
        password = _("Password, if any:")
        label = Box(box.left, box.bottom + 18, box.left + 0.6 * box.width, box.bottom + 38)
        pen.fitted(label, password, 12)
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
