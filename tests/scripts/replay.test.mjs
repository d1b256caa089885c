import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { query, stepOf, after, before } = load("ReplaySteps", "replay.js");
const ENDS = [3, 7, 8, 15]; // the start has steps 0 to 3, turn 1 has 4 to 7, turn 2 has 8, turn 3 has 9 to 15

test("every step has an address, and the address leads back to it", () => {
  for (let step = 0; step <= 15; step += 1) assert.equal(stepOf(ENDS, query(ENDS, step)), step);
});

test("the end of a turn is named by the turn alone", () => {
  assert.equal(query(ENDS, 7), "?turn=1");
  assert.equal(query(ENDS, 8), "?turn=2");
  assert.equal(query(ENDS, 5), "?turn=1&step=2");
  assert.equal(query(ENDS, 0), "?turn=0&step=1");
});

test("the arrows go to the end of the next turn and of the one before, and stay at the ends", () => {
  assert.deepEqual([0, 3, 5, 7, 8, 14, 15].map((step) => after(ENDS, step)), [3, 7, 7, 8, 15, 15, 15]);
  assert.deepEqual([15, 9, 8, 5, 3, 0].map((step) => before(ENDS, step)), [8, 8, 7, 3, 0, 0]);
});
