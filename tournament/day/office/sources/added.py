"""Kinds of lists that plug-ins read: each reader says which files are its own, and makes rows of cells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games import plugins
from games.sentences import gettext_lazy
from tournament.day.office.sources.texts import FileError, as_text
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class ListReader:
    """A kind of list that a plug-in reads: its name, its title in a sentence, and its two functions.

    ``recognises`` is called with the name of a file and its bytes (at most a million), and says whether it is a list of this kind. It
    must be quick, and look at what is in the file, because names are wrong.

    ``rows`` is called with the same of such a file and returns the rows of the list, each as its cells. The first row may be headings
    ("Name", "Country"), as in any other list. It raises `FileError` with a sentence for a file that cannot be read.

    ``suffixes`` (".ros") are what browsers offer when a file is chosen.
    """

    name: str
    title: str
    recognises: Callable[[str, bytes], bool]
    rows: Callable[[str, bytes], Iterable[Sequence[str]]]
    suffixes: tuple[str, ...] = ()


def _checked_reader(_plugin: plugins.Plugin, reader: ListReader) -> ListReader:
    """Return a reader; raises PluginError where a browser cannot offer its suffixes."""
    if not all(each.startswith(".") and each[1:].isalnum() and each.isascii() for each in reader.suffixes):
        raise plugins.PluginError(
            gettext_lazy("each of its suffixes must be a full stop followed by letters or digits.")
        )
    return reader


READERS: Mapping[str, ListReader] = plugins.Registry(plugins.LIST_READERS, ListReader, check=_checked_reader)
"""The readers of plug-ins by name."""


def text_by_plugin(name: str, content: bytes) -> str | None:
    """Return the rows of a file as text, as the first reader of a plug-in reads it that recognises it; None where none does.

    Raises FileError for a file that its reader cannot read.
    """
    for plugin in plugins.offers_in(plugins.LIST_READERS):
        reader = READERS.get(plugin.name)
        if reader is None:
            continue
        try:
            if reader.recognises(name, content):
                return as_text([str(cell) for cell in row] for row in reader.rows(name, content))
        except FileError:
            raise
        except Exception as error:
            plugins.leave_out(plugin, plugins.failure_sentence(error))
            raise FileError(
                _(
                    "The plug-in {package} could not read “{name}” as {title}: {kind}. Send the list as CSV instead.",
                    name=name,
                    title=reader.title,
                    package=plugin.package,
                    kind=type(error).__name__,
                )
            ) from error
    return None
