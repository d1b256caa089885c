"""The floor reference: prices, bonuses and rules for phones in the hall, with each rule's number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.acquire.editions import EDITIONS, LABEL_SETS, TIER_NAMES, LabelSet, bonus_payments
from tournament.pdf.sheets.information import prices, sizes_at, split
from tournament.pdf.sheets.rules_text import CLOCK, ENDING, MISPLAY, NO_PLAY
from tournament.public.bonus_form import BonusForm
from tournament.public.cache import squeezed
from tournament.record.rulesets import MSO_ACQUIRE, SUGGESTED_SIX_MINUTES
from tournament.record.vocabulary import format_dollars

EDITION = EDITIONS["mso"]
TIERS = range(len(TIER_NAMES))
MERGERS = (
    "The chain with most tiles stays. Sizes, prices and bonuses are those before the tile that joins the chains; "
    "that tile and the loose ones it picks up count for neither (R3).",
    "Equal largest: whoever laid the tile chooses which chain stays, and may change that until bonuses are paid (R14, R25).",
    "Three or four chains: the one that stays takes the others one at a time, largest first; among equals whoever laid "
    "the tile chooses (R14).",
    "A chain of 11 or more is safe: it is never taken over, but it may take over others. A tile between two safe chains "
    "cannot be played (R3).",
    "For each chain that goes: bonuses first, with the clocks stopped (R35). Then its holders decide, whoever laid the tile "
    "first, the others in order of play, each on the own clock (R36): hold, sell at the price before the merger, or trade "
    "two for one while the bank has shares (R3).",
    "Whoever laid the tile buys only after everybody has decided (R3).",
)


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One price with the sizes at which it holds in each tier, both bonuses, and what each of several tied holders is paid."""

    sizes: tuple[str, ...]
    price: str
    majority: str
    minority: str
    both: str
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """What one holder gets, in words: bonus before and after rounding, and the shares sold."""

    holder: int
    shares: int
    role: str
    exact: str
    paid: str
    is_rounded: bool
    sold: str
    sum: str


def price_lines() -> tuple[PriceLine, ...]:
    """Every price from the cheapest up with what follows from it."""
    return tuple(
        PriceLine(
            sizes=tuple(sizes_at(tier, amount) for tier in TIERS),
            price=format_dollars(amount),
            majority=format_dollars(EDITION.majority_factor * amount),
            minority=format_dollars(EDITION.minority_factor * amount),
            both=format_dollars((EDITION.majority_factor + EDITION.minority_factor) * amount),
            first=tuple(
                split((EDITION.majority_factor + EDITION.minority_factor) * amount, among) for among in range(2, 7)
            ),
            second=tuple(split(EDITION.minority_factor * amount, among) for among in range(2, 6)),
        )
        for amount in prices()
    )


PRICE_LINES = price_lines()


@login_not_required
@require_safe
def reference(request: HttpRequest, chain_set: str = "classic") -> HttpResponse:
    """Prices, calculator and rules in the names of a chain set; Http404 with the sets there are for any other."""
    labels = LABEL_SETS.get(chain_set)
    if labels is None:
        raise Http404(f"There is no chain set “{chain_set}”; there are {', '.join(LABEL_SETS)}.")
    form = BonusForm(request.GET if "size" in request.GET else None, labels=labels)
    page = {
        "event": {"name": "Acquire", "slug": ""},
        "event_url": reverse("home"),
        "menu": [
            {"label": name, "url": reverse("floor_set", args=[name]), "current": name == chain_set}
            for name in LABEL_SETS
        ],
        "labels": labels,
        "tiers": [[chain.name for chain in labels.chains if chain.tier == tier] for tier in TIERS],
        "lines": PRICE_LINES,
        "form": form,
        "result": _result(form, labels) if form.is_valid() else None,
        "minutes": [*sorted(MSO_ACQUIRE.minutes.items())],
        "six_minutes": SUGGESTED_SIX_MINUTES,
        "mergers": MERGERS,
        "sections": [
            ("ending", "End of the game", ENDING),
            ("no-play", "No legal tile", NO_PLAY),
            ("clock", "Clock", CLOCK),
            ("misplays", "Misplays and penalties", MISPLAY),
        ],
    }
    return HttpResponse(squeezed(render_to_string("public/floor.html", page)))


def _result(form: BonusForm, labels: LabelSet) -> dict[str, Any]:
    """Who gets what when the chain goes, in words."""
    chain = labels.chains[form.cleaned_data["chain"]]
    size = form.cleaned_data["size"]
    bonuses = bonus_payments(EDITION, chain.tier, size, form.holdings)
    shares = {share.holder: share for share in bonuses.paid}
    payments = []
    for holder, held in enumerate(form.holdings):
        if not held:
            continue
        share = shares.get(holder)
        paid = int(share.rounded) if share else 0
        payments.append(
            Payment(
                holder=holder + 1,
                shares=held,
                role=share.role.value if share else "no bonus",
                exact=_exact(share.exact) if share else "",
                paid=format_dollars(paid),
                is_rounded=share is not None and share.exact != share.rounded,
                sold=format_dollars(held * bonuses.price),
                sum=format_dollars(paid + held * bonuses.price),
            )
        )
    return {
        "chain": chain.name,
        "size": size,
        "price": format_dollars(bonuses.price),
        "majority": format_dollars(bonuses.majority),
        "minority": format_dollars(bonuses.minority),
        "payments": payments,
    }


def _exact(amount: Fraction) -> str:
    """Write dollars before rounding: "2,250", or with two decimals where they are not whole."""
    return format_dollars(int(amount)) if amount.denominator == 1 else f"{float(amount):,.2f}"
