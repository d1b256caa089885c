"""Copies by hand, in a browser: one downloaded by a press, a stick chosen on a page, and a second laptop that continues from either."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from tests.conftest import ROOT
from tests.tournament.keeping.browsing import Browser
from tests.tournament.keeping.evening import Evening
from tests.tournament.serving.running import (
    Served,
    can_leave_the_network,
    command,
    fetch,
    hall_database,
    installed,
    put_migrated,
    serving,
    surroundings,
    wait,
)
from tournament.installation.addresses import network_address
from tournament.installation.copies.snapshots import KEY, KEY_TABLE, check_copy, key_inside, names_in
from tournament.installation.environment import joined_environment
from tournament.installation.serve_folder import serve_folder

PASSWORD = "tiles and chains"


def a_hall(home: Path, evening: Evening) -> tuple[str, tuple[str, str]]:
    """The first laptop, whose director administers it: the event's address and two printed codes."""
    slug, codes, _game = evening.lay(home)
    with closing(sqlite3.connect(hall_database(home))) as opened:
        opened.execute("UPDATE auth_user SET is_superuser = 1, is_staff = 1 WHERE username = 'director'")
        opened.commit()
    return slug, codes


def key_of(home: Path) -> str:
    return (serve_folder(surroundings(home)) / KEY).read_text().strip()


def befores(home: Path) -> list[str]:
    names = sorted(names_in(hall_database(home).with_name("snapshots")))
    return [name.partition("-before-")[2].removesuffix(".sqlite3") for name in names]


def logged_in(served: Served) -> Browser:
    browser = Browser(served.port).open("/login/")
    assert browser.send("/login/", username="director", password=PASSWORD).address == "/desk/"
    return browser


def both_at_once(first: Browser, second: Browser, path: str, **fields: str) -> None:
    """Two presses of the same button at the same moment."""
    presses = [Thread(target=each.send, args=(path,), kwargs=fields) for each in (first, second)]
    for press in presses:
        press.start()
    for press in presses:
        press.join()


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    """The folder in which sticks are plugged in: two of them."""
    for name in ("BLUE", "RED"):
        (tmp_path / "sticks" / name).mkdir(parents=True)
    return tmp_path / "sticks"


def test_a_day_is_copied_by_hand_and_two_other_laptops_continue_from_it(
    tmp_path: Path, sticks: Path, kept_database: Path, evening: Evening
) -> None:
    first = tmp_path / "first"
    slug, codes = a_hall(first, evening)
    with serving(first, TOPTABLE_STICKS=str(sticks)) as served:
        served.until_up(f"/{slug}/")
        director = logged_in(served)
        downloaded = a_copy_is_downloaded_by_one_press(director, tmp_path, key_of(first))
        snapshots = hall_database(first).with_name("snapshots")
        a_stick_is_chosen_by_two_who_press_at_once(served, director, sticks / "BLUE", snapshots, key_of(first))
        another_stick_takes_its_place_and_none_is_the_end_of_it(director, sticks)
        assert director.send("/desk/phones/stick/", folder=str(sticks / "BLUE")).status == 200
        served.stop()
    with serving(first, TOPTABLE_STICKS=str(sticks)) as served:
        served.until_up(f"/{slug}/")
        words = logged_in(served).open("/desk/phones/").words
        assert f"Each snapshot is also copied to {sticks}/BLUE/top-table-snapshots ." in words, (
            "it is kept over a restart"
        )
        served.stop()
    from_the_stick(tmp_path / "second", sticks, slug, codes, kept_database)
    from_a_file(tmp_path / "third", downloaded, slug, codes, key_of(first), kept_database)


def a_copy_is_downloaded_by_one_press(director: Browser, folder: Path, key: str) -> Path:
    page = director.open("/desk/phones/")
    assert "There is no copy yet." not in page.words
    assert '<a class="button primary" href="/desk/phones/copy/">Download a copy of everything</a>' in page.text
    sent = director.open("/desk/phones/copy/")
    name = sent.headers["Content-Disposition"].partition('filename="')[2].rstrip('"')
    assert (sent.status, name[:10], name[-8:]) == (200, "top-table-", ".sqlite3")
    copy = folder / name
    copy.write_bytes(sent.body)
    check_copy(copy)
    assert key_inside(copy) == key, "a browser saves one file, so the key is in it"
    words = director.open("/desk/phones/").words
    assert "Last downloaded on " in words
    return copy


def a_stick_is_chosen_by_two_who_press_at_once(
    served: Served, director: Browser, stick: Path, snapshots: Path, key: str
) -> None:
    page = director.open("/desk/phones/")
    assert "No stick has been chosen. If this laptop fails, its copies are lost with it." in page.words
    assert ("BLUE" in page.words, "RED" in page.words) == (True, True)
    colleague = logged_in(served).open("/desk/phones/")
    both_at_once(director, colleague, "/desk/phones/stick/", folder=str(stick))
    for each in (director, colleague):
        assert f"There is now a copy on {stick.name}. Every snapshot will be copied there from now on." in each.words
        assert f"Each snapshot is also copied to {stick}/top-table-snapshots ." in each.words
        assert "in use" in each.words
    kept = stick / "top-table-snapshots"
    wait(lambda: names_in(kept) == names_in(snapshots))
    assert names_in(kept) == names_in(snapshots) != set()
    for name in names_in(kept):
        check_copy(kept / name)
    assert {path.name for path in kept.iterdir()} == {*names_in(kept), KEY}, "nothing is left half done"
    assert (kept / KEY).read_text().strip() == key
    served.until(f"Snapshots are also kept in {kept}.")


def another_stick_takes_its_place_and_none_is_the_end_of_it(director: Browser, sticks: Path) -> None:
    shutil.rmtree(sticks / "BLUE")
    words = director.open("/desk/phones/").words
    assert f"{sticks}/BLUE/top-table-snapshots is missing: plug in the stick." in words
    assert (
        "is not there; plug in the stick" in director.send("/desk/phones/stick/", folder="/media/no such stick").words
    )
    assert "Enter the stick's folder" in director.send("/desk/phones/stick/", folder=" ").words
    (sticks / "RED" / "top-table-snapshots").write_text("a file where the folder should be")
    refused = director.send("/desk/phones/stick/", folder=str(sticks / "RED")).words
    assert f"{sticks}/RED/top-table-snapshots cannot be written: File exists; name another folder." in refused
    assert f"{sticks}/BLUE/top-table-snapshots is missing" in refused, "the choice before it stays"
    (sticks / "RED" / "top-table-snapshots").unlink()
    assert "There is now a copy on RED." in director.send("/desk/phones/stick/", folder=str(sticks / "RED")).words
    words = director.send("/desk/phones/stick/stop/").words
    assert "Nothing more will be copied to the stick. The copies already on it stay there." in words
    assert "No stick has been chosen." in words
    assert len(names_in(sticks / "RED" / "top-table-snapshots")) >= 4
    (sticks / "BLUE").mkdir()


def new_laptop(home: Path, kept: Path) -> Path:
    """A laptop on which `serve` was started once, and nobody has an account."""
    put_migrated(kept, hall_database(home))
    return home


def from_the_stick(home: Path, sticks: Path, slug: str, codes: tuple[str, str], kept: Path) -> None:
    with serving(new_laptop(home, kept), TOPTABLE_STICKS=str(sticks)) as served:
        served.until_up()
        key, browser, colleague = key_of(home), here(served), here(served)
        assert "Create your account" in browser.open("/").words
        words = browser.open("/let-in/copy/").words
        assert ("BLUE · " in words, "RED · " in words) == (True, True)
        newest = browser.text.partition("?copy=")[2].partition('"')[0]
        asked = browser.open(f"/let-in/copy/?copy={newest}").words
        assert "Continue with this copy? Made " in asked
        assert "Sample Cup 2026: 8 players, 0 of 2 rounds closed" in asked
        assert "Log in afterwards as director, with the same password as before." in asked
        assert Browser(served.port).open("/").status == 200
        colleague.open(f"/let-in/copy/?copy={newest}")
        value = asked_value(browser)
        both_at_once(browser, colleague, "/let-in/copy/use/", copy=value)
        for each in (browser, colleague):
            told_late = each.address == "/login/" and "Everything from the copy is here." in each.words
            assert told_late or each.address.partition("?")[0] == "/let-in/copy/opens/", each.words
            assert each.status == 200
        wait(lambda: browser.open("/let-in/copy/opens/").address == "/login/")
        assert "Everything from the copy is here. Log in with the same name and password as before." in browser.words
        assert key_of(home) != key, "the key came along"
        assert browser.send("/login/", username="director", password=PASSWORD).address == "/desk/"
        the_day_goes_on(served, slug, codes)
        assert befores(home) == ["take-over", "second-place"], "what was here is kept, once, and below the copy"
        assert "A copy from another machine is in use now." in served.said
        assert browser.open("/let-in/copy/").address == "/login/", "there are accounts now"
        left = {path.name for path in hall_database(home).parent.iterdir()}
        assert not [name for name in left if name.startswith(".") or name == "brought"]


def asked_value(browser: Browser) -> str:
    """The copy that the page which asks would send."""
    import html
    import re

    return html.unescape(re.findall(r'name="(?:copy|brought)" value="([^"]+)"', browser.text)[0])


def the_day_goes_on(served: Served, slug: str, codes: tuple[str, str]) -> None:
    of_table, of_player = codes
    for address in (f"/{slug}/c/1/1/{of_table}/", f"/{slug}/c/2/{of_player}/"):
        status, page = fetch(served.port, address)
        assert (status, "method=" in page) == (200, True), address


def from_a_file(home: Path, copy: Path, slug: str, codes: tuple[str, str], key: str, kept: Path) -> None:
    with serving(new_laptop(home, kept), TOPTABLE_STICKS=str(home / "none")) as served:
        served.until_up()
        browser = here(served).open("/let-in/copy/")
        assert "No stick is plugged in." in browser.words
        torn, archive = home / "torn.sqlite3", home / "cup.toptable"
        torn.write_bytes(copy.read_bytes()[:5000] + b"torn" * 500)
        archive.write_bytes(b"an archive")
        no_copy = "This file is damaged or is not a Top Table copy. Choose another file."
        assert no_copy in browser.bring("/let-in/copy/", torn).words
        assert "This is the archive of a single event." in browser.bring("/let-in/copy/", archive).words
        damaged_within(copy, torn)
        refused = browser.bring("/let-in/copy/", torn)
        if "Continue with this copy?" in refused.words:  # damage that only the check from end to end finds
            refused.send("/let-in/copy/use/", brought=asked_value(browser))
        assert refused.status == 409
        assert "damaged" in refused.words or "cannot be read as a database" in refused.words
        assert "Create your account" in here(served).open("/").words, "nothing has changed"
        later = home / "later.sqlite3"
        shutil.copyfile(copy, later)
        with closing(sqlite3.connect(later)) as opened:
            opened.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_of_next_year', '')"
            )
            opened.commit()
        assert "was written by a later version of Top Table" in browser.bring("/let-in/copy/", later).words
        assert "Continue with this copy?" in browser.bring("/let-in/copy/", copy).words
        assert browser.send("/let-in/copy/use/", brought=asked_value(browser)).address == "/let-in/copy/opens/"
        wait(lambda: browser.open("/let-in/copy/opens/").address == "/login/")
        assert key_of(home) == key
        the_day_goes_on(served, slug, codes)
        with closing(sqlite3.connect(hall_database(home))) as opened:
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
        assert KEY_TABLE not in tables, "the key is not left inside"


def damaged_within(copy: Path, target: Path) -> None:
    """A copy whose list of entries is overwritten: it opens, and is damaged."""
    whole = bytearray(copy.read_bytes())
    with closing(sqlite3.connect(copy)) as opened:
        (size,) = opened.execute("PRAGMA page_size").fetchone()
        (page,) = opened.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'tournament_changekey'"
        ).fetchone() or (opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'django_session'").fetchone())
    whole[(page - 1) * size : page * size] = b"\xff" * size
    target.write_bytes(whole)


# Who is at the machine


def test_only_the_browser_on_the_machine_itself_gets_in_by_a_press(tmp_path: Path, kept_database: Path) -> None:
    with serving(new_laptop(tmp_path / "home", kept_database)) as served:
        served.until_up()
        here = Browser(served.port).open("/")
        assert "Enter the code shown in its window" in here.words
        assert "Create your account" not in here.words
        assert here.send("/let-in/", code=served.code.upper()).address == "/"
        assert "Create your account" in here.words
        for other in others(served.port):
            assert "Create your account" not in other.open("/").words
            assert "Enter the code" not in other.words
            assert "This works only on the computer that runs Top Table" in other.open(f"/let-in/{served.code}/").words
            assert other.open("/let-in/copy/").address == "/"
            assert other.send("/let-in/link/").address in {"/", "/let-in/link/"}
        assert "Create your account" in here.send("/let-in/link/").words
        made = here.send(here.address, username="director", password1=PASSWORD, password2=PASSWORD)
        assert made.address == "/desk/"
        forgot = Browser(served.port).show(served.code)
        assert (forgot.address, "Enter the code" in forgot.words) == ("/login/", False)
        assert "New password: director" in forgot.words
        for other in others(served.port):
            assert "New password: director" not in other.open("/login/").words
        assert forgot.send("/let-in/link/", account="nobody").address == "/login/"
        assert "director" in forgot.send("/let-in/link/", account="director").words
        new = "another board with hotels"
        assert forgot.send(forgot.address, new_password1=new, new_password2=new).address == "/desk/"
        assert forgot.open("/desk/phones/copy/").status == 200, "an administrator may copy everything"


def here(served: Served) -> Browser:
    """This machine's own browser, which has shown the code of the window."""
    return Browser(served.port).show(served.code)


def others(port: int) -> list[Browser]:
    """Browsers that are not this machine's own, or came through somebody's proxy, and what they could make up."""
    made_up = [
        Browser(port, X_Forwarded_For="127.0.0.1"),
        Browser(port, X_Forwarded_For="10.0.0.7"),
        Browser(port, Via="1.1 tunnel"),
        Browser(port, Forwarded="for=127.0.0.1"),
        Browser(port, Host=f"{network_address() or 'localhost.example'}:{port}"),
    ]
    address = network_address()
    network = [Browser(port, address), Browser(port, address, X_At_This_Machine="yes", X_Forwarded_For="127.0.0.1")]
    return made_up[:4] + ([*network, made_up[4]] if address else [])


# A disk that is full or write-protected

CONTINUE = """
import os, sys
from pathlib import Path
sys.path.insert(0, ".")
import django
django.setup()
from django.conf import settings
from tournament.installation.copies.taking_over import continue_from, copies_on, may_continue
from tournament.installation.copies.second_place import places
from tournament.installation.copies.taking_over import TakeOverError
print(may_continue(), [(place.name, place.is_writable, place.is_full) for place in places()])
try:
    print(continue_from(Path(sys.argv[1])).has_key)
except TakeOverError as refusal:
    print(refusal)
print(sorted(path.name for path in Path(settings.SERVE_FOLDER).iterdir()), may_continue())
"""


@pytest.mark.skipif(not can_leave_the_network(), reason="this machine lets no program have mounts of its own (unshare)")
def test_on_a_full_disk_nothing_is_changed_and_sticks_are_told_apart(tmp_path: Path, kept_database: Path) -> None:
    other, folder, sticks = tmp_path / "other.sqlite3", tmp_path / "top-table", tmp_path / "sticks"
    put_migrated(kept_database, other)
    for each in (folder, sticks / "small", sticks / "locked"):
        each.mkdir(parents=True)
    size = other.stat().st_size + 300_000  # room for what is there, and for no second one
    script = "; ".join(
        [
            f"mount -t tmpfs -o size={size} tmpfs {folder}",
            f"mount -t tmpfs -o size=1m tmpfs {sticks}/small",
            f"mount -t tmpfs -o ro tmpfs {sticks}/locked",
            f"cp {other} {folder}/top-table.sqlite3",
            f"printf {'s' * 40} > {folder}/secret-key",
            f"exec {sys.executable} -c '{CONTINUE}' {other}",
        ]
    )
    given = {
        **joined_environment(serve_folder=str(folder)),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "TOPTABLE_STICKS": str(sticks),
        **installed(folder / "top-table.sqlite3"),
    }
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-ec", script],
        cwd=ROOT,
        env=surroundings(tmp_path, **given),
        capture_output=True,
        text=True,
    )
    before, refusal, after = done.stdout.splitlines() or [done.stderr] * 3
    assert before == "True [('locked', False, False), ('small', True, True)]", done.stderr
    assert refusal == f"{other} could not be restored: No space left on device."
    assert after == "['secret-key', 'top-table.sqlite3'] True"


def test_the_environment_may_have_chosen_the_second_place(tmp_path: Path, evening: Evening) -> None:
    home, stick = tmp_path / "home", tmp_path / "stick"
    a_hall(home, evening)
    stick.mkdir()
    folder = hall_database(home).with_name("snapshots")
    for name in names_in(folder):  # made long before the stick was plugged in
        (folder / name).rename(folder / re.sub(r"-\d{8}-", "-20260101-", name))
    with serving(home, TOPTABLE_SECOND_PLACE=str(stick)) as served:
        served.until_up()
        director, told = logged_in(served), f"Each snapshot is also copied to {stick} ."
        wait(lambda: names_in(stick) == names_in(folder))  # nobody has done anything yet
        director.open("/desk/phones/")
        assert "Where copies go is set for this installation" in director.words
        assert told in director.words
        assert "and cannot be changed here." in director.send("/desk/phones/stick/", folder=str(tmp_path)).words
        assert "and cannot be changed here." in director.send("/desk/phones/stick/stop/").words
    assert command(home, "serve", "--second-place", str(stick / "none")).returncode == 1
