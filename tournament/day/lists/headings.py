"""The headings of a list's columns, in common spellings and languages, and as the questions of a form: "What is your full name?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tournament.day.lists.words import words
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop

PIPE_HEADINGS = (
    *("Index", "First Name", "Last Name", "ContestantId", "RatingPoints", "SeedingPoints", "IsJunior"),  # not said
    *("Phone", "Email", "Online Nicknames", "Discord Nickname", "Whatsapp", "EntryId", "Country"),  # not said
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
_FIRST = re.compile(
    r"\b(?:first|given|fore|christian) ?names?\b|\bforenames?\b|\bfirst\b(?=.*\blast name)|\bvornamen?\b|"
    r"\bprenoms?\b|\bnombres? de pila\b|\bvoornamen?\b|"
    r"\bimie\b|\bimiona\b|\bfornamn\b|\bfornavn\b|\betunimi\b|\bимя\b|\bnombre\b(?=.*\bapellido)|"
    r"\bnome\b(?=.*\bcognome)|\bvor\b(?=.*\bnachname)"
)
_LAST = re.compile(
    r"\b(?:last|family|sur) ?names?\b|\bsurnames?\b|\blast\b(?=.*\bfirst name)|\bnachnamen?\b|\bfamiliennamen?\b|"
    r"\bnom de famille\b|\bapellidos?\b|\bcognome\b|"
    r"\bachternaam\b|\bnazwisko\b|\befternamn\b|\betternavn\b|\befternavn\b|\bsukunimi\b|\bфамилия\b|"
    r"\bnach\b(?=.*\bvorname)|\bnom\b(?=.*\bprenom)"
)
_SAYS: Sequence[tuple[PlayerField, re.Pattern[str]]] = (
    (PlayerField.EMAIL, re.compile(r"\be ?mails?\b|\bemail ?adress?e?\b|\bcourriel\b|\bcorreo\b|\bmailadresse\b")),
    (
        PlayerField.TEAM,
        re.compile(
            r"\bteams?\b|\bmannschaft\b|\bequipe\b|\bequipo\b|\bsquadra\b|\bfamil(?:y|ie) (?:group|or)\b|\btravel(?:l)?ing with\b"
        ),
    ),
    (PlayerField.CLUB, re.compile(r"\bclubs?\b|\bvereins?\b|\bvereniging\b")),
    (
        PlayerField.NUMBER,
        re.compile(
            r"\b(?:contestant|player|member(?:ship)?|mso|mind sports?|participant|mitglieds?|spieler|licen[cs]e)(?: ?|"
            r"s )(?:no|number|id|nr|nummer)\b"
        ),
    ),
    (
        PlayerField.COUNTRY,
        re.compile(
            r"\bcountr(?:y|ies)\b|\bnationalit\w+\b|\bnations?\b|\bfederation\b|\bwhere (?:are|do) you (?:come )?from\b|"
            r"\bwelche[sm]? land\b|\bherkunftsland\b|\bland\b|"
            r"\bpays\b|\bpais\b|\bpaese\b|\bkraj\b|\bstaat\b|\bстрана\b"
        ),
    ),
    (
        PlayerField.FEE,
        re.compile(
            r"\bfees?\b|\bpaid\b|\bpayment (?:amount|status)\b|\bamount\b|\bprice\b|\bstartgeld\b|\bbezahlt\b|\bgebuhr\b|"
            r"\bbetaald\b|\bpagado\b|\bpagato\b"
        ),
    ),
)
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
_GIVEN_PART = re.compile(
    r"\b(?:first|given|fore)(?: ?names?)?\b|\b(?:forenames?|vornamen?|prenoms?|voornamen?|voor|vor|fornamn|fornavn|etunimi)\b"
)
_FAMILY_PART = re.compile(
    r"\b(?:last|family|sur) ?names?\b|\blast\b|\b(?:surnames?|nachnamen?|familiennamen?|apellidos?|cognome|achternaam|nazwisko|"
    r"prijmeni|prezime|презиме|фамилия|прізвище|επωνυμο|nume|efternamn|etternavn|efternavn|sukunimi)\b"
)
_NAME_PART = re.compile(rf"\b{_PLAIN_NAME}s?\b")

_AGE = r"\b(?:1[2-9]|2[01])\b"
_YOUNG = re.compile(
    r"\bjuniors?\b|\bjugendlich\w*|\bminderjahrig\w*|\bminors?\b|\bminorenn\w*|\bu ?1\d\b"
    r"|\b(?:under|unter|onder|younger|junger|below|less|moins|menor|menores|menos|meno|minder|jonger|mladsi|mniej|mlodsz\w*|ponizej|do|pod|"
    rf"alle|yngre|nuorempi|up to|bis|hasta|jusqu)\b\D{{0,20}}{_AGE}"
    rf"|{_AGE}\D{{0,20}}\b(?:under|unter|younger|junger|less|moins|menos|meno|minder|jonger|mladsi|alatt\w*|yngre|nuorempi)\b"
)
_OLD = re.compile(
    r"\b(?:at least|or (?:over|older|above)|over|above|older|mindestens|uber|alter als|oder alter|plus|au moins|"
    r"mayor(?:es)?|mas de|al menos|almeno|piu di|minstens|ouder|boven|ukonczon\w*|powyzej|ponad|najmniej|"
    r"alespon|felett|legalabb|vahintaan|eldre|aldre|mindst|minst|not|nicht|kein\w*|pas|niet|inte|ikke|nie|non)\b"
)
_YEARS = re.compile(rf"{_AGE}(?=.*\b(?:years?|ans|anni|anos|jaar|jahre?|lat|let|ar|ev|vuotta|aar|godina|vuotias)\b)")
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading means: the field, None for a column that is not read; ``rank`` is higher where it is said more plainly, 0 for unknown.

    ``joins`` says that the column is one more part of its field, as a middle name is.
    """

    field: PlayerField | None
    rank: int
    joins: bool = False


def _plain(heading: str) -> str:
    """Return a heading as letters and figures only: "First_Name", "first name" and "FirstName:" become equal."""
    return "".join(sign for sign in name_key(heading) if sign.isalnum())


_PARTS: Mapping[str, PlayerField] = {
    _plain(heading): part for part in PlayerField for heading in words(f"heading {part.name.lower()}")
}
_MORE: Mapping[str, PlayerField] = {
    **{_plain(heading): PlayerField.GIVEN for heading in words("heading given too")},
    **{_plain(heading): PlayerField.FAMILY for heading in words("heading family too")},
}
_KNOWN_UNUSED = frozenset(
    _plain(heading) for each in ("unused", "quantity", "guests", "game") for heading in words(f"heading {each}")
)
_AT_ONCE = frozenset(heading for part in PlayerField for heading in words(f"heading {part.name.lower()}"))


_STATES = frozenset(map(_plain, words("heading state")))
_INFIXES = frozenset(map(_plain, words("heading infix")))
_PAID = re.compile(
    r"\b(?:paid|bezahlt|payee?|pagad[oa]|pagat[oa]|betaald|zaplacono|betalt|betald|maksettu|placeno|zaplaceno)\b"
)
_QUANTITIES, _GUESTS = (frozenset(map(_plain, words(f"heading {each}"))) for each in ("quantity", "guests"))
_GAMES = frozenset(map(_plain, words("heading game")))
_COMING = frozenset(map(_plain, words("heading coming")))


def asks_who_comes(heading: str) -> bool:
    """Return whether a "no" in the column of this heading means that somebody is not coming."""
    return _plain(heading) in _COMING


def most_of_one(heading: str) -> int | None:
    """Return the most that a column says of one person: 1 of "Quantity", 0 of "Guests"; None of a column that counts no people."""
    plain = _plain(heading)
    return 1 if plain in _QUANTITIES else 0 if plain in _GUESTS else None


def says_game(heading: str) -> bool:
    """Return whether a column says which game or event a line is for."""
    return _plain(heading) in _GAMES


def is_of_this_game(text: str) -> bool:
    """Return whether a cell names the game of this tournament."""
    return "acquire" in name_key(text)  # not said


def goes_before(heading: str) -> bool:
    """Return whether a column holds what stands before the rest of the surname: "Tussenvoegsel"."""
    return _plain(heading) in _INFIXES


def says_paid(heading: str) -> bool:
    """Return whether the amounts of a column are paid, and not only due."""
    return bool(_PAID.search(name_key(heading)))


def puts_surname_first(heading: str) -> bool:
    """Return whether the heading of a column of whole names says that the surname comes first: "Surname and name", "Name Vorname"."""
    return _order_in(_words_of(heading)) is True


def _order_in(words: str) -> bool | None:
    """Return whether a heading that names both parts of a name has the surname first; None where it does not name both."""
    given, family = _GIVEN_PART.search(words), _FAMILY_PART.search(words)
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


def says_state(heading: str) -> bool:
    """Return whether the column of this heading says whether somebody is coming: "Status", "RSVP"."""
    return _plain(heading) in _STATES


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
        plain = _plain(text)
        if plain in _MORE:
            return Meaning(_MORE[plain], 3, joins=True)
        if plain in _PARTS:
            return Meaning(_PARTS[plain], 3)
        if plain in _KNOWN_UNUSED or (not plain and text.strip(" .*") == "#"):
            return Meaning(None, 3)
    return _of_words(_words_of(heading))


def _of_words(words: str) -> Meaning:
    """Return what a heading of several words means, by the words in it."""
    first, last = bool(_FIRST.search(words)), bool(_LAST.search(words))
    says = next((field for field, pattern in _SAYS if pattern.search(words)), None)
    if _NOT_THE_PLAYER.search(words):
        return Meaning(says if says in {PlayerField.TEAM, PlayerField.CLUB} and not (first or last) else None, 2)
    if _YOUNG.search(words) or _YEARS.search(words):
        return Meaning(None if _OLD.search(words) or not _YOUNG.search(words) else PlayerField.JUNIOR, 2)
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
    if names == {PlayerField.NAME, PlayerField.GIVEN}:
        name, given = (fields.index(each) for each in (PlayerField.NAME, PlayerField.GIVEN))
        if meanings[name].rank <= meanings[given].rank and _is_short(headings[name]):
            fields[name] = PlayerField.FAMILY
    elif names == {PlayerField.NAME, PlayerField.FAMILY}:
        name, family = (fields.index(each) for each in (PlayerField.NAME, PlayerField.FAMILY))
        if meanings[name].rank <= meanings[family].rank and _is_short(headings[name]):
            fields[name] = PlayerField.GIVEN
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
    same = sum(
        cell.casefold() == heading.casefold()
        for cell, heading in zip(cells, headings, strict=False)
        if cell and heading
    )
    filled = sum(map(bool, cells))
    if not same and not any(cell.casefold() in _AT_ONCE for cell in cells):
        return False
    if filled and same * 2 > filled and same * 2 >= sum(map(bool, headings)):
        return True
    return filled > 1 and all(meaning_of(cell).rank >= 3 for cell in cells if cell) and fields_of(cells) is not None
