"""What a search made of the decisions of games that were played, kept so that nothing is worked out twice."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.games.game import Game
from tournament.models.games.gamelog import GameLog

DIGEST_LENGTH = 64


class KeptLook(models.Model):
    """The judgement of one decision of one log, as `Judged.document` has it; it goes with its game or log.

    ``digest`` is of the log's own statements, SHA-256 as hex, so that a log that says something else has answers of its own; ``event`` is
    the number of the decision's statement from 0.
    """

    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="looks")
    log = models.ForeignKey(GameLog, null=True, on_delete=models.CASCADE, related_name="looks")
    digest = models.CharField(max_length=DIGEST_LENGTH)
    event = models.PositiveIntegerField()
    judged = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, log__isnull=True) | Q(game__isnull=True, log__isnull=False),
                name="look_at_a_game_or_a_log",
            ),
            models.UniqueConstraint(fields=["game", "digest", "event"], name="one_look_a_decision_of_a_game"),
            models.UniqueConstraint(fields=["log", "digest", "event"], name="one_look_a_decision_of_a_log"),
        ]

    def __str__(self) -> str:
        return f"Look at decision {self.event}"
