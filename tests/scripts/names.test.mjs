import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { nameKey, listed, peopleCalled } = load("({ nameKey, listed, ...FindMe })", "app.js", "me.js");
const people = (...names) => names.map((name, place) => ({ number: String(place + 1), name }));
const rows = (table) => readFileSync(new URL(`../../fixtures/names/${table}.csv`, import.meta.url), "utf8").trimEnd().split("\n").slice(1).map((row) => row.split(","));
const called = (typed, ...names) => peopleCalled(people(...names), typed).map((one) => one.name);

test("case, accents and letters with a stroke part no two spellings", () => {
  for (const [one, other] of [["ŁUKASZ", "lukasz"], ["Ærø", "aero"], ["Þór", "thor"], ["Nikolaos ΣΟΦΟΣ", "nikolaos σοφοσ"], ["O’Neil", "O'Neil"], ["Anne–Marie", "anne-marie"]]) {
    assert.equal(nameKey(one), nameKey(other));
  }
  assert.equal(nameKey("  Two \t Words "), "two words");
});

test("a name is folded as the server folds it", () => {
  for (const [name, folded] of rows("folded")) assert.equal(nameKey(name), folded);
});

test("voicing marks of kana make another letter, and stay", () => {
  assert.notEqual(nameKey("が"), nameKey("か"));
});

test("a number or a whole name is one person, however many others it begins", () => {
  assert.deepEqual(called("2", "Demo 21", "Demo 12"), ["Demo 12"]);
  assert.deepEqual(called("ann demo", "Ann Demo", "Ann Demoski"), ["Ann Demo"]);
});

test("the beginning of any word comes before a part of one", () => {
  assert.deepEqual(called("de", "Ann Demo", "Made Up"), ["Ann Demo"]);
  assert.deepEqual(called("emo", "Ann Demo", "Made Up"), ["Ann Demo"]);
  assert.deepEqual(called("zz", "Ann Demo"), []);
  assert.deepEqual(called("  ", "Ann Demo"), []);
});

test("several are in the order of the event, by surname, where the server told it", () => {
  const some = [["1", "Ada Zuletzt", 1], ["2", "Zoe Anfang", 0]].map(([number, name, place]) => ({ number, name, place }));
  assert.deepEqual(peopleCalled(some, "a").map((one) => one.name), ["Zoe Anfang", "Ada Zuletzt"]);
});

test("several are in the order of their names", () => {
  assert.deepEqual(called("demo", "Zoe Demo", "Ärne Demo", "Bo Demo"), ["Ärne Demo", "Bo Demo", "Zoe Demo"]);
});

test("a name with its surname first is also found as it is spoken", () => {
  assert.deepEqual(called("zoe anfang", "Anfang, Zoe", "Anfang, Ada"), ["Anfang, Zoe"]);
  assert.deepEqual(called("anfang, z", "Anfang, Zoe", "Anfang, Ada"), ["Anfang, Zoe"]);
});

test("who shares a seat is found by both names", () => {
  const some = [{ number: "1", name: "Beta Zwei for Alpha Eins", names: ["Alpha Eins", "Beta Zwei"] }, { number: "2", name: "Alpha Einsam", names: [] }, { number: "3", name: "Beta Zweig" }];
  for (const typed of ["alpha eins", "Beta Zwei"]) assert.deepEqual(peopleCalled(some, typed).map((one) => one.number), ["1"]);
});

test("names with commas are listed with semicolons", () => {
  assert.equal(listed(["Anfang, Zoe", "Demo, Ada", "Liz"]), "Anfang, Zoe; Demo, Ada and Liz");
  assert.equal(listed(["Zoe", "Ada", "Liz"]), "Zoe, Ada and Liz");
  assert.equal(listed(["Anfang, Zoe"]), "Anfang, Zoe");
});

test("a name is found as anybody spells it", () => {
  for (const typed of ["mueller", "muller", "Müller"]) assert.deepEqual(called(typed, "Ada Müller", "Ben Mueller", "Cai Miller"), ["Ada Müller", "Ben Mueller"]);
  for (const typed of ["annalena", "anna lena", "Anna-Lena"]) assert.deepEqual(called(typed, "Anna-Lena Demo", "Annette Demo"), ["Anna-Lena Demo"]);
  for (const [typed, name] of rows("found")) assert.deepEqual(called(typed, name), [name]);
  assert.deepEqual(called("demo ada", "Ada Demo"), ["Ada Demo"]);
});

test("a number is found by the digits of any keyboard", () => {
  for (const typed of ["2", "٢", "２", "२"]) assert.deepEqual(called(typed, "Ada", "Ben"), ["Ben"]);
});

test("a name from right to left stands by itself in a list", () => {
  assert.equal(listed(["שחקן אחד", "Ada"]), "\u2068שחקן אחד\u2069 and Ada");
});
