import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { digits, money, roundFrom, offered } = load("ResultsGrid", "app.js", "desk/grid.js");

test("an amount is read with its thousands parted in any way, or not at all", () => {
  for (const text of ["41200", "41,200", "41.200", "41'200", "41’200", "41 200", "41\u00a0200", "41\u202f200", "41_200", " $41,200 ", "$ 41200"]) assert.equal(digits(text), "41200");
  assert.equal(digits("1,234,567"), "1234567");
  for (const text of ["٤١٢٠٠", "٤١٬٢٠٠", "٤١٫٢٠٠", "۴۱٬۲۰۰", "४१,२००", "４１，２００", "４１．２００", "＄４１２００", "４１\u3000２００"]) assert.equal(digits(text), "41200");
  assert.equal(digits("0"), "0");
});

test("what is no amount stays as it was typed, and is never guessed", () => {
  for (const text of ["41,20", "4120,0", "41,2000", "-300", "4l200", "12,", ",200", "1,23,456", "41,200.50", "٤١٫٢", "－１００", "Ⅳ", "四"]) assert.equal(digits(text), text);
  assert.equal(digits("  "), "");
});

test("an amount is shown with its thousands parted", () => {
  assert.equal(money(41200), "41,200");
  assert.equal(money(900), "900");
});

test("the way through the rows goes on behind one of them, and then from the top", () => {
  assert.deepEqual(roundFrom(["1", "2", "3", "4"], "2"), ["3", "4", "1"]);
  assert.deepEqual(roundFrom(["1", "2"], "2"), ["1"]);
  assert.deepEqual(roundFrom(["1", "2"], "gone"), ["1", "2"]);
});

test("figures that were not saved are offered again, one or several", () => {
  assert.equal(offered(1, "14:05"), "1 amount entered here at 14:05 differs from the saved one.");
  assert.equal(offered(3, "14:05"), "3 amounts entered here at 14:05 differ from the saved ones.");
});
