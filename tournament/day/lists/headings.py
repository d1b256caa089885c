"""The headings of a list's columns, in common spellings and languages, and as the questions of a form: "What is your full name?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from tournament.day.lists.signs import is_time
from tournament.day.lists.words import words
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop

PIPE_HEADINGS = (
    *("Index", "First Name", "Last Name", "ContestantId", "RatingPoints", "SeedingPoints", "IsJunior"),
    *("Phone", "Email", "Online Nicknames", "Discord Nickname", "Whatsapp", "EntryId", "Country"),
)
"""The columns of the organiser's list for pairing programs, which has no line of headings."""


class PlayerField(StrEnum):
    """What a column holds of a player; the value is its name in English, `words` in the reader's language."""

    NAME = gettext_noop("name")
    GIVEN = gettext_noop("given name")
    FAMILY = gettext_noop("surname")
    COUNTRY = gettext_noop("country")
    JUNIOR = gettext_noop("junior")
    NUMBER = gettext_noop("organiser's number")
    CLUB = gettext_noop("club")
    TEAM = gettext_noop("family or team")
    EMAIL = gettext_noop("e-mail")
    FEE = gettext_noop("fee")

    @property
    def words(self) -> str:
        """The name of the field on pages."""
        return _(self.value)


NAMES = frozenset({PlayerField.NAME, PlayerField.GIVEN, PlayerField.FAMILY})
"""The fields of which a name is made."""

_NOT_THE_PLAYER = re.compile(
    r"\b(?:billing|buyers?|purchasers?|payers?|paid by|ordered by|invoice|invoicing|parents?|parental|guardian|"
    r"mother|father|emergency|referr\w+|bank|company|employer|firma|"
    r"nick ?names?|user ?names?|discord|telegram|whatsapp|alias|handle|event|order|product|item|street|contact|"
    r"besteller|rechnung\w*|kaufer|eltern\w*|notfall\w*|"
    r"partner|how did you|acheteur|payeur|pagador|pagante|betaler|zahler\w*|facturation|comprador|booking|"
    r"booker|account|cardholder|organi[sz]er(?!.?s (?:number|no))|opponent|director|school)\b"
)
_GIVEN = re.compile(
    r"\b(?:first|given|fore|christian) ?names?\b|\bfirst\b(?=.*\blast\b)|\b(?:forenames?|vornamen?|vor|prenoms?|voornamen?|"
    r"voor|imie|imiona|fornamn|fornavn|etunimi|имя|nombres? de pila)\b|\bnombre\b(?=.*\bapellido)|\bnome\b(?=.*\bcognome)"
)
_FAMILY = re.compile(
    r"\b(?:last|family|sur) ?names?\b|\blast\b(?=.*\bfirst\b)|\b(?:surnames?|nachnamen?|familiennamen?|nom de famille|"
    r"apellidos?|cognome|achternaam|nazwisko|prijmeni|prezime|презиме|фамилия|прізвище|επωνυμο|nume|efternamn|etternavn|"
    r"efternavn|sukunimi)\b|\bnach\b(?=.*\bvorname)|\bnom\b(?=.*\bprenom)"
)
_SAYS: Mapping[PlayerField, re.Pattern[str]] = {
    PlayerField.EMAIL: re.compile(r"\be ?mails?\b|\bemail ?adress?e?\b|\bcourriel\b|\bcorreo\b|\bmailadresse\b"),
    PlayerField.TEAM: re.compile(
        r"\b(?:teams?|mannschaft|equipe|equipo|squadra|famil(?:y|ie) (?:group|or)|travel(?:l)?ing with)\b"
    ),
    PlayerField.CLUB: re.compile(r"\bclubs?\b|\bvereins?\b|\bvereniging\b"),
    PlayerField.NUMBER: re.compile(
        r"\b(?:contestant|player|member(?:ship)?|mso|mind sports?|participant|mitglieds?|spieler|licen[cs]e)"
        r"(?: ?|s )(?:no|number|id|nr|nummer)\b"
    ),
    PlayerField.COUNTRY: re.compile(
        r"\b(?:countr(?:y|ies)|nationalit\w+|nations?|federation|where (?:are|do) you (?:come )?from|"
        r"welche[sm]? land|herkunftsland|land|pays|pais|paese|kraj|staat|страна)\b"
    ),
    PlayerField.FEE: re.compile(
        r"\b(?:fees?|paid|payment status|amount|price|startgeld|bezahlt|gebuhr|betaald|pagado|pagato)\b"
    ),
}
_WHOLE = re.compile(
    r"\b(?:full|complete|whole|real|your|attendees?|participants?|players?|contestants?|competitors?|entrants?|"
    r"spieler|teilnehmer|dein|deine|ihr|ihre|voller?|display|legal|registrant|person)"
    r" names?\b|\bnames? of (?:the )?(?:player|participant|attendee|person|competitor|contestant|entrant)s?\b|"
    r"\bvollstandiger name\b|\bnames?$|^names?\b|\b(?:wie heißt du|wie heisst du|wer bist du|who are you)\b|"
    r"\bnoms?\b|\bnome\b|\bnaam\b|\bnombre completo\b|\bnom complet\b|\bnome completo\b|\bvolledige naam\b|"
    r"\bimie i nazwisko\b|\bwhat are you called\b|\bname des (?:spielers|teilnehmers)\b|\bwhat should we call you\b"
)
_RANKED = re.compile(
    r"\b(?:attendees?|participants?|players?|teilnehmer|spieler|contestants?|competitors?|entrants?)\b"
)
_FULL = re.compile(r"\b(?:full|complet[eo]?|whole|vollstandig\w*|volledige?|both|entire|fullt?)\b")
_PLAIN_NAME = r"(?:name|nom|naam|nome|nombre|navn|namn|ime|име|имя|ім'я|ονομα|prenume|jmeno|imie)"
_NAME_PART = re.compile(rf"\b{_PLAIN_NAME}s?\b")

_AGE = re.compile(
    r"\b(?:u ?)?(?:1[2-9]|2[01])\b|\bjuniors?\b|\bjugendlich\w*|\bminderjahrig\w*|\bminors?\b|\bminorenn\w*"
)
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading means: the field, None for a column that is not read; ``rank`` is higher where it is said more plainly, 0 for unknown.

    ``joins`` says that the column is one more part of its field, as a middle name is.
    """

    field: PlayerField | None
    rank: int
    joins: bool = False


def _heading_text(heading: str) -> str:
    """Return a heading as letters and figures only: "First_Name", "first name" and "FirstName:" become equal."""
    return "".join(sign for sign in name_key(heading) if sign.isalnum())


_PARTS: Mapping[str, PlayerField] = {
    _heading_text(heading): part for part in PlayerField for heading in words(f"heading {part.name.lower()}")
}
_MORE: Mapping[str, PlayerField] = {
    **{_heading_text(heading): PlayerField.GIVEN for heading in words("heading given too")},
    **{_heading_text(heading): PlayerField.FAMILY for heading in words("heading family too")},
}
_KNOWN_UNUSED = frozenset(
    _heading_text(heading) for each in ("unused", "quantity", "guests", "game") for heading in words(f"heading {each}")
)


_PAID = re.compile(
    r"\b(?:paid|bezahlt|payee?|pagad[oa]|pagat[oa]|betaald|zaplacono|betalt|betald|maksettu|placeno|zaplaceno)\b"
)


@lru_cache(maxsize=4096)
def is_about(heading: str, kind: str) -> bool:
    """Return whether a heading is one of a kind of words.csv: "state", "coming", "quantity", "guests", "game", "infix"."""
    return _heading_text(heading) in _of_kind(kind)


@cache
def _of_kind(kind: str) -> frozenset[str]:
    """Return the headings of a kind, in the form of `_heading_text`."""
    return frozenset(map(_heading_text, words(f"heading {kind}")))


def asks_anything(heading: str) -> bool:
    """Return whether an answer below a heading may mean a yes or a no: it names a day, an hour or an age ("Are you 16 or over?")."""
    is_age = _heading_text(heading) not in _PARTS and bool(_AGE.search(name_key(heading)))
    return is_age or any(is_time(piece) for piece in (heading, *heading.split()))


def is_of_this_game(text: str) -> bool:
    """Return whether a cell names the game of this tournament."""
    return "acquire" in name_key(text)


def says_paid(heading: str) -> bool:
    """Return whether the amounts of a column are paid, and not only due."""
    return bool(_PAID.search(name_key(heading)))


def puts_surname_first(heading: str) -> bool:
    """Return whether the heading of a column of whole names says that the surname comes first: "Surname and name", "Name Vorname"."""
    return _order_in(_words_of(heading)) is True


def _order_in(words: str) -> bool | None:
    """Return whether a heading that names both parts of a name has the surname first; None where it does not name both."""
    given, family = _GIVEN.search(words), _FAMILY.search(words)
    if given and family:
        return family.start() < given.start()
    part = given or family
    if part is None or _FULL.search(words) or _RANKED.search(words):
        return None
    beside = _NAME_PART.search(words[: part.start()] + " " * len(part[0]) + words[part.end() :])
    if beside is None:
        return None
    between = words[min(part.end(), beside.end()) : max(part.start(), beside.start())]
    return (part.start() < beside.start()) is (part is family) if len(between.split()) < 2 else None


def _words_of(heading: str) -> str:
    """Return the words of a heading in the form of `name_key`: "FirstName:" is "first name"."""
    return name_key(" ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|[^\w\s']|_", " ", heading).split()))


@lru_cache(maxsize=4096)
def meaning_of(heading: str) -> Meaning:
    """Return what a heading means; a cell that is no heading has rank 0."""
    heading = heading.strip().strip("*_")
    if not heading or len(heading) > _LONGEST or any(sign in heading for sign in ">="):
        return Meaning(None, 0)
    for text in (
        heading,
        re.sub(r"\s*[(\[].*?[)\]]", "", heading),
        heading.rpartition(" - ")[2],
        heading.partition(" - ")[0],
        heading.partition("/")[0],
    ):
        plain = _heading_text(text)
        if plain in _MORE:
            return Meaning(_MORE[plain], 3, joins=True)
        if plain in _PARTS:
            return Meaning(_PARTS[plain], 3)
        if plain in _KNOWN_UNUSED or (not plain and text.strip(" .*") == "#"):
            return Meaning(None, 3)
    return _of_words(_words_of(heading))


def _of_words(words: str) -> Meaning:
    """Return what a heading of several words means, by the words in it."""
    first, last = bool(_GIVEN.search(words)), bool(_FAMILY.search(words))
    says = next((field for field, pattern in _SAYS.items() if pattern.search(words)), None)
    if _NOT_THE_PLAYER.search(words):
        return Meaning(says if says in {PlayerField.TEAM, PlayerField.CLUB} and not (first or last) else None, 2)
    if _AGE.search(words):
        return Meaning(None, 2)
    rank = 4 if _RANKED.search(words) else 2
    if _order_in(words) is not None:
        return Meaning(PlayerField.NAME, rank)
    if first or last:
        return Meaning(PlayerField.GIVEN if first else PlayerField.FAMILY, rank)
    if says is not None:
        return Meaning(says, 2)
    return Meaning(PlayerField.NAME, rank) if _WHOLE.search(words) else Meaning(None, 0)


def fields_of(headings: Sequence[str], empty: Collection[int] = ()) -> tuple[PlayerField | None, ...] | None:
    """Return the field of each column if the cells are headings; None if they name no player's column.

    A field that several headings name belongs to the plainest of them, else to the first. "Name" is understood as a surname beside a column
    of given names ("Nom, Prénom"), and as a given name beside one of surnames ("Nombre, Apellidos"). Columns that are ``empty`` in every
    row are passed over.
    """
    meanings = [meaning_of(heading) if at not in empty else Meaning(None, 3) for at, heading in enumerate(headings)]
    fields: list[PlayerField | None] = [meaning.field for meaning in meanings]
    for field in PlayerField:
        places = [at for at, each in enumerate(fields) if each is field and not meanings[at].joins]
        best = max(places, key=lambda at: (meanings[at].rank, -at), default=None)
        for at in places:
            if at != best:
                fields[at] = None
    names = NAMES & {part for part, meaning in zip(fields, meanings, strict=True) if not meaning.joins}
    for part, other in ((PlayerField.GIVEN, PlayerField.FAMILY), (PlayerField.FAMILY, PlayerField.GIVEN)):
        if names == {PlayerField.NAME, part}:
            name, beside = fields.index(PlayerField.NAME), fields.index(part)
            if meanings[name].rank <= meanings[beside].rank and _is_short(headings[name]):
                fields[name] = other
    if PlayerField.NAME not in fields and not {PlayerField.GIVEN, PlayerField.FAMILY} <= set(fields):
        return None
    known = sum(meaning.rank > 0 for meaning in meanings)
    if len(headings) > 1 and known < 3 and known * 2 < sum(map(bool, headings)):
        return None  # a line that has a word like "player" in it is a line of headings only if most of its cells are
    return tuple(fields)


def _is_short(heading: str) -> bool:
    """Return whether a heading is a single word, which may mean a part of the name: "Name", "Nom"; "Full name" means all of it."""
    return not _FULL.search(name_key(heading)) and len(_RANKED.sub("", name_key(heading)).split()) == 1


def is_headings_again(cells: Sequence[str], headings: Sequence[str]) -> bool:
    """Return whether a row repeats the headings, in this list's words or in others."""
    filled = [cell for cell in cells if cell]
    same = sum(cell.casefold() == heading.casefold() for cell, heading in zip(cells, headings, strict=False) if cell)
    if same * 2 > len(filled) and same * 2 >= sum(map(bool, headings)):
        return True
    return len(filled) > 1 and all(meaning_of(cell).rank >= 3 for cell in filled)
