"""What each form of the desk shows and compares before it acts, where its page sends no mark of all that it shows."""

from __future__ import annotations

from collections.abc import Mapping

COMPARED: Mapping[str, str] = {
    "desk_absence": "the rounds one by one (test_overtaken)",
    "desk_accept": "the reports that the page showed as agreed",
    "desk_apply_log": "the cash, a conflict of results shows both (disputes/test_rulings)",
    "desk_arrive": "each way in under a mark of its own (test_shown)",
    "desk_cancel_penalty": "the figures that move, under their mark",
    "desk_check_in": "who is expected, and the status of a row (test_shown)",
    "desk_correct": "the amounts one by one; who sat where under a mark (test_stale, rounds/test_who_sat)",
    "desk_discard": "the key of the draft (test_overtaken)",
    "desk_draw": "who plays, and the key of the draft (test_overtaken)",
    "desk_entry": "its fields one by one (test_stale)",
    "desk_give_prizes": "what moves medals since its page was shown",
    "desk_helper": "its fields one by one",
    "desk_mend": "the stamp of the table (rounds/test_mending_results)",
    "desk_notice": "the notice (test_overtaken)",
    "desk_paste": "the lines and their ticks (test_shown, people/test_list_again)",
    "desk_penalties": "the figures that move, under their mark",
    "desk_plan": "its fields one by one (events/test_planned)",
    "desk_publish": "the draft, as it fits the event (rounds/test_stale)",
    "desk_publish_final": "what moves medals since its page was shown",
    "desk_registration_settings": "its fields one by one",
    "desk_registrations": "who has registered, under marks (test_overtaken)",
    "desk_reports": "the keys of the reports",
    "desk_restore_penalty": "the figures that move, under their mark",
    "desk_results": "the amounts one by one (test_stale)",
    "desk_settings": "its fields one by one; figures that move under their mark (test_stale)",
    "desk_status": "the status of the entry (test_shown)",
    "desk_take_chart": "the key of the draft",
    "desk_tie": "the players of the tie",
    "desk_tiles": "tiles and tables one by one (test_overtaken)",
    "desk_undo": "the figures that move, and what rests on the change",
}
"""The forms that show something that another desk may change, and what of it is compared before they act; where that is tested."""

SAYS_ALL = {
    *("desk_accept_for_seat", "desk_add", "desk_apart", "desk_attach_log", "desk_calls", "desk_clock"),
    *("desk_close", "desk_close_boards", "desk_delete", "desk_explain_words", "desk_fill_in"),
    *("desk_give_back", "desk_give_time", "desk_helpers", "desk_make_token", "desk_withdraw_token"),
    *("desk_hide", "desk_hold_results", "desk_let_meet", "desk_open_dispute", "desk_open_registration"),
    *("desk_play", "desk_play_at_the_table", "desk_play_on_devices", "desk_player_phone", "desk_publish_log"),
    *("desk_registration_link", "desk_scribe", "desk_self_check_in", "desk_settle_dispute", "desk_sheets"),
    *("desk_show", "desk_show_results", "desk_size", "desk_stop_draw", "desk_stored", "desk_take_out"),
    *("desk_withdraw_helper", "desk_withdraw_invitation"),
}
"""The forms whose button says all that they do, whatever another desk does meanwhile."""

ON_THE_SCREEN = "desk_give_prizes"
"""What is pressed on the hall's screen, which shows no messages."""
