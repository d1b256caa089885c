"""Address books in the versions that phones and mail programs write, and lists for pairing programs."""

from __future__ import annotations

import pytest

from tournament.day.office.files import FileError, text_of_file, text_of_pasted


def test_a_book_of_an_old_phone_has_its_letters_in_figures() -> None:
    book = (
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=B6=C3=9F;Zo=C3=AB;;;\r\n"
        "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB =\r\nGr=C3=B6=C3=9F\r\n"
        "ADR;HOME:;;Street 1;Town;;12345;Netherlands\r\nTEL;CELL:+31 6\r\nEND:VCARD\r\n"
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Dem=F6;Ben\r\nEND:VCARD\r\n"
    )
    assert text_of_file("a.vcf", book.encode()) == (
        "Name\tGiven name\tSurname\tCountry\nZoë Größ\tZoë\tGröß\tNetherlands\nBen Demö\tBen\tDemö\n".replace(
            "Demö\n", "Demö\t\n"
        )
    )


def test_a_book_of_today_has_groups_parameters_and_folded_lines() -> None:
    book = (
        "BEGIN:VCARD\nVERSION:4.0\nFN:Ada von\n  Demo\nN:von Demo;Ada;Maria;Dr.;\n"
        'item1.EMAIL;TYPE="home:x";PREF=1:ada@sample.example\nitem1.X-ABLabel:x\nADR;LABEL="1\\, x":;;;;;;Österreich\n'
        "NOTE:a:b;c\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:\nORG:Sample\\, Ltd.;x\nEND:VCARD\n"
    )
    assert text_of_pasted(book) == (
        "Name\tGiven name\tSurname\tCountry\tE-mail\n"
        "Ada von Demo\tAda Maria\tvon Demo\tÖsterreich\tada@sample.example\nSample, Ltd.\t\t\t\t\n"
    )


def test_a_book_that_was_cut_off_keeps_its_last_card_and_one_without_names_is_refused() -> None:
    assert text_of_pasted("BEGIN:VCARD\nFN:Ada Demo\nBEGIN:VCARD\nFN:Ben Demo") == "Name\nAda Demo\nBen Demo\n"
    with pytest.raises(FileError, match=r"“a\.vcf” is an address book without names"):
        text_of_file("a.vcf", b"BEGIN:VCARD\nTEL:1\nEND:VCARD\n")


SHORT = (
    "012 Sample Open\n032 NED\n"
    "001    1 m  GM Demo, Ada                         2501 NED     1000001 1990/02/28  0.0    1\n"
    "001    2 w     Demo, Ben\n"
    "001   13       van Sample, Zoë                        FRA\n"
)


def test_the_fixed_columns_of_a_pairing_program_are_read_as_far_as_a_line_goes() -> None:
    assert text_of_file("list.trf", SHORT.encode()) == (
        "No.\tTitle\tName\tRating\tFederation\tFIDE ID\tBirth\n"
        "1\tGM\tDemo, Ada\t2501\tNED\t1000001\t1990/02/28\n2\t\tDemo, Ben\t\t\t\t\n13\t\tvan Sample, Zoë\t\tFRA\t\t\n"
    )


def test_blanks_that_were_lost_on_the_way_do_not_matter() -> None:
    squeezed = "\n".join(" ".join(line.split()) for line in SHORT.splitlines())
    assert text_of_pasted(squeezed) == text_of_file("list.trf", SHORT.encode())


@pytest.mark.parametrize(
    "text",
    ["001 Ada Demo\n002 Ben Demo\n", "001;Ada Demo\n", "001 1 000 players\nAda Demo\nBen Demo\n", "001 Ada 1990\n"],
)
def test_a_list_that_only_begins_with_such_a_number_stays_as_it_is(text: str) -> None:
    assert text_of_pasted(text) == text
