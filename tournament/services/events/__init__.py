"""Acts on an event as a whole: make it, set it, show or hide it, put it away, delete it, and publish its final list."""

from tournament.services.events.settings import (
    LAST_ROUND_IS_RULED,
    SETTINGS,
    acts_moving_medals,
    change_settings,
    confirm_six,
    create_event,
    end_event,
    is_last_round_ruled,
    publish_final_list,
    withdraw_final_list,
)
from tournament.services.events.ties import cancel_tie, rule_tie

__all__ = [
    "LAST_ROUND_IS_RULED",
    "SETTINGS",
    "acts_moving_medals",
    "cancel_tie",
    "change_settings",
    "confirm_six",
    "create_event",
    "end_event",
    "is_last_round_ruled",
    "publish_final_list",
    "rule_tie",
    "withdraw_final_list",
]
