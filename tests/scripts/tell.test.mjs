import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { sorted, titled } = load("Telling", "app.js", "tell.js");
const mark = (key, at = NaN) => ({ key, at, words: `${key}!` });
const keys = (marks) => marks.map(({ key }) => key);
const nothing = new Set();

test("what was not there before is new, and what is told stays told as long as it is there", () => {
  const marks = [mark("table 4"), mark("result")];
  assert.deepEqual(keys(sorted(marks, ["table 4"], nothing, 0).fresh), ["result"]);
  assert.deepEqual(keys(sorted(marks, ["table 4", "result"], nothing, 0).fresh), []);
  assert.deepEqual(keys(sorted(marks, [], nothing, 0).due), ["table 4", "result"]);
});

test("whoever opens a page for the first time reads what is due and is not told it", () => {
  const { due, fresh } = sorted([mark("table 4")], null, nothing, 0);
  assert.deepEqual([keys(due), keys(fresh)], [["table 4"], []]);
});

test("a moment tells once it has come, and only where the page waited for it", () => {
  const start = mark("round 2", 1000), awaited = new Set(["round 2"]);
  const before = sorted([start], [], awaited, 999), then = sorted([start], [], awaited, 1000);
  assert.deepEqual([keys(before.ahead), keys(before.due)], [["round 2"], []]);
  assert.deepEqual([keys(then.ahead), keys(then.due), keys(then.fresh)], [[], ["round 2"], ["round 2"]]);
  assert.deepEqual(keys(sorted([start], [], nothing, 1000).due), []);
});

test("a title says how much is due and the last of it, and is the page's own when nothing is", () => {
  assert.equal(titled([], "Hall Open"), "Hall Open");
  assert.equal(titled(["Table 4"], "Hall Open"), "(1) Table 4 · Hall Open");
  assert.equal(titled(["Table 4", "Confirm the result"], "Hall Open"), "(2) Confirm the result · Hall Open");
});
