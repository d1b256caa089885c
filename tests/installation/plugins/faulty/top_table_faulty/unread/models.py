"""Models that cannot be imported."""

raise LookupError("no models here")
