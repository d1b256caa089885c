"""Sheets of plug-ins: an error of theirs is a sentence on the page of sheets, and leaves every other sheet alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from games import plugins
from tournament.draw.seating import StartingTileError
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Box, Drawing, OnFront, Pen
from tournament.pdf.sheet import PaperSheet, SheetBlocks
from tournament.scores.steps import ScoringError
from wording import gettext as _


def guarded_sheet(plugin: plugins.Plugin, sheet: PaperSheet) -> PaperSheet:
    """Return the sheet of a plug-in with its functions guarded: what they raise is noted and raised as a PaperError."""
    return replace(sheet, blocks=partial(_blocks, plugin, sheet.blocks))


def _blocks(plugin: plugins.Plugin, make: Callable[[Job], SheetBlocks], job: Job) -> SheetBlocks:
    """Make the blocks of a plug-in's sheet."""
    with _as_paper_error(plugin):
        made = make(job)
        return replace(made, set_pages=partial(_pages, plugin, made.set_pages))


def _pages(plugin: plugins.Plugin, set_pages: Callable[[Box], tuple[Drawing, ...]], inside: Box) -> tuple[Drawing, ...]:
    """Set the pages of a plug-in's sheet."""
    with _as_paper_error(plugin):
        return tuple(
            OnFront(partial(_draw, plugin, page)) if isinstance(page, OnFront) else partial(_draw, plugin, page)
            for page in set_pages(inside)
        )


def _draw(plugin: plugins.Plugin, draw: Drawing, pen: Pen) -> None:
    """Draw one page of a plug-in's sheet."""
    with _as_paper_error(plugin):
        draw(pen)


@contextmanager
def _as_paper_error(plugin: plugins.Plugin) -> Iterator[None]:
    """Raise a PaperError, and note the fault, for whatever else than a refusal the code of a plug-in raises."""
    try:
        yield
    except (PaperError, ScoringError, StartingTileError):
        raise
    except Exception as error:
        plugins.leave_out(plugin, plugins.failure_sentence(error))
        raise PaperError(
            _(
                "The sheet “{name}” from the plug-in {package} cannot be printed: {kind}. Ask its author, or "
                "remove the plug-in.",
                name=plugin.name,
                package=plugin.package,
                kind=type(error).__name__,
            )
        ) from error
