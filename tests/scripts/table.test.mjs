import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { isAnother } = load("TablePhone", "table.js");
const report = (text) => new URLSearchParams(text);

test("the same result goes under the same key, so it arrives once", () => {
  assert.equal(isAnother(report("key=a&cash-1=100"), report("key=a&cash-1=100")), false);
});

test("other figures under a key that may have arrived are another result", () => {
  assert.equal(isAnother(report("key=a&cash-1=100"), report("key=a&cash-1=200")), true);
});

test("a result with a key of its own, or with nothing waiting, needs no other", () => {
  assert.equal(isAnother(report("key=a&cash-1=100"), report("key=b&cash-1=200")), false);
  assert.equal(isAnother(report(""), report("key=b&cash-1=200")), false);
  assert.equal(isAnother(report("cash-1=100"), report("cash-1=200")), false);
});
