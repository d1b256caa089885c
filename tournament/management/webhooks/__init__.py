"""Webhooks: an address that a director names hears of every public change of the event. An app as any plug-in could be.

It uses the signal `act_done`, and of the rest only what docs/extending.md promises: nothing in the project knows of it.
"""
