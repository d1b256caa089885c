"""Tests of series with a page."""
