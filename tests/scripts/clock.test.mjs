import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { reckon, read } = load("TableClock", "clock/clock.js");
const MINUTE = 60_000;
const told = (changes = {}) => ({
  players: [{ player: 1, left: 10 * MINUTE }, { player: 2, left: 10 * MINUTE }, { player: 3, left: 0 }, { player: 4, left: 10 * MINUTE }],
  at: 1000, turn: 1, pressed: 1, begun: true, held: false, ...changes,
});
const left = (clock) => [...clock.left.values()];

test("the clock that was pressed runs, and no other", () => {
  const clock = reckon(told(), [], 1000 + 3 * MINUTE);
  assert.deepEqual(left(clock), [7 * MINUTE, 10 * MINUTE, 0, 10 * MINUTE]);
  assert.equal(clock.running, 1);
  assert.equal(clock.next, 2);
});

test("a press counts from when it was made, not from when it is sent", () => {
  const clock = reckon(told(), [{ kind: "turn", player: 2, at: 1000 + MINUTE }], 1000 + 5 * MINUTE);
  assert.deepEqual(left(clock), [9 * MINUTE, 6 * MINUTE, 0, 10 * MINUTE]);
  assert.equal(clock.turn, 2);
});

test("whoever is out of time is passed over, and a table of players without time has nobody next", () => {
  assert.equal(reckon(told({ turn: 2, pressed: 2 }), [], 1000).next, 4);
  assert.equal(reckon(told({ turn: 4, pressed: 4 }), [], 1000).next, 1);
  assert.equal(reckon(told({ players: [{ player: 1, left: 0 }, { player: 2, left: 0 }] }), [], 1000).next, 0);
});

test("time never falls below nothing, and a clock without time does not run", () => {
  const clock = reckon(told(), [], 1000 + 11 * MINUTE);
  assert.equal(left(clock)[0], 0);
  assert.equal(clock.running, 0);
  assert.equal(clock.pressed, 1);
});

test("a bonus gives another player the clock and leaves the turn; a stop stops all", () => {
  const clock = reckon(told(), [{ kind: "clock", player: 4, at: 1000 }], 1000 + MINUTE);
  assert.deepEqual([clock.turn, clock.pressed, clock.running], [1, 4, 4]);
  assert.equal(left(clock)[3], 9 * MINUTE);
  const stopped = reckon(told(), [{ kind: "stop", player: 0, at: 1000 + MINUTE }], 1000 + 9 * MINUTE);
  assert.deepEqual(left(stopped), [9 * MINUTE, 10 * MINUTE, 0, 10 * MINUTE]);
  assert.equal(stopped.running, 0);
});

test("while the director holds all clocks no time passes", () => {
  const clock = reckon(told({ held: true }), [], 1000 + 8 * MINUTE);
  assert.deepEqual(left(clock), left(reckon(told(), [], 1000)));
  assert.equal(clock.running, 0);
});

test("the first press begins a clock, a stop alone does not", () => {
  const fresh = told({ begun: false, turn: 0, pressed: 0 });
  assert.equal(reckon(fresh, [{ kind: "stop", player: 0, at: 2000 }], 3000).begun, false);
  assert.equal(reckon(fresh, [{ kind: "turn", player: 1, at: 2000 }], 3000).begun, true);
});

test("a clock of this device that is behind the server's gives nobody time back", () => {
  assert.equal(left(reckon(told(), [{ kind: "turn", player: 2, at: 0 }], 500))[0], 10 * MINUTE);
});

test("a second that has begun is shown whole", () => {
  assert.deepEqual([0, 1, 1000, 59_001, 61_000, 3_600_000, -5].map(read), ["0:00", "0:01", "0:01", "1:00", "1:01", "60:00", "0:00"]);
});
