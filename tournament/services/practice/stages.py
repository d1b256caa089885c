"""Plays a practice event up to a stage of the day, one step for each call, so that a page can show the progress."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tournament.models import Event
from tournament.services.changes import By, RefusedError, actor_of, check_key
from tournament.services.practice.steps import PracticeStep, stand_of, steps_of
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class StepsToStage:
    """The steps up to and including a stage, with those that are already done."""

    stage: PracticeStep
    steps: tuple[PracticeStep, ...]

    @property
    def done(self) -> int:
        """Return how many of the steps are done."""
        return sum(step.is_done for step in self.steps)

    @property
    def next(self) -> PracticeStep | None:
        """Return the first step that is not done; None when the stage is reached."""
        return next((step for step in self.steps if not step.is_done), None)


def steps_to(event: Event, stage: str) -> StepsToStage:
    """Return the steps of an event up to the stage with that key; raises RefusedError where there is no such stage."""
    steps = steps_of(stand_of(event))
    for place, step in enumerate(steps):
        if step.key == stage:
            return StepsToStage(step, steps[: place + 1])
    raise RefusedError(_("Choose how far the event should play itself."))


def play_step(event: Event, by: By, stage: str, rng: random.Random) -> StepsToStage:
    """Do the next step towards the stage with that key, and return the steps as they are then.

    Raises RefusedError for an event that is not for practice.
    """
    actor = actor_of(by)
    check_key(actor)
    if not event.is_practice:
        raise RefusedError(_("{event} is not a practice event; real people play it.", event=event.name))
    step = steps_to(event, stage).next
    if step is not None:
        step.does(stand_of(event), actor, rng)
    return steps_to(event, stage)


def play_to_stage(event: Event, by: By, stage: str, rng: random.Random) -> int:
    """Do every step towards the stage with that key, and return how many were done."""
    done = 0
    while steps_to(event, stage).next is not None:
        play_step(event, actor_of(by).user, stage, rng)
        done += 1
    return done
