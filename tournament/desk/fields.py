"""Fields that read figures and players as a director types them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.day.office.registering import amount_words, read_amount
from tournament.public.form_words import PlainForm
from tournament.record.lengths import LONGEST_CONTACT, LONGEST_CURRENCY, LONGEST_ORGANISER, MOST_FEE
from tournament.record.vocabulary import Thousandths
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import signs
from wording.languages import language

_FIGURE = re.compile(r"[0-9]{1,6}(?:[.,][0-9]*)?|[.,][0-9]+")


class DeskForm(PlainForm):
    """A form of the desk."""


class PageForm(DeskForm):
    """A form that can show newly stored values in the fields that its user did not change."""

    def follow(self, stored: Mapping[str, Any]) -> None:
        """Put stored values in place of the sent ones. ``stored`` has the values by field name, of fields that the user did not change."""
        sent: Any = self.data
        data = sent.copy()
        for name, value in stored.items():
            field, key = self.fields[name], self.add_prefix(name)
            if isinstance(field, forms.BooleanField):
                data.pop(key, None)
                data.update({key: "on"} if value else {})
            elif isinstance(field, forms.MultipleChoiceField):
                data.setlist(key, field.prepare_value(value))
            else:
                data[key] = "" if value is None else str(field.prepare_value(value))
        self.data = data


def not_a_number(entered: str, example: str) -> str:
    """Return the refusal of a text that is no number."""
    return _("“{entered}” is not a number. Enter a number such as {example}.", entered=entered, example=example)


def out_of_range(entered: str, least: str, most: str) -> str:
    """Return the refusal of a number that is too small or too large."""
    return _(
        "“{entered}” is not possible. Enter a number from {least} to {most}.", entered=entered, least=least, most=most
    )


class AmountField(forms.CharField):
    """An amount of money typed as "10", "7.50" or "£10"; its value is whole hundredths, None for an empty field."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "size": 8, "autocomplete": "off"}))
        super().__init__(required=False, **options)

    def prepare_value(self, value: Any) -> Any:
        """Return stored hundredths as an amount, typed text unchanged."""
        return amount_words(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """Return the typed amount in hundredths, None for an empty field; ValidationError for anything else."""
        text = super().clean(value).strip()
        if not text:
            return None
        amount = read_amount(text)
        if amount is None:
            raise ValidationError(not_a_number(text, amount_words(750)))
        if amount > MOST_FEE:
            raise ValidationError(out_of_range(text, amount_words(0), amount_words(MOST_FEE)))
        return amount


class FeesForm(PageForm):
    """What an event charges its players."""

    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=LONGEST_CURRENCY,
        required=False,
    )
    fee = AmountField(label=gettext_lazy("Fee"))
    junior_fee = AmountField(
        label=gettext_lazy("Fee for juniors"), help_text=gettext_lazy("Leave this blank to use the event's fee.")
    )


class OrganiserForm(FeesForm):
    """Who organises an event and how to reach them, and what it charges its players."""

    organiser = forms.CharField(
        label=gettext_lazy("Organiser"),
        max_length=LONGEST_ORGANISER,
        required=False,
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=LONGEST_CONTACT,
        required=False,
        help_text=gettext_lazy("Shown publicly: an e-mail address, website or telephone number."),
    )


class ThousandthsField(forms.CharField):
    """A multiplier or percentage typed as "1.5" or "25.000" (a comma will do); its value is whole thousandths."""

    def __init__(self, *, least: Thousandths = 0, most: Thousandths = 200_000, places: int = 3, **options: Any) -> None:
        """Accept figures from ``least`` to ``most`` thousandths; at least ``places`` decimals are shown."""
        self.least, self.most, self.places = least, most, places
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "size": 8, "autocomplete": "off"}))
        super().__init__(**options)

    def prepare_value(self, value: Any) -> Any:
        """Return stored thousandths as a decimal, typed text unchanged."""
        return self.written(value) if isinstance(value, int) else value

    def written(self, value: Thousandths) -> str:
        """Return thousandths with at least ``places`` decimals: 1500 is "1.5" for one place, "1.500" for three, with the reader's sign."""
        whole, rest = divmod(value, 1000)
        decimals = f"{rest:03d}".rstrip("0").ljust(self.places, "0")
        return f"{whole}{signs(language())[0]}{decimals}" if decimals else str(whole)

    def clean(self, value: Any) -> Any:
        """Return the typed figure in thousandths, None for an empty field that is not required; ValidationError for anything else."""
        text = plain_digits(super().clean(value)).strip().removesuffix("%").strip()
        if not text:
            return None
        if not _FIGURE.fullmatch(text):
            raise ValidationError(not_a_number(text, self.written(self.least or 1500)))
        figure = Decimal(text.replace(",", ".")) * 1000
        if figure != figure.to_integral_value():
            raise ValidationError(_("“{entered}” has more than three decimal places. Round it to three.", entered=text))
        if not self.least <= figure <= self.most:
            raise ValidationError(out_of_range(text, self.written(self.least), self.written(self.most)))
        return int(figure)
