"""Floods of strangers against an installation, and what a desk that saves results meanwhile feels of them."""
