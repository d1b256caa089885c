"""Truthful logs in the habits of scribes: in none of them is anything wrong, so the judge has nothing to say and proves everything."""

from __future__ import annotations

from random import Random
from typing import Final

from laboratory.mistakes.habits import added, arranged, left_out, worded
from laboratory.mistakes.habits.telling import Habit, text_of
from laboratory.mistakes.sheets import SampleLog


def as_it_is(sheet: SampleLog, _: Random) -> str:
    """The log in the notation of a game in which nobody calls the end: no tile can be placed any more, or tiles have run out."""
    return text_of(sheet, sheet.record.events)


HABITS: Final = (
    # What is left out.
    Habit("no turn numbers", left_out.no_turn_numbers),
    Habit("no bonus lines", left_out.no_bonuses),
    Habit("no hold", left_out.no_hold),
    Habit("holders who keep everything unsaid", left_out.silent_holders),
    Habit("nothing bought unsaid", left_out.no_empty_purchase),
    Habit("one player's counts", left_out.one_players_counts),
    Habit("no counts", left_out.no_counts),
    Habit("no final", left_out.no_final),
    Habit("the winner's final alone", left_out.winners_final),
    Habit("no word for the end", left_out.no_end),
    Habit("no starting tiles", left_out.no_starting_tiles),
    Habit("no edition", left_out.no_edition, ("mso",)),
    Habit("one player's hand", left_out.one_hand, is_full=True),
    Habit("draws unseen", left_out.unseen_draws, is_full=True),
    Habit("everything told", left_out.everything, is_full=True),
    Habit("tiles that run out", as_it_is, ("netacquire",), is_played_on=True),
    # What is arranged otherwise.
    Habit("disposals before bonuses", arranged.disposals_before_bonuses),
    Habit("bonuses of all chains first", arranged.bonuses_of_all_chains_first),
    Habit("disposals by seats", arranged.disposals_by_seats),
    Habit("purchase beside the tile", arranged.purchase_beside_tile),
    Habit("sole holder's bonus in two lines", arranged.sole_bonus_in_two_lines),
    Habit("sale and trade in two lines", arranged.disposal_in_two_lines),
    Habit("end before buying nothing", arranged.end_before_nothing),
    Habit("end before the purchase", arranged.end_before_purchase, ("wikipedia",)),
    # What is added.
    Habit("own count after each turn", added.own_count_after_each_turn),
    Habit("counts after each round", added.counts_after_each_round),
    Habit("count at the start", added.count_at_the_start),
    Habit("bonuses of the winding-up", added.winding_up),
    Habit("times", added.times),
    Habit("breaks", added.breaks),
    Habit("remarks", added.remarks),
    Habit("marks behind lines", added.marks),
    Habit("rounds", added.rounds),
    Habit("full header", added.full_header),
    # Words and signs.
    Habit("capitals", worded.capitals),
    Habit("small letters", worded.small_letters),
    Habit("a line for each clause", worded.line_for_each_clause),
    Habit("commas", worded.commas),
    Habit("slashes", worded.slashes),
    Habit("initials", worded.initials, ("mso",)),
    Habit("letter first", worded.letter_first),
    Habit("heads of turns in words", worded.turn_heads),
    Habit("dollars", worded.dollars),
    Habit("share by share", worded.share_by_share),
    Habit("cost in brackets", worded.cost_in_brackets),
    Habit("disposals as sentences", worded.disposals_as_sentences),
    Habit("disposals as letters", worded.disposals_as_letters),
    Habit("arrows", worded.arrows),
    Habit("past tense", worded.past_tense),
    Habit("two turns a line", worded.two_turns_a_line),
    Habit("table with bars", worded.table_with_bars),
    Habit("finals in a column", worded.finals_in_column),
    Habit("finals by rank", worded.finals_ranked),
    Habit("majority and minority", worded.majority_and_minority),
    Habit("bonus of two together", worded.tied_bonus_together),
)

__all__ = ["HABITS", "Habit"]
