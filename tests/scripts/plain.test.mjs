import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { follow, standing, words, TILES } = load("PlainGame", "app.js", "scribe/plain.js");

const NAMES = ["Luxor", "Tower", "American", "Festival"];
const IDS = ["Ann", "Ben", "Cai"];
// A price of 100 a tile, and as much again for the later chains: the rule of prices is the server's, the board only looks them up.
const prices = NAMES.map((_, place) => Array.from({ length: 42 }, (__, size) => size < 2 ? 0 : size * 100 + place * 100));
const game = { ids: IDS, names: NAMES, prices, cash: 6000, bank: 25, limit: 3, start: { "1A": "", "5E": "", "12I": "" } };
const sheet = { players: IDS.map((id) => ({ id })), chains: NAMES.map((name) => ({ name })) };
const entries = (...events) => events.map((each) => ({ events: [each].flat() }));
const told = (...events) => follow(sheet, game, entries(...events));
const turn = (player) => ({ act: "turn", player });
const play = (tile) => ({ act: "play", tile });
const found = (player, chain) => ({ act: "found", player, chain });
const buy = (player, shares) => ({ act: "buy", player, shares });
const holding = (seen, id) => seen.players.find((player) => player.id === id);
const chain = (seen, name) => seen.chains.find((each) => each.name === name);
// Luxor has 5E to 7E, Tower has 5G and 6G, and 5F between them is free.
const TWO_CHAINS = [
  [turn("Ann"), play("6E")], found("Ann", "Luxor"), buy("Ann", { Luxor: 3 }),
  [turn("Ben"), play("5G")], buy("Ben", { Luxor: 2 }), [turn("Cai"), play("6G")], found("Cai", "Tower"), buy("Cai", { Tower: 2 }),
  [turn("Ann"), play("7E")], buy("Ann", { Tower: 1 }),
];

test("a board has 108 tiles", () => {
  assert.equal(TILES.length, 108);
  assert.deepEqual([TILES[0], TILES[11], TILES[12], TILES.at(-1)], ["1A", "12A", "1B", "12I"]);
});

test("an entry without events takes back the one before it, and then the one before that", () => {
  const [first, second, third] = entries(turn("Ann"), play("6E"), play("7E"));
  const back = { events: [] };
  assert.deepEqual(standing([first, second, back]), [first]);
  assert.deepEqual(standing([first, second, third, back, back]), [first]);
  assert.deepEqual(standing([back, first]), [first]);
});

test("two lone tiles ask for a chain; founding one brings a share that costs nothing", () => {
  const placed = told([turn("Ann"), play("6E")]);
  assert.equal(placed.ask.kind, "found");
  assert.deepEqual(placed.ask.chains, NAMES);
  const seen = told([turn("Ann"), play("6E")], found("Ann", "Luxor"));
  assert.equal(chain(seen, "Luxor").size, 2);
  assert.equal(chain(seen, "Luxor").bank, 24);
  assert.deepEqual(holding(seen, "Ann"), { id: "Ann", cash: 6000, shares: [1, 0, 0, 0] });
});

test("a tile touches those beside, above and below it, and none across a corner or an edge of the board", () => {
  for (const [tile, isBeside] of [["4E", true], ["6E", true], ["5D", true], ["5F", true], ["4D", false], ["6F", false], ["7E", false], ["2A", true], ["1B", true], ["12A", false], ["12H", true], ["11I", true]]) {
    assert.equal(told([turn("Ann"), play(tile)]).ask.kind === "found", isBeside, tile);
  }
});

test("the end can be declared once there is a chain, between the acts of a turn", () => {
  assert.equal(told(turn("Ann")).ask.declarable, false);
  assert.equal(told(...TWO_CHAINS).ask.declarable, true);
  assert.equal(told(...TWO_CHAINS, [turn("Ben"), play("5F")]).ask.declarable, false); // a merger is to be settled first
});

test("a lone tile founds nothing, and where all chains are on the board two are a tile that lies there", () => {
  assert.equal(told([turn("Ann"), play("9A")]).ask.kind, "next");
  const full = { ...game, names: ["Luxor"], prices: [prices[0]] };
  const seen = follow({ ...sheet, chains: [{ name: "Luxor" }] }, full, entries([turn("Ann"), play("6E")], found("Ann", "Luxor"), [turn("Ben"), play("1B")]));
  assert.notEqual(seen.ask.kind, "found");
});

test("shares are paid at the price of the chain's size, from the cash of whoever buys", () => {
  const seen = told(...TWO_CHAINS);
  assert.equal(holding(seen, "Ann").cash, 6000 - 3 * 200 - 300);
  assert.deepEqual(holding(seen, "Ann").shares, [4, 1, 0, 0]);
  assert.equal(chain(seen, "Luxor").price, 300);
  assert.equal(chain(seen, "Luxor").bank, 25 - 1 - 3 - 2);
});

test("no share is offered that the bank has not, or the cash cannot pay", () => {
  const poor = { ...game, cash: 250 };
  const events = entries([turn("Ann"), play("6E")], found("Ann", "Luxor"), buy("Ann", { Luxor: 1 }));
  assert.deepEqual(follow(sheet, poor, events.slice(0, 2)).ask.chains, ["Luxor"]);
  assert.deepEqual(follow(sheet, poor, events).ask.chains, []);
  assert.deepEqual(follow(sheet, { ...game, bank: 1 }, events.slice(0, 2)).ask.chains, []);
});

test("after three shares in a turn none are offered", () => {
  assert.deepEqual(told(...TWO_CHAINS.slice(0, 3)).ask.chains, []);
  assert.deepEqual(told(...TWO_CHAINS.slice(0, 2), buy("Ann", { Luxor: 2 })).ask.chains, ["Luxor"]);
});

test("a tile between two chains merges the smaller into the larger, and asks its holders in their order", () => {
  const seen = told(...TWO_CHAINS, [turn("Ben"), play("5F")]);
  assert.equal(seen.ask.kind, "dispose");
  assert.equal(seen.ask.chain, "Tower");
  assert.equal(seen.ask.survivor, "Luxor");
  assert.equal(seen.ask.player, "Cai"); // Ben, whose turn it is, holds none; then Cai, then Ann
  assert.equal(seen.ask.owned, 3);
  assert.equal(seen.ask.most_traded, 2);
  assert.equal(chain(seen, "Luxor").size, 6);
  assert.equal(chain(seen, "Tower").size, 0);
});

test("shares sold bring the price before the merger, two are traded for one, and the next holder is asked", () => {
  const dispose = (player, sell, trade) => ({ act: "dispose", player, chain: "Tower", sell, trade });
  const seen = told(...TWO_CHAINS, [turn("Ben"), play("5F")], dispose("Cai", 1, 2));
  assert.equal(holding(seen, "Cai").cash, 6000 - 2 * 300 + 300);
  assert.deepEqual(holding(seen, "Cai").shares, [1, 0, 0, 0]);
  assert.equal(seen.ask.player, "Ann");
  const done = told(...TWO_CHAINS, [turn("Ben"), play("5F")], dispose("Cai", 1, 2), dispose("Ann", 0, 0));
  assert.equal(done.ask.kind, "buy");
  assert.deepEqual(holding(done, "Ann").shares, [4, 1, 0, 0]);
});

test("two chains of one size ask which survives", () => {
  const even = [...TWO_CHAINS.slice(0, 8), [turn("Ben"), play("5F")]]; // Luxor and Tower have two tiles each
  const seen = told(...even);
  assert.equal(seen.ask.kind, "survivor");
  assert.deepEqual(seen.ask.chains, ["Luxor", "Tower"]);
  assert.equal(told(...even, { act: "survivor", chain: "Tower" }).ask.chain, "Luxor");
});

test("bonuses are paid as they are told", () => {
  const seen = told(...TWO_CHAINS, [turn("Ben"), play("5F")], { act: "bonus", player: "Cai", chain: "Tower", amount: 3000 });
  assert.equal(holding(seen, "Cai").cash, 6000 - 600 + 3000);
  assert.equal(seen.ask.untold, false);
});

test("a tile taken back leaves the board as it was", () => {
  const before = told(...TWO_CHAINS, turn("Ben"));
  const after = told(...TWO_CHAINS, [turn("Ben"), play("5F")], { act: "takeback", player: "Ben" });
  assert.deepEqual(after, before);
});

test("turns go round, without whoever is out of time", () => {
  assert.equal(told(...TWO_CHAINS).next.player, "Ben");
  assert.equal(told(...TWO_CHAINS, { act: "timeout", player: "Ben" }).next.player, "Cai");
  assert.equal(told(...TWO_CHAINS).next.number, 5);
});

test("dead tiles are no more to be placed", () => {
  const seen = told(...TWO_CHAINS, { act: "dead", tiles: ["9C", "99Z"] });
  assert.equal(seen.cells["9C"], "dead");
  assert.equal(seen.ask.tiles.includes("9C"), false);
  assert.equal("99Z" in seen.cells, false);
});

test("what follows never changes the position that it was told behind", () => {
  const base = structuredClone(game);
  told(...TWO_CHAINS, [turn("Ben"), play("5F")]);
  assert.deepEqual(game, base);
});

test("entries are written in the notation of logs", () => {
  const [founding] = entries([{ act: "turn", number: 4, player: "Ben" }, play("5F")]);
  assert.equal(words(founding), "4 Ben: 5F");
  assert.equal(words({ events: [buy("Ann", { Luxor: 2, Tower: 1 })] }), "buy Luxor 2, Tower 1");
  assert.equal(words({ events: [buy("Ann", {})] }), "buy -");
  assert.equal(words({ events: [{ act: "dispose", player: "Cai", chain: "Tower", sell: 1, trade: 2, hold: 0 }] }), "dispose Cai Tower sell 1 trade 2 hold 0");
  assert.equal(words({ events: [] }), "the previous entry was taken back");
});
