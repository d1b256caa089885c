"""Every address of Top Table, as a site map: the director's desk under /desk/, an event's public pages under its own name.

The pages that apps add to the desk of every event, below ``/desk/EVENT/plugins/``.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.auth import views as auth
from django.urls import include, path, register_converter

from tournament.access.slices import slices
from tournament.desk import (
    attendance,
    changes,
    copies,
    draws,
    entries,
    event,
    events,
    finals,
    finding,
    hall,
    installation,
    rosters,
    round_page,
    seats,
    settings,
    sheets,
)
from tournament.desk.interrupted import LogIn
from tournament.desk.outside import entries as outside_check_ins
from tournament.desk.outside import entries as outside_entries
from tournament.desk.outside import results as outside_results
from tournament.desk.outside.asking import nothing_there
from tournament.desk.results import entering, tables
from tournament.installation.plugins import added_urls
from tournament.play.games.pages import board, hand, opening, protocol, rulings, taking, watching
from tournament.play.games.pages.browser import GameCode
from tournament.play.games.tables import desk as boards
from tournament.play.games.tables import seating as table_phones
from tournament.play.programs import pages
from tournament.play.programs import pages as series
from tournament.public import answers, exports, feeds, floor_reference, front, let_in, openapi, pentamind
from tournament.public import let_in as letting
from tournament.public import views as public
from tournament.public.devices import claiming, mine, reporting
from tournament.public.devices.holding import pages_of_phones


def pages_of_apps() -> list[Any]:
    """Return the pages of every app whose configuration has ``event_urls``, the module with its ``urlpatterns``."""
    added = ((config, added_urls(config)) for config in apps.get_app_configs())
    return [path(f"{config.label}/", include((module, config.label))) for config, module in added if module]


register_converter(GameCode, "game")

round_pages = [
    path("", round_page.show, name="desk_round"),
    path("arrangement/", draws.arrangement, name="desk_arrangement"),
    path("draw/", draws.draw, name="desk_draw"),
    path("draw/stop/", draws.stop, name="desk_stop_draw"),
    path("discard/", draws.discard, name="desk_discard"),
    path("publish/", round_page.publish, name="desk_publish"),
    path("withdraw/", round_page.withdraw, name="desk_withdraw_round"),
    path("clock/", round_page.clock, name="desk_clock"),
    path("swap/", seats.swap, name="desk_swap"),
    path("no-show/", hall.no_show, name="desk_no_show"),
    path("join/", hall.join, name="desk_join"),
    path("tiles/", seats.tiles, name="desk_tiles"),
    path("seating/", hall.seating, name="desk_seating"),
    path("move/", hall.move, name="desk_move"),
    path("renumber/", hall.renumber, name="desk_renumber"),
    path("retire/", hall.retire, name="desk_retire"),
    path("close/", round_page.close, name="desk_close"),
    path("reopen/", round_page.reopen, name="desk_reopen"),
    path("show-results/", round_page.show_held, name="desk_show_results"),
    path("hold-results/", round_page.hold_back, name="desk_hold_results"),
    path("boards/", boards.show, name="desk_boards"),
    path("boards/close/", boards.close, name="desk_close_boards"),
    path("boards/<int:table>/play/", boards.play, name="desk_play_on_devices"),
    path("boards/<int:table>/stop/", boards.stop, name="desk_play_at_the_table"),
    path("boards/<int:table>/accept/<int:player>/", boards.accept, name="desk_accept_for_seat"),
    path("results/", entering.grid, name="desk_results"),
    path("results/since/", entering.changed_results, name="desk_results_since"),
    path("results/accept/", entering.accept, name="desk_accept"),
    path("results/fix/", entering.mend, name="desk_mend"),
    path("results/check/<int:table>/", entering.check, name="desk_check"),
    path("tables/<int:table>/", tables.show, name="desk_table"),
    path("tables/<int:table>/phones/", tables.phones, name="desk_table_phones"),
    path("tables/<int:table>/phones/<int:device>/withdraw/", tables.withdraw, name="desk_withdraw_phone"),
    path("tables/<int:table>/code/withdraw/", tables.withdraw_code, name="desk_withdraw_code"),
    path("tables/<int:table>/game/", boards.rule, name="desk_game"),
    path("tables/<int:table>/reports/", entering.choose, name="desk_reports"),
    path("tables/<int:table>/correct/", tables.correct, name="desk_correct"),
    path("tables/<int:table>/restore/<int:version>/", tables.restore, name="desk_restore_result"),
    path("tables/<int:table>/equal-shares/", tables.equal_shares, name="desk_equal_shares"),
]

event_desk: list[Any] = [
    path("", event.show, name="desk_event"),
    path("since/", event.overview_changes, name="desk_event_since"),
    path("find/", finding.find, name="desk_find"),
    path("settings/", settings.settings, name="desk_settings"),
    path("times/", settings.plan, name="desk_plan"),
    path("end/", event.end, name="desk_end"),
    path("show/", event.show_to_players, name="desk_show"),
    path("hide/", event.hide, name="desk_hide"),
    path("size/<int:size>/", settings.confirm_size, name="desk_size"),
    path("entries/", entries.index, name="desk_entries"),
    path("entries/paste/", rosters.paste, name="desk_paste"),
    path("entries/add/", rosters.add, name="desk_add"),
    path("entries/check-in/since/", attendance.changed_rows, name="desk_check_in_since"),
    path("entries/check-in/", attendance.check_in, name="desk_check_in"),
    path("entries/<int:number>/", entries.edit, name="desk_entry"),
    path("entries/<int:number>/status/", attendance.status, name="desk_status"),
    path("entries/<int:number>/arrive/", hall.arrive, name="desk_arrive"),
    path("entries/<int:number>/remove/", entries.remove, name="desk_remove"),
    path("entries/<int:number>/phone/", entries.phone, name="desk_player_phone"),
    path("rounds/<int:number>/", include(round_pages)),
    path("meetings/", draws.meetings, name="desk_meetings"),
    path("draws/", draws.index, name="desk_draws"),
    path("standings/", finals.standings, name="desk_standings"),
    path("final/", finals.final_list, name="desk_final"),
    path("final/publish/", finals.publish, name="desk_publish_final"),
    path("final/withdraw/", finals.withdraw, name="desk_withdraw_final"),
    *(page for each in slices() for page in each.pages),
    path("changes/", changes.index, name="desk_changes"),
    path("changes/undo/", changes.undo, name="desk_undo"),
    path("sheets/", sheets.index, name="desk_sheets"),
    path("sheets/<slug:name>.pdf", sheets.pdf, name="desk_sheet"),
    path("archive.json", sheets.archive, name="desk_archive"),
    path("archive/", events.save, name="desk_save"),
    path("snapshots/", events.snapshots, name="desk_snapshots"),
    path("snapshots/<str:name>/restore/", events.go_back, name="desk_go_back"),
    path("plugins/", include(pages_of_apps())),
]

every_language: list[Any] = [
    path("", public.event, name="event"),
    path("live/", public.live, name="live"),
    path("find/", public.find, name="find"),
    path("everybody/", public.all_players, name="everybody"),
    path("rounds/<int:number>/", public.round_page, name="round"),
    path("rounds/<int:number>/results/", public.results, name="results"),
    path("rounds/<int:number>/tables/<int:table>/", public.table, name="table"),
    path("rounds/<int:number>/tables/<int:table>/replay/", public.replay, name="replay"),
    path("players/<int:number>/", public.player, name="player"),
    path("standings/", public.standings, name="standings"),
    path("prices/", floor_reference.of_event, name="floor_event"),
    path("how/", floor_reference.how_it_runs, name="how_it_runs"),
    *(page for each in slices() for page in each.public_pages),
    path("chart/", public.chart, name="chart"),
    path("medals/", public.medals, name="medals"),
    path("shared/<slug:token>/", public.shared_result, name="shared_result"),
    path("embed/standings/", exports.standings, name="embedded_standings"),
    path("embed/results/", exports.results, name="embedded_results"),
    path("calendar.ics", exports.calendar, name="calendar"),
]

for_programs: list[Any] = [
    path("now.json", feeds.version_now, name="json_now"),
    path("event.json", feeds.event, name="json_event"),
    path("rounds/<int:number>.json", feeds.draw, name="json_round"),
    path("rounds/<int:number>/results.json", feeds.results, name="json_results"),
    path("standings.json", feeds.standings, name="json_standings"),
    path("medals.json", feeds.medals, name="json_medals"),
]

from_outside: list[Any] = [
    path("entries/", outside_entries.every, name="api_entries"),
    path("entries/<int:number>/", outside_entries.one, name="api_entry"),
    path("check-ins/", outside_check_ins.every_check_in, name="api_check_ins"),
    path("results/", outside_results.every, name="api_results"),
    path("results/<int:number>/<int:table>/", outside_results.one, name="api_result"),
]

phones: list[Any] = [
    path("c/<int:number>/<int:table>/<slug:code>/", claiming.of_table, name="claim_table"),
    path("c/<int:number>/<slug:code>/", claiming.of_player, name="claim_player"),
    *pages_of_phones("", mine.show, "mine"),
    *pages_of_phones("now/", mine.now, "device_now"),
    *pages_of_phones("report/", reporting.report, "device_report"),
    *pages_of_phones("answer/", reporting.answer, "device_answer"),
    *pages_of_phones("leave/", claiming.leave, "device_leave"),
    *pages_of_phones("game/", table_phones.take, "device_game"),
    path("p/<int:player>/past/", mine.past, name="device_past"),
    *(page for each in slices() for page in each.phone_pages),
]

of_no_event: list[Any] = [
    path("", front.home, name="home"),
    path("pentamind/", pentamind.show, name="pentamind"),
    path("floor/", floor_reference.reference, name="floor"),
    path("floor/help/", floor_reference.show, name="help"),
    path("floor/rules/", floor_reference.rules, name="rules"),
    path("floor/<slug:chain_set>/", floor_reference.reference, name="floor_set"),
]

of_the_installation: list[Any] = [
    path("robots.txt", answers.robots, name="robots"),
    path("openapi.json", openapi.show, name="openapi"),
    path("api/v1/<slug:slug>/", include(from_outside)),
    path("api/<path:name>", nothing_there, name="nothing_outside"),
    path("static/<path:name>", answers.show, name="earlier_file"),  # of another version
    path("login/", LogIn.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("let-in/", letting.let_in_code, name="let_in_code"),
    path("let-in/link/", let_in.link, name="link_here"),
    path("let-in/copy/", let_in.copies, name="continue_from_copy"),
    path("let-in/copy/use/", let_in.use_copy, name="use_copy"),
    path("let-in/copy/opens/", let_in.opening, name="copy_opens"),
    path("let-in/<str:token>/", letting.let_in, name="let_in"),
    path("game/", opening.show, name="games"),
    path("game/new/", opening.show, name="game_new"),
    path("game/against/", pages.play_against, name="games_against"),
    path("game/protocol/", protocol.speak, name="game_protocol"),
    path("game/series/<game:code>/", series.show_series, name="series"),
    path("game/series/<game:code>/control/<str:token>/", series.control, name="series_control"),
    path("game/series/<game:code>/wish/", series.wished, name="series_wish"),
    path("game/<game:code>/", board.show, name="game_board"),
    path("game/<game:code>/join/", board.join, name="game_join"),
    path("game/<game:code>/hand/", hand.show, name="game_hand"),
    path("game/<game:code>/play/", hand.show, {"is_whole": True}, name="game_play"),
    path("game/<game:code>/uncover/", opening.uncover, name="game_uncover"),
    path("game/<game:code>/program/", pages.sit, name="game_program"),
    path("game/<game:code>/leave/", opening.leave, name="game_leave"),
    path("game/<game:code>/again/", opening.open_rematch, name="game_again"),
    path("game/<game:code>/host/", rulings.show, name="game_host"),
    path("game/<game:code>/play-on/", rulings.play_on, name="game_play_on"),
    path("game/<game:code>/seat/", taking.ask, name="game_seat_code"),
    path("game/<game:code>/seat/<str:token>/", taking.show, name="game_seat"),
    path("game/<game:code>/watch/", watching.show, name="game_watch"),
    path("game/<game:code>/replay/", watching.replay, name="game_replay"),
    path("game/<game:code>/log.acq", board.log, {"kind": "acq"}, name="game_log"),
    path("game/<game:code>/log.json", board.log, {"kind": "json"}, name="game_log_json"),
    *(page for each in slices() for page in each.site_pages),
    path("desk/", events.index, name="desk"),
    path("desk/find/", finding.find_everywhere, name="desk_find_everywhere"),
    path("desk/phones/", installation.phones, name="desk_installation"),
    path("desk/phones/copy/", copies.download, name="desk_download_copy"),
    path("desk/phones/stick/", copies.choose, name="desk_choose_stick"),
    path("desk/phones/stick/stop/", copies.stop, name="desk_stop_stick"),
    path("desk/account/", installation.own_password, name="desk_account"),
    path("desk/accounts/", installation.index, name="desk_accounts"),
    path("desk/accounts/front/", installation.front_page, name="desk_front_page"),
    path("desk/accounts/<int:pk>/close/", installation.close, name="desk_close_account"),
    path("desk/accounts/<int:pk>/let-in/", installation.let_in_again, name="desk_let_in_again"),
    path("desk/accounts/<int:pk>/run/", installation.run, name="desk_let_run"),
    path("desk/new/", events.create, name="desk_new"),
    path("desk/new/<slug:format_key>.json", events.format_file, name="desk_format"),
    path("desk/copy/", events.copy, name="desk_copy"),
    path("desk/restore/", events.bring_back, name="desk_restore"),
    path("desk/language/", installation.choose, name="desk_language"),
    path("desk/<slug:slug>/", include(event_desk)),
]

of_an_event = [*for_programs, *phones]

urlpatterns: list[Any] = [
    *of_no_event,
    *of_the_installation,
    path("<slug:slug>/", include([*every_language, *of_an_event])),
]

EVERY_READER_ALIKE = frozenset(str(each.name) for each in (*of_no_event, *every_language, *for_programs))
"""The names of pages that are answered alike to everybody: their address alone decides the language."""

# Where the program cannot go on, or cannot read what came: neither asks the database or the session.
handler400 = "tournament.public.answers.answer_to_bad_request"
handler500 = "tournament.public.answers.answer_to_error"
