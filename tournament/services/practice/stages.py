"""A practice event plays itself to a stage of the day: one step a call, so that whoever waits sees how far it is."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tournament.models import Event
from tournament.services.changes import By, RefusedError, actor_of, check_key
from tournament.services.practice.steps import PracticeStep, stand_of, steps_of


@dataclass(frozen=True, slots=True)
class StepsToStage:
    """The steps up to a stage: how many of them are done, and the next one; None when the stage is reached."""

    stage: PracticeStep
    steps: tuple[PracticeStep, ...]

    @property
    def done(self) -> int:
        """How many steps of the way are done."""
        return sum(step.is_done for step in self.steps)

    @property
    def next(self) -> PracticeStep | None:
        """The first step that is not done."""
        return next((step for step in self.steps if not step.is_done), None)


def steps_to(event: Event, stage: str) -> StepsToStage:
    """The way of an event to a stage by its key; RefusedError where there is no such stage."""
    steps = steps_of(stand_of(event))
    for place, step in enumerate(steps):
        if step.key == stage:
            return StepsToStage(step, steps[: place + 1])
    raise RefusedError("Choose how far the event is to play itself.")


def play_step(event: Event, by: By, stage: str, rng: random.Random) -> StepsToStage:
    """Do the next step on the way to a stage; the way as it is then. Only a practice event plays itself, and steps that are done stay."""
    actor = actor_of(by)
    check_key(actor)
    if not event.is_practice:
        raise RefusedError(f"{event.name} is no practice event; it is played by people.")
    step = steps_to(event, stage).next
    if step is not None:
        step.does(stand_of(event), actor, rng)
    return steps_to(event, stage)


def play_to_stage(event: Event, by: By, stage: str, rng: random.Random) -> int:
    """Do every step on the way to a stage; how many were done."""
    done = 0
    while steps_to(event, stage).next is not None:
        play_step(event, actor_of(by).user, stage, rng)
        done += 1
    return done
