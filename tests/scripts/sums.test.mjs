import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { purchase, disposal, stepped } = load("GameSums", "app.js", "game.js");

test("a purchase says its price and what is left", () => {
  assert.equal(purchase([[2, 300], [1, 400]], 6000, 3), "3 shares for 1,000; 5,000 left.");
  assert.equal(purchase([[1, 300], [0, 400]], 300, 3), "1 share for 300; 0 left.");
  assert.equal(purchase([[0, 300]], 300, 3), "");
});

test("a purchase that cannot be made says why", () => {
  assert.equal(purchase([[2, 300]], 599, 3), "2 shares for 600, more than your 599.");
  assert.equal(purchase([[2, 300], [2, 200]], 6000, 3), "4 shares for 1,000; 5,000 left. You can buy at most 3.");
});

test("where cash is not shown nothing is said of it", () => {
  assert.equal(purchase([[1, 300]], null, 3), "1 share for 300.");
});

test("a disposal says what is sold, traded two for one, and kept", () => {
  assert.equal(disposal(7, 300, 2, 4, "Tower"), "Sell 2 for 600, trade 4 for 2 Tower, keep 1.");
  assert.equal(disposal(7, 300, 2, null, ""), "Sell 2 for 600, keep 5.");
  assert.equal(disposal(3, 300, 2, 2, "Tower"), "4 of 3: that is 1 too many.");
  assert.equal(disposal(3, 300, NaN, 2, "Tower"), "");
  assert.equal(disposal(3, 300, 1, NaN, "Tower"), "");
});

test("a press stays between nothing and what there is, and trades stay pairs", () => {
  assert.equal(stepped(0, -1, 5), 0);
  assert.equal(stepped(5, 1, 5), 5);
  assert.equal(stepped(4, 2, 5), 4);
  assert.equal(stepped(2, 2, 5), 4);
  assert.equal(stepped(0, 2, 1), 0);
  assert.equal(stepped(4, 1, 2), 2);
});
