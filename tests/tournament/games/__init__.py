"""Tests of games on devices."""
