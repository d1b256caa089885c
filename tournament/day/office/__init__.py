"""Organisers' lists: their files, the headings of their columns, countries, and what a newer list changes."""
