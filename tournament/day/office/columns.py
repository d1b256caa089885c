"""The headings of a list's columns, in any order, in common spellings and languages, and which of them are read.

Telephone numbers, addresses and nicknames are not read (2.1: drop them on import). A heading that means the whole name in one list and a
part of it in another ("Nom", "Name") is understood by the other headings of the list.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop

SEARCHED_LINES = 10
"""The number of lines that are searched for headings, since a list may have a title above them."""
LONGEST_LINE = 20_000
PIPE_HEADINGS = (
    "Index|First Name|Last Name|ContestantId|RatingPoints|SeedingPoints|IsJunior|Phone|Email|Online Nicknames|Discord Nickname|Whatsapp|"
    "EntryId|Country"
)
"""The columns of the organiser's list for pairing programs, which has no line of headings."""


class PlayerField(StrEnum):
    """A field of a player that is read from a column; the value is its name in English, `words` in the reader's language."""

    NAME = gettext_noop("name")
    GIVEN = gettext_noop("given name")
    FAMILY = gettext_noop("surname")
    COUNTRY = gettext_noop("country")
    JUNIOR = gettext_noop("junior")
    NUMBER = gettext_noop("organiser's number")

    @property
    def words(self) -> str:
        """The name of the field on pages."""
        return _(self.value)


_HEADINGS: Mapping[PlayerField, str] = {
    PlayerField.NAME: (
        "name, full name, player, player name, players, participant, contestant, contestant name, competitor, entrant, nombre completo, "
        "nom complet, nom et prenom, nome completo, vollstandiger name, spieler, spielername, teilnehmer, joueur, joueuse, jugador, "
        "giocatore, speler, deelnemer, naam, volledige naam, nom, nome, nombre, nombre y apellidos, navn, namn, nimi, nev, teljes nev, "
        "jmeno, meno, imie i nazwisko, zawodnik, gracz, hrac, jatekos, deltager, deltagare, pelaaja, isim, ad soyad, adi soyadi, oyuncu, "
        "ime i prezime, ime in priimek, nume, nume si prenume, vardas ir pavarde, vards uzvards, имя, имя и фамилия, фио, игрок, участник, "
        "ім'я, ονομα, ονοματεπωνυμο, 名前, 氏名, 姓名, 이름, 성명, الاسم, שם"  # not said
    ),
    PlayerField.GIVEN: (
        "first name, firstname, first, given name, given names, given, forename, forenames, fore name, christian name, vorname, vornamen, "
        "prenom, prenoms, nombre de pila, nombres, nome proprio, prenome, voornaam, roepnaam, fornavn, fornamn, etunimi, "
        "keresztnev, utonev, krestni jmeno, krstne meno, imie, imiona, ime, prenume, vardas, vards, eesnimi, primeiro nome, ad, adi, "
        "on isim, имя отчество, 名, 이름만"  # not said
    ),
    PlayerField.FAMILY: (
        "last name, lastname, last, surname, family name, familyname, family, nachname, familienname, nom de famille, "
        "apellido, apellidos, primer apellido, cognome, achternaam, efternavn, etternavn, efternamn, vezeteknev, "
        "csaladnev, prijmeni, priezvisko, nazwisko, prezime, priimek, nume de familie, pavarde, uzvards, perekonnanimi, apelido, "
        "sobrenome, ultimo nome, soyad, soyadi, soyisim, фамилия, прізвище, επωνυμο, 姓"  # not said
    ),
    PlayerField.COUNTRY: (
        "country, countries, nationality, nat, nation, federation, fed, country code, nation code, noc, ioc, flag, land, staat, "
        "nationalitat, staatsangehorigkeit, herkunft, pays, nationalite, pais, nacionalidad, nacionalidade, paese, nazione, nazionalita, "
        "nationaliteit, nationalitet, kraj, narodowosc, zeme, stat, krajina, orszag, nemzetiseg, maa, kansalaisuus, drzava, tara, salis, "
        "valsts, riik, ulke, uyruk, страна, країна, χωρα, 国, 国籍, 국가, الدولة"  # not said
    ),
    PlayerField.JUNIOR: (
        "is junior, isjunior, junior, jnr, jun, jr, youth, under 18, u18, jugend, jugendlich, jeune, juvenil, giovane, jeugd, mlodzik, "
        "junior yn, isjuniorstr"  # not said
    ),
    PlayerField.NUMBER: (
        "contestant id, contestantid, contestant no, contestant number, player id, playerid, mind sport id, mindsportid, mso id, msoid, "
        "natid, nat id, member id, membership number, member number, id, id no, id number, organiser's number, organisers number, "
        "organizer's number, teilnehmernummer, mitgliedsnummer, spielernummer, numero de licence, licence, license, deelnemernummer, "
        "numero de jugador, codice"  # not said
    ),
}


def _plain(heading: str) -> str:
    """Return a heading as letters and figures only: "First_Name", "first name" and "FirstName:" become equal."""
    return "".join(sign for sign in name_key(heading) if sign.isalnum())


_PARTS: Mapping[str, PlayerField] = {
    _plain(heading): part for part, headings in _HEADINGS.items() for heading in headings.split(", ")
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list: the delimiter, the index of the column of each field, and all headings."""

    delimiter: str
    places: Mapping[PlayerField, int]
    headings: tuple[str, ...]

    @property
    def read(self) -> tuple[tuple[PlayerField, str], ...]:
        """The fields that are read and their headings, in the order of the columns."""
        return tuple((part, self.headings[at]) for part, at in sorted(self.places.items(), key=lambda pair: pair[1]))

    @property
    def unread(self) -> tuple[str, ...]:
        """The headings of columns that are not read."""
        places = set(self.places.values())
        return tuple(heading for at, heading in enumerate(self.headings) if heading and at not in places)

    def cells_of(self, line: str) -> Mapping[PlayerField, str]:
        """Return the cells of a line by field; fields without a column, or without a cell on this line, are left out."""
        cells = cells_in(line, self.delimiter)
        surplus = len(cells) - len(self.headings) if cells and cells[-1] else len(cells) - len(self.headings) - 1
        found = {}
        for part, at in self.places.items():
            # The organiser's list does not quote telephone numbers: a comma in one moves the last column, the country, to the right.
            place = at + max(surplus, 0) if at == len(self.headings) - 1 else at
            if place < len(cells):
                found[part] = cells[place]
        return found


def cells_in(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line without white space around them."""
    return [cell.strip() for cell in next(csv.reader(io.StringIO(line), delimiter=delimiter), [])]


def find_columns(lines: Sequence[str]) -> tuple[int, Columns] | None:
    """Return the index of the first line with headings, and its columns; None if the list has none and is read line by line.

    The index is -1 for the organiser's list without a line of headings. Below the first line a line counts as headings only if it names
    two fields, since a title may say "Players".
    """
    for place, line in enumerate(lines[:SEARCHED_LINES]):
        columns = columns_of(line)
        if columns is not None and (place == 0 or len(columns.places) > 1):
            return place, columns
    if lines and lines[0].count("|") >= PIPE_HEADINGS.count("|"):
        columns = columns_of(PIPE_HEADINGS)
        return (-1, columns) if columns else None
    return None


def columns_of(line: str) -> Columns | None:
    """Return the columns if the line is a line of headings; None if it does not name the players in one column or in two."""
    delimiter = max("\t;,|", key=line.count)
    headings = cells_in(line, delimiter)
    places: dict[PlayerField, int] = {}
    for at, heading in enumerate(headings):
        part = _PARTS.get(_plain(heading))
        if part is not None:
            places.setdefault(part, at)
    places = _with_split_names(places)
    if PlayerField.NAME not in places and not {PlayerField.GIVEN, PlayerField.FAMILY} <= set(places):
        return None
    return Columns(delimiter, places, tuple(headings))


def _with_split_names(places: Mapping[PlayerField, int]) -> dict[PlayerField, int]:
    """Return the columns with the column of whole names understood as surnames if there is one of given names, and the reverse.

    Examples are "Nom, Prénom" and "Nombre, Apellidos".
    """
    by_part = dict(places)
    names = {PlayerField.NAME, PlayerField.GIVEN, PlayerField.FAMILY} & set(by_part)
    if names == {PlayerField.NAME, PlayerField.GIVEN}:
        by_part[PlayerField.FAMILY] = by_part.pop(PlayerField.NAME)
    elif names == {PlayerField.NAME, PlayerField.FAMILY}:
        by_part[PlayerField.GIVEN] = by_part.pop(PlayerField.NAME)
    return by_part
