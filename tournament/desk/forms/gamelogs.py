"""The form of a game log; a log is parsed while its form is checked, so that errors appear beside its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from games.acquire.errors import LogError
from games.acquire.logs.encodings import UTF_8, text_of
from tournament.desk.forms.fields import DeskForm
from tournament.desk.tablelogs import Excerpt, excerpts_of
from tournament.installation.watching.apart import read_apart
from tournament.models.gamelog import MAX_LOG_CHARACTERS
from tournament.replays import TableHeader, UnreadableLogError, read_game
from wording import gettext as _


class LogForm(DeskForm):
    """A log as pasted text or as a file; a file that cannot be read is shown as text, to be corrected in place."""

    text = forms.CharField(
        label=gettext_lazy("Log text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "class": "log-text"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)
    title = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=120,
    )

    excerpts: Sequence[Excerpt] = ()
    #: The encoding in which the letters of the file are.
    encoding = UTF_8

    def __init__(self, *arguments: Any, table: TableHeader, **options: Any) -> None:
        """``table`` is what is known of the game without the log: players, seats, starting tiles and chain names."""
        super().__init__(*arguments, **options)
        self.table = table

    def clean_file(self) -> str:
        """Return the text of the file, empty where none was chosen; ValidationError where it is too large or no text."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is None:
            return ""
        if (file.size or 0) > MAX_LOG_CHARACTERS:
            raise ValidationError(_("The log is too long for one game. Attach the log of a single game."))
        try:
            text, self.encoding = text_of(file.read())
        except LogError:
            raise ValidationError(
                _("{file} is not a text file. Save it as text, or paste the text.", file=file.name)
            ) from None
        return text

    def clean(self) -> dict[str, Any]:
        """Check that the file, or without one the pasted text, can be read as a log, and put it into ``text``."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        if typed["file"].strip():
            typed["text"] = typed["file"]
            # The text of the file is put into the field for text, where it can be corrected.
            self.data = {**self.data.dict(), "text": typed["file"]}  # type: ignore[attr-defined]
        text = typed["text"]
        if not text.strip():
            self.add_error("text", _("The log is empty; paste the text or choose a file."))
        elif len(text) > MAX_LOG_CHARACTERS:
            self.add_error("text", _("The log is too long for one game. Attach the log of a single game."))
        else:
            self._read(text)
        return typed

    def _read(self, text: str) -> None:
        """Read the text as a log; where it cannot be read, keep excerpts of the faulty lines and add the error to the field."""
        try:
            read_apart(UnreadableLogError, read_game, text, self.table)
        except UnreadableLogError as error:
            self.excerpts = excerpts_of(error.problems)
            self.add_error("text", str(error))
