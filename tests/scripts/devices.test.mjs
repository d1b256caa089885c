import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { clashes, news } = load("TwoDevices", "app.js", "scribe/devices.js");

const entry = (key, ...events) => ({ key, events });
const turn = (number, player) => ({ act: "turn", number, player });
const tile = { act: "play", tile: "6E" };
const log = (player, number, ...standing) => ({ standing, sheet: { turn: { number, player }, lines: [] } });
const FIRST = entry("a", turn(1, "Ann"), tile);
const base = log("Ann", 1, FIRST);

test("entries go on behind a log that nobody else wrote in", () => {
  assert.deepEqual(clashes(base, base, [entry("q", { act: "buy", player: "Ann", shares: {} })]), []);
});

test("a purchase that the other device wrote in the same turn is a clash", () => {
  const theirs = log("Ann", 1, FIRST, entry("b", { act: "buy", player: "Ann", shares: {} }));
  assert.deepEqual(clashes(base, theirs, [entry("q", { act: "buy", player: "Ann", shares: {} })]), ["The table's log already has what you wrote for turn 1."]);
});

test("a count of cash may be told twice, and so may disposals of two players", () => {
  const cash = { act: "cash", player: "Ann", amount: 100 };
  assert.deepEqual(clashes(base, log("Ann", 1, FIRST, entry("b", cash)), [entry("q", cash)]), []);
  const of = (player) => ({ act: "dispose", player, chain: "Tower", sell: 1 });
  assert.deepEqual(clashes(base, log("Ann", 1, FIRST, entry("b", of("Ann"))), [entry("q", of("Ben"))]), []);
  assert.equal(clashes(base, log("Ann", 1, FIRST, entry("b", of("Ann"))), [entry("q", of("Ann"))]).length, 1);
});

test("a turn that stands there already is a clash, of the same player or of another", () => {
  const theirs = log("Ben", 2, FIRST, entry("b", turn(2, "Ben")));
  assert.deepEqual(clashes(base, theirs, [entry("q", turn(2, "Ben"))]), ["The table's log already has what you wrote for turn 2."]);
  assert.deepEqual(clashes(base, theirs, [entry("q", turn(2, "Cai"))]), ["The table's log already has turn 2, but by Ben; yours is by Cai."]);
});

test("what belongs to a turn that the log has left behind is a clash", () => {
  const theirs = log("Ben", 2, FIRST, entry("b", turn(2, "Ben")));
  assert.deepEqual(clashes(base, theirs, [entry("q", { act: "buy", player: "Ann", shares: {} })]), ["The table's log is at turn 2. Your entries for turn 1 would be written there."]);
});

test("an undo takes back one's own entries, and no other's", () => {
  const undo = entry("u");
  assert.deepEqual(clashes(base, base, [entry("q", tile), undo]), []);
  assert.deepEqual(clashes(base, base, [undo]), ["Undo would take back what the other device wrote."]);
});

test("the lines that are new here are those that this device did not show", () => {
  const line = (text) => ({ text });
  const with_ = (...lines) => ({ sheet: { lines } });
  assert.deepEqual(news(with_(line("1 Ann: 6E")), with_(line("1 Ann: 6E"), line("buy -"), line(""))), ["buy -"]);
});
