"""Casual games: at home, by links, handed on."""
