"""How an event runs, in sentences for players: tables and times, rounds, how results become scores, ties and medals.

For the public page of that name, for whoever chooses a format, and on paper, where scores are computed by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec.structs

from tournament.record.formats import Bonus, Fines, Format, Part, Scale, Share, Stage
from tournament.record.vocabulary import FineTiming, Key, LastRound, NegativeCash, RoundKind, SitOutKind, Who
from tournament.scores.explaining import how_scored
from tournament.scores.factors import NO_BONUS, NO_MULTIPLIER, shown_multiplier
from tournament.scores.order import key_in_words
from tournament.tellings.words import dollars, thousandths
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row


def in_three_lines(form: Format) -> tuple[str, str, str]:
    """Return what a format means: how results become scores, how rounds are made, and what decides between equal totals."""
    rounds = _in_short(form.rounds) if form.rounds[-1].is_cut else " ".join(map(_stage_line, form.rounds))
    by_players = _("By the number of players there are more rounds or fewer.")
    return how_scored(form), " ".join((rounds, *[by_players] * bool(form.plans))), _ties_line(form)


def how_it_runs(form: Format, rounds: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return how an event of ``rounds`` rounds runs: headings, each with its sentences."""
    tables = form.tables
    sizes = _(
        "A table has {least} to {most} players, if possible {wished}.",
        least=tables.least,
        most=tables.most,
        wished=tables.wished,
    )
    earlier = rounds - sum(stage.rounds for stage in form.rounds[1:])
    stages = (msgspec.structs.replace(form.rounds[0], rounds=max(1, earlier)), *form.rounds[1:])
    planned = [
        _("From {n} players: {stages}", n=least, stages=_in_short(stages))
        for least, stages in sorted(form.plans.items())
    ]
    byes = ngettext("At most {n} player sits out of a round.", "At most {n} players sit out of a round.", tables.byes)
    gives = not form.parts.isdisjoint((Part.MEDALS, Part.PENTAMIND))
    leaving = _("Whoever leaves before the end keeps the place that the total gives.")
    if gives and not form.leavers_rank:
        leaving = _("Whoever leaves before the end gets no medal and no points.")
    drawn = seating_lines(form, 1)  # without the reading of R44, which is not public
    medals = final_lines(form, rounds) if Part.MEDALS in form.parts else ()
    return (
        (_("Tables and clocks"), (sizes, clock_line(form)))
        if tables.minutes
        else (_("Tables"), (sizes, *[byes] * (tables.byes > 1))),
        (_("Rounds"), (*map(_stage_line, stages[:rounds]), *planned, *drawn)),
        (_("Scores"), recipe_lines(form)),
        (_("Ties and medals") if medals else _("Ties"), (_ties_line(form), *medals, leaving)),
    )


def plan_line(form: Format, players: int) -> str:
    """Return the stages for so many players, those of the next larger plan, and how to choose another; empty without plans."""
    larger = [least for least in sorted(form.plans) if least > players][:1]
    return " ".join(
        (
            _("With {n} players: {stages}", n=players, stages=_in_short(form.planned_for(players).rounds)),
            *(_("From {n} players: {stages}", n=least, stages=_in_short(form.plans[least])) for least in larger),
            _("The number of rounds in the settings chooses another plan."),
        )
        if form.plans
        else ()
    )


def _in_short(stages: Sequence[Stage]) -> str:
    """Return stages in one sentence, the later ones by who plays them."""
    first, *later = stages
    made = ngettext("{n} round ({how})", "{n} rounds ({how})", first.rounds, how=first.how.words)
    who = [
        ngettext("the winner of each table", "the best {n} of each table", stage.count)
        if stage.who is Who.WINNERS
        else ngettext("the best player", "the best {n}", stage.count)
        for stage in later
    ]
    told = _(", then ").join((made, *who))
    return f"{told}."


def _stage_line(stage: Stage) -> str:
    """Return how the rounds of a stage are made."""
    is_drawn = stage.last_round is LastRound.DRAWN
    how = RoundKind.RANDOM.words if is_drawn else stage.how.words
    if stage.if_tables and not is_drawn:
        how = ngettext("{how} with {n} table or more", "{how} with {n} tables or more", stage.if_tables, how=how)
    made = ngettext("{n} round: {how}.", "{n} rounds: {how}.", stage.rounds, how=how)
    return " ".join(filter(None, (made, _who_line(stage), stage.seats.words if stage.seats.said else "")))


def _who_line(stage: Stage) -> str:
    """Return who plays the rounds of a stage and whether they count; empty where everybody plays rounds that count."""
    told = []
    if stage.who is Who.COMES:
        told.append(_("Whoever comes plays."))
    elif stage.who is Who.BEST:
        told.append(
            ngettext("The best player of the standings plays.", "The best {n} of the standings play.", stage.count)
        )
    elif stage.who is Who.WINNERS:
        told.append(ngettext("The winner of each table plays on.", "The best {n} of each table play on.", stage.count))
        told.append(_("If a game is drawn, the better placed player goes on."))
    if stage.waits:
        told.append(
            ngettext(
                "The best {n} of these waits for the next round.",
                "The best {n} of these wait for the next round.",
                stage.waits,
            )
        )
    if stage.if_players:
        told.append(
            _(
                "With fewer than {n} players here it is left out, and the best of the standings play the next.",
                n=stage.if_players,
            )
        )
    return " ".join(told)


def _ties_line(form: Format) -> str:
    """Return what decides between players of equal total."""
    if not form.order and Part.MEDALS in form.parts:
        return _("Players of equal total share the place; the director may rule on a tie for a medal.")
    if not form.order:
        return _("Players of equal total share the place.")
    steps = in_a_row(_("total") if key is Key.TOTAL else key_in_words(key, form) for key in form.order)
    if Key.TOTAL in form.order:
        return _("Places are decided in this order: {steps}.", steps=steps)
    return _("Between players of equal total this decides, in order: {steps}.", steps=steps)


def clock_line(rules: Format) -> str:
    """A sentence on the minutes of a player at each size of table (R29-R30)."""
    return _(
        "Minutes per player by table size: {minutes}; plus {allowance} minutes for bonuses while the clocks are stopped (R29-R30).",
        minutes=", ".join(f"{size}: {minutes}" for size, minutes in sorted(rules.tables.minutes.items())),
        allowance=rules.tables.allowance,
    )


def recipe_lines(rules: Format) -> tuple[str, ...]:
    """Return how to score by hand, from what is typed to the total, in sentences with the event's own numbers (R55-R61)."""
    return (*(_by_shares(rules) if is_by_shares(rules) else (how_scored(rules),)), _total_line(rules))


def is_by_shares(rules: Format) -> bool:
    """Return whether the score is the share of the table's amounts after fines and bonus, by size of table, as in Acquire."""
    return all(rules.has(step) for step in (Fines, Bonus, Share, Scale))


def _total_line(rules: Format) -> str:
    """Return what the total is, and the score of a round that somebody does not play (R51-R54, R61)."""
    scores = {kind: thousandths(rules.score_of(kind)) for kind in rules.idle}
    missed = scores.pop(SitOutKind.MISSED)
    if len(scores) == 2:
        return _(
            "Total = the sum of all rounds. A sit-out scores {sit_out}, a player left out by a pairing problem {pairing}, a missed "
            "round {missed} (R51-R54, R61).",
            sit_out=scores[SitOutKind.STANDARD],
            pairing=scores[SitOutKind.PAIRING_PROBLEM],
            missed=missed,
        )
    total = _("Total = the sum of all rounds.")
    if rules.best_of:
        total = ngettext("Total = the best round.", "Total = the sum of the best {n} rounds.", rules.best_of)
    elif not all(stage.counts for stage in rules.rounds):
        total = _("Total = the sum of the rounds that everybody can play.")
    if not scores:
        return " ".join((total, _("A missed round scores {missed}.", missed=missed)))
    (score,) = scores.values()
    return " ".join((total, _("A sit-out scores {sit_out}, a missed round {missed}.", sit_out=score, missed=missed)))


def _by_shares(rules: Format) -> tuple[str, ...]:
    """Return the steps of a game whose score is the share of the table's adjusted amounts (R55-R58)."""
    return (
        *_with_bonus(rules),
        _("Add up the table's adjusted amounts."),
        _(
            "Percentage = 100 × the player's amount ÷ that sum, rounded to three decimals, with halves rounded up (R57)."
        ),
        _by_size(rules),
    )


def _factors(rules: Format) -> dict[str, object]:
    """The factor of a winner alone, and those of several who tie for first, by their number."""
    alone, *shared = sorted(rules.step(Bonus).by_winners.items())
    several = ", ".join(f"{winners}: {shown_multiplier(value, NO_BONUS)}" for winners, value in shared)
    return {"alone": shown_multiplier(alone[1], NO_BONUS), "several": several}


def _with_bonus(rules: Format) -> tuple[str, str]:
    """The first two steps, fines and the winning bonus, in the order that the event has them (R55-R56)."""
    fines = _("Deduct fines ({fine} each).", fine=dollars(rules.step(Fines).usual))
    if rules.step(Fines).below_zero is NegativeCash.FLOOR_ZERO:
        fines = " ".join((fines, _("An amount below zero counts as zero.")))
    first = _("The highest amount is first; equal amounts share first place (R55).")
    bonus = _(
        "Winning bonus: multiply the winner's amount by {alone}, rounded up to the next 100. If several players tie for first, "
        "multiply each by the factor for their number ({several}) (R56).",
        **_factors(rules),
    )
    cash = _("Write down each player's final cash.")
    if rules.step(Fines).when is FineTiming.AFTER_BONUS:
        return " ".join((cash, first)), " ".join((bonus, fines))
    return " ".join((cash, fines, first)), bonus


def _by_size(rules: Format) -> str:
    """The step in which a percentage is multiplied by table size (R58)."""
    sizes = ", ".join(
        f"{size}: {shown_multiplier(value, NO_MULTIPLIER)}" for size, value in sorted(rules.multipliers.items())
    )
    return _("Multiply by the factor for the table size ({sizes}), again to three decimals (R58).", sizes=sizes)


def seating_lines(rules: Format, rounds: int) -> tuple[str, ...]:
    """Sentences on seats and sit-outs by hand, and, for an event of several ``rounds``, on its interpretation of R44 (opponents)."""
    tiles = _("Seats: everybody draws a tile. The lowest number starts; if numbers are equal, the letter decides (R4).")
    byes = _(
        "If a player has to sit out: draw lots in round 1; later, the player with the lowest total among those who have not sat out "
        "yet sits out. Nobody sits out twice (R49-R50)."
    )
    if rules.rounds[0].how is RoundKind.LEVELS:
        byes = _("Whoever has sat out least often sits out; of several the lowest total, then by lot.")
    return (
        *[tiles] * (Part.TILES in rules.parts),
        byes,
        *[_("“Different opponents” in R44 is taken to mean: {reading}.", reading=rules.rounds[0].reading.words)]
        * (rounds > 1),
    )


def final_lines(rules: Format, rounds: int) -> tuple[str, ...]:
    """Sentences on the last round and the medals, for an event of ``rounds`` rounds with these settings (R45-R47, R64-R65)."""
    last = rules.rounds[-1]
    if last.is_cut:
        return (_("The medals go to the first three places; the places of the last round are the first places."),)
    if rounds == 1 or last.last_round is LastRound.DRAWN or not last.top_table_wins:
        return (_("Gold, silver and bronze go to the best totals (R65)."),)
    tables = ngettext(
        "Final with {n} table or more: the best totals play at table 1, the next best at table 2, and so on.",
        "Final with {n} tables or more: the best totals play at table 1, the next best at table 2, and so on.",
        last.if_tables,
    )
    rule = last.ties.words
    equal = _("Players level between two tables: roll dice (R45-R47).")
    if rules.order:
        equal = ""  # the order of the format decides there too
    elif rule:
        equal = _("Players level between two tables: {rule}, then dice (R45-R47).", rule=rule)
    medals = _(
        "Gold goes to the best total at table 1; silver and bronze go to the best totals among everybody else "
        "(R64-R65)."
    )
    return (" ".join(filter(None, (tables, equal, medals))),)
