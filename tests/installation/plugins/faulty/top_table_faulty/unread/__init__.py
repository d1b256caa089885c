"""An app whose models cannot be imported."""
