"""How strong opponents are: duplicated matches against stated gates, played until the answer is clear.

`matches` plays one game of two sides, `measures` counts with intervals, `gates` says what must hold, `running` plays and keeps.
"""
