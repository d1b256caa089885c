"""Tests of insight into games that were played."""
