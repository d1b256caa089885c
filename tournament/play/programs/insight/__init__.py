"""Asking a search about games that were played: one at once in an installation, every answer kept."""
