import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { zoneOf, hourIn, span, counted, pageWords, reach } = load("HallScreen", "app.js", "screens/screen.js");
const at = (text) => Date.parse(text);

test("a screen shows the hall's hour, whatever zone its own machine keeps", () => {
  for (const [moment, hour] of [["2026-05-02T09:05:00+02:00", "09:05"], ["2026-05-02T23:30:00-03:30", "23:30"], ["2026-05-02T00:00:00+00:00", "00:00"], ["2026-05-02T07:00:00Z", "07:00"]]) {
    assert.equal(hourIn(zoneOf(moment), at(moment)), hour);
  }
});

test("the clock of a round counts down to its start, down to its end, and up behind it", () => {
  const [starts, ends] = [at("2026-05-02T10:00:00Z"), at("2026-05-02T11:30:00Z")];
  assert.deepEqual(counted(starts, ends, starts - 1000), ["before", 1000]);
  assert.deepEqual(counted(starts, ends, starts), ["left", 5_400_000]);
  assert.deepEqual(counted(starts, ends, ends - 1), ["left", 1]);
  assert.deepEqual(counted(starts, ends, ends), ["over", 0]);
  assert.deepEqual(counted(starts, NaN, starts + 5000), ["since", 5000]);
});

test("hours are shown once there is one", () => {
  assert.deepEqual([0, 59_999, 60_000, 3_599_000, 3_600_000, 5_405_000].map(span), ["0:00", "0:59", "1:00", "59:59", "1:00:00", "1:30:05"]);
});

test("a page of names says from which letter to which", () => {
  assert.equal(pageWords(1, 3, "A", "D"), "1 of 3, A – D");
  assert.equal(pageWords(2, 3, "M", "M"), "2 of 3, M");
  assert.equal(pageWords(3, 3, undefined, undefined), "3 of 3");
});

test("a page reaches as far as the fewest letters that tell its names from the next page's", () => {
  const names = ["Adams Jo", "Smith Al", "Snow Al", "Snow Bo", "Snow Bo", "Zoll Di"];
  assert.deepEqual(reach(names, 0, 1), ["A", "Sm"]);
  assert.deepEqual(reach(names, 2, 5), ["Sn", "Z"]);
  assert.deepEqual(reach(names, 0, 2), ["A", "Snow A"]);
  assert.deepEqual(reach(names, 3, 3), ["Snow B", "Snow Bo"]);
  assert.deepEqual(reach(["Sample Ada", "Sample Kit", "Sample Lea", "Sample Uma"], 0, 1), ["Sample A", "Sample K"]);
  assert.deepEqual(reach(["Li"], 0, 0), ["Li", "Li"]);
});
