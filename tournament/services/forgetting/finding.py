"""Who a person is in an event: the entry, its former names, the numbers merged into it, and namesakes.

Whole names replaced in texts and JSON: pure functions, by the rules of `name_key`.

A name is recognised whole, whatever its case, accents and white space; "Anna Meyer" is not found in "Anna Meyer-Lang", nor in the name of
somebody else that contains it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from tournament.day.office.registering import RegistrationState
from tournament.models import Entry, Event, FormerEntry, Registration, TakenOver
from tournament.record.acts import Act
from tournament.record.names import NameForm, name_in_parts, name_key, parts_of, shown_name

PSEUDONYM = "N.N.{number}"
"""The name of everybody who was forgotten, the same in every language, with the number of the entry. A log takes it as an ID too."""
_PSEUDONYM = re.compile(r"N\.N\.\d+")
_LETTER = r"[^\W_]"
_UNDIVIDED = (
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3100-\u312f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    r"\U00020000-\U0003ffff]"
)
"""Letters of scripts that write words without spaces between them; each is a word for itself."""
_WORD = re.compile(rf"n\.n\.\d+|(?:(?!{_UNDIVIDED}){_LETTER})+|\S")
_FREE = re.compile(rf"{_UNDIVIDED}|(?!{_LETTER})")
_BEGINS = re.compile(rf"(?<!{_LETTER}[-'’])")
_ENDS = re.compile(rf"(?!-{_LETTER})(?!['’](?!s\b){_LETTER})")
_BREAK = re.compile(r"\\[nrtbf]")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
"""A text in JSON that stands in another text, such as a pasted log."""


def pseudonym_of(number: int) -> str:
    """Return the pseudonym of the entry with that number."""
    return PSEUDONYM.format(number=number)


def is_pseudonym(name: str) -> bool:
    """Return whether a name is the pseudonym of somebody who was forgotten."""
    return _PSEUDONYM.fullmatch(name) is not None


def spellings(name: str, given_name: str = "", family_name: str = "") -> frozenset[str]:
    """Return every whole spelling of a name that the program writes, by its parts as an entrant list had them.

    As it was entered; in both forms of an event; given name and surname in either order; first name and initial. A part alone is none,
    and a spelling without a letter, such as a number, is none either.
    """
    person, (given, family) = name_in_parts(name, given_name, family_name), parts_of(name, given_name, family_name)
    found = {name, *(person.said(form) for form in NameForm)}
    for first, last in ((person.given, person.surname), (given, family)):
        if first and last:
            found |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
    short = shown_name(name, given_name, family_name)
    if " " in short:
        found.add(short)
    return frozenset(words for each in found if any(map(str.isalpha, words := " ".join(each.split()))))


def words_of(name: str, given_name: str = "", family_name: str = "") -> frozenset[str]:
    """Return the single words of a name that could stand for it in a text: given names and surnames of three letters or more."""
    return frozenset(
        word for each in (name, given_name, family_name) for word in re.findall(rf"{_LETTER}+", each) if len(word) > 2
    )


class Rewriting:
    """A table of names and what takes their place; the same for every text and value of an event."""

    def __init__(
        self, pseudonyms: Mapping[str, str], kept: Iterable[str] = (), codes: Iterable[str] = frozenset()
    ) -> None:
        """Store which pseudonym takes the place of each spelling.

        ``kept`` are names of others, which stay where a spelling is only a part of them; ``codes`` are values that are no words of people:
        a text in JSON that is one of them stays.
        """
        wanted = {words: pseudonym for words, pseudonym in pseudonyms.items() if not is_pseudonym(words)}
        folded = {_words(words) for words in wanted}
        own = [f" {' '.join(words)} " for words in folded]
        longer = (words for words in kept if " " in words and _words(words) not in folded)
        stay = {words: "" for words in longer if any(each in f" {' '.join(_words(words))} " for each in own)}
        self._codes = frozenset(codes)
        self._kept = {_plain_words(words).casefold() for words in kept}
        self._kept -= {key for words in wanted for key in (_plain_words(words).casefold(), name_key(words))}
        self._by_first: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
        for spelling, pseudonym in (wanted | stay).items():
            if words := _words(spelling):
                self._by_first[words[0]].append((words, spelling, pseudonym))
        for names in self._by_first.values():
            names.sort(key=lambda name: -len(name[0]))

    def __bool__(self) -> bool:
        """Return whether there is anything to replace."""
        return bool(self._by_first)

    def text(self, text: str) -> str:
        """Return the text with every name in it replaced; everything else stays as it is."""
        if "\\" in text:
            text = _QUOTED.sub(self._quoted_text, text)
        folded, places = _folded_text(_BREAK.sub("  ", text))
        words = list(_WORD.finditer(folded)) if self else []
        parts, done = [], 0
        for index, word in enumerate(words):
            for name, spelling, pseudonym in self._by_first.get(word[0], ()):
                run = words[index : index + len(name)]
                first, last = word.start(), run[-1].end()
                start, end = places[first], places[last]
                found = text[start:end]
                if start < done or tuple(each[0] for each in run) != name or end == places[last - 1]:
                    continue  # the last: a part of a letter is none
                if _is_written(found, spelling) and _stands_apart(text, start, end, name):
                    stays = not pseudonym or _plain_words(found).casefold() in self._kept
                    parts += [text[done:start], found if stays else pseudonym]
                    done = end
        return "".join((*parts, text[done:]))

    def _quoted_text(self, found: re.Match[str]) -> str:
        """Return a text of JSON in quotes with the names in it replaced."""
        try:
            words = json.loads(found[0])
        except ValueError:
            return found[0]
        new = self.text(words)
        return found[0] if new == words else json.dumps(new, ensure_ascii=False)

    def value(self, value: Any) -> Any:
        """Return a value of JSON with the names in its texts and keys replaced."""
        if isinstance(value, str):
            return value if value in self._codes else self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {self.value(key): self.value(each) for key, each in value.items()}
        return value


def _folded_text(text: str) -> tuple[str, Sequence[int]]:
    """Return a text by the rules of `name_key`, and the place in the text of each of its letters and of its end."""
    if text.isascii():
        return text.lower().replace("`", "'"), range(len(text) + 1)
    letters = [
        plain if len(plain) == 1 or sign.isalnum() or unicodedata.combining(sign) else sign
        for sign, plain in zip(text, map(name_key, text), strict=True)
    ]
    return "".join(letters), [place for place, plain in enumerate(letters) for _letter in plain] + [len(text)]


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded."""
    return tuple(_WORD.findall(_folded_text(name)[0]))


def _plain_words(words: str) -> str:
    """Return words with one form for each accent, apostrophe and gap."""
    return " ".join(unicodedata.normalize("NFC", words).replace("’", "'").split())


def _is_written(found: str, name: str) -> bool:
    """Return whether words that are a name mean it: a single word may mean something else, and counts only as it is written."""
    one, other = _plain_words(found), _plain_words(name)
    return " " in name or one == other or (not found.isascii() and one.casefold() == other.casefold())


def _stands_apart(text: str, start: int, end: int, name: Sequence[str]) -> bool:
    """Return whether a name in that part of a text is no part of a longer one; in scripts without spaces it always is."""
    begins = _FREE.match(name[0]) or _BEGINS.match(text, start)
    return bool(begins and (_FREE.match(name[-1][-1]) or _ENDS.match(text, end)))


PARTS = ("name", "given_name", "family_name")
NameParts = tuple[str, str, str]
"""A name as it was entered, with given name and surname as a list had them apart."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in an event under one number: what they are or were called there, and whether there is an entry.

    ``since`` is the version after which the number is theirs, and ``until`` the last one; earlier it was of an entry that was removed.
    ``merged`` are the numbers of entries that were merged into theirs, ``registrations`` those of their registrations. Who only registered
    and has no entry has the number 0, and the number of the registration in ``since``.
    """

    event: Event
    number: int
    names: frozenset[NameParts]
    since: int = 0
    until: int | None = None
    merged: tuple[int, ...] = ()
    entry: Entry | None = None
    registrations: tuple[int, ...] = ()

    @property
    def pseudonym(self) -> str:
        """Return the pseudonym that takes the place of the names."""
        return pseudonym_of(self.number)

    @property
    def mark(self) -> str:
        """Return what means this person and nobody else: the event, the number, and since which version the number is theirs."""
        return f"{self.event.slug}:{self.number}:{self.since}"

    @property
    def name(self) -> str:
        """Return the name as it was last entered."""
        return self.entry.name if self.entry else max((name for name, *_ in self.names), default="")

    @property
    def keys(self) -> frozenset[str]:
        """Return the names in plain form, without a pseudonym."""
        return frozenset(name_key(name) for name, *_ in self.names if name and not is_pseudonym(name))

    @property
    def spellings(self) -> frozenset[str]:
        """Return every spelling of the names that the program writes."""
        found = (spellings(*parts) for parts in self.names if not is_pseudonym(parts[0]))
        return frozenset().union(*found)

    def owns(self, said: object, version: int) -> bool:
        """Return whether a number in a change of that version means this person; what is no number means nobody."""
        number = int(str(said)) if str(said).isdecimal() else 0
        until = version if self.until is None else self.until
        return number in self.merged or (number == self.number > 0 and self.since < version <= until)

    @property
    def former(self) -> QuerySet[FormerEntry]:
        """Return the rows of what the entry was, also those of the entries that were merged into it."""
        own = Q(number=self.number, version__gt=self.since)
        if self.until is not None:
            own &= Q(version__lte=self.until)
        return self.event.former_entries.filter(own | Q(number__in=self.merged))


def people_of(event: Event) -> list[Person]:
    """Return everybody who has or had an entry in the event, by number; a number that was given anew means two people.

    Whoever only registered is the last.
    """
    entries = {entry.number: entry for entry in event.entries.all()}
    lives: dict[int, list[Person]] = {number: [Person(event, number, frozenset())] for number in entries}
    for row in event.former_entries.order_by("version", "pk"):
        own = lives.setdefault(row.number, [Person(event, row.number, frozenset())])
        own[-1] = replace(own[-1], names=own[-1].names | _names_in(row.named))
        if row.ends:
            own[-1] = replace(own[-1], until=row.version)
            own.append(Person(event, row.number, frozenset(), since=row.version))
    for other in TakenOver.objects.filter(entry__event=event).select_related("entry"):
        own = lives[other.entry.number]
        own[-1] = replace(own[-1], names=own[-1].names | {_parts_of(other)})
    gone = _merged(event, entries)
    found = []
    for number, own in sorted(lives.items()):
        if number in entries:
            own[-1] = replace(own[-1], entry=entries[number], names=own[-1].names | {_parts_of(entries[number])})
        merged = tuple(sorted(other for other, kept in gone.items() if kept == number))
        more = frozenset().union(*(person.names for other in merged for person in lives.get(other, ())))
        found += [
            replace(person, merged=merged, names=person.names | more) if person is own[-1] else person
            for person in own
            if person.entry or (person.names and number not in gone)
        ]
    return _with_registrations(event, found)


def _names_in(named: Mapping[str, str]) -> frozenset[NameParts]:
    """Return the names that the columns of a former entry have, also of who else had the seat (R71)."""
    rows = ([named.get(f"{before}{part}", "") for part in PARTS] for before in ("", "taken_"))
    return frozenset(
        (name or f"{given} {family}", given, family) for name, given, family in rows if name or (given and family)
    )


def _parts_of(row: Entry | TakenOver | Registration) -> NameParts:
    """Return the name of a row."""
    return row.name, row.given_name, row.family_name


def _merged(event: Event, entries: Mapping[int, Entry]) -> dict[int, int]:
    """Return into which number each entry was merged that is no more; versions before 4.0 merged entries."""
    done = event.changes.filter(act=Act.MERGE_ENTRIES.value).values_list("after", flat=True)
    merges = (after["merge"] for after in done if "merge" in after)
    return {merge["gone"]: merge["kept"] for merge in merges if merge["gone"] not in entries}


def _with_registrations(event: Event, people: Sequence[Person]) -> list[Person]:
    """Return the people with their registrations, by the entry or the name, and those who only registered.

    A registration that waits beside an entry of the same name may be a namesake's, so it is somebody to choose for itself.
    """
    rows = {row.number: row for row in event.registrations.select_related("entry")}
    taken: set[int] = set()
    found = []
    for person in people:
        own = {
            number: row
            for number, row in rows.items()
            if (row.entry == person.entry if row.entry else _is_named_so(person, row))
        }
        names = person.names | {_parts_of(row) for row in own.values() if row.entry}
        taken |= own.keys()
        found.append(replace(person, names=names, registrations=tuple(sorted(own))))
    return found + [
        Person(event, 0, frozenset({_parts_of(row)}), since=number, registrations=(number,))
        for number, row in sorted(rows.items())
        if number not in taken and not row.entry and row.name
    ]


def _is_named_so(person: Person, row: Registration) -> bool:
    """Return whether a registration without an entry is this person's, by the name; one that waits is nobody's who is entered."""
    is_waiting = row.state == RegistrationState.OPEN.value
    return name_key(row.name) in person.keys and not (is_waiting and person.entry)


def people_matching(people: Iterable[Person], key: str) -> list[Person]:
    """Return those who are or were called that, by the plain form of the name."""
    return [person for person in people if key in person.keys]


def all_people() -> Iterator[Person]:
    """Give everybody of all events, by date."""
    return (person for event in Event.objects.order_by("date", "slug") for person in people_of(event))


def namesakes(people: Iterable[Person], chosen: Collection[Person]) -> list[Person]:
    """Return those who are not chosen and are or were called like one who is."""
    keys = frozenset().union(*(person.keys for person in chosen))
    taken = {person.mark for person in chosen}
    return [person for person in people if person.mark not in taken and not person.keys.isdisjoint(keys)]
