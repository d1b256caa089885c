import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./load.mjs";

/* A worker of one page, with a network and a store that are plain values: an address leads to a text, a status, or nothing where the network is gone. */
const HERE = "http://hall.test";
const PAGE = "/desk/cup/table/1/scribe/";
const CODE = "/static/tournament/board.0123456789ab.js";
const NEWER = "/static/tournament/board.ba9876543210.js";
const STYLE = "/static/tournament/plain.css";
const listeners = {};
const held = new Map();
let network = {};
let asked = [];

const pathOf = (request) => new URL(request.url ?? request, HERE).pathname;
const store = {
  match: async (request) => held.get(pathOf(request))?.clone(),
  put: async (request, answer) => { held.set(pathOf(request), answer); },
  delete: async (request) => held.delete(pathOf(request)),
  keys: async () => [...held.keys()].map((path) => ({ url: HERE + path })),
  addAll: async (paths) => { for (const path of paths) held.set(path, await fetch(path)); },
};
Object.assign(globalThis, {
  self: { registration: { scope: HERE + PAGE }, location: { origin: HERE }, addEventListener: (name, act) => { listeners[name] = act; } },
  caches: { open: async () => store },
  fetch: async (request) => {
    const path = pathOf(request);
    asked.push(path);
    const found = network[path];
    if (found === undefined) throw new TypeError("no network");
    return typeof found === "number" ? new Response("", { status: found }) : new Response(found, { status: 200 });
  },
});
load("0", "scribe/worker.js");

async function ask(path, mode = "no-cors") {
  const waits = [];
  let answer;
  listeners.fetch({ request: { method: "GET", url: HERE + path, mode }, respondWith: (given) => { answer = given; }, waitUntil: (work) => waits.push(work) });
  answer = await answer;
  await Promise.all(waits);
  return answer && { status: answer.type === "error" ? "error" : answer.status, text: await answer.text() };
}
const open = () => ask(PAGE, "navigate");
const page = (code) => `<main data-keeps ><script src="${code}"></script><link href="${STYLE}"></main>`;

async function install() {
  held.clear();
  const waits = [];
  listeners.install({ waitUntil: (work) => waits.push(work) });
  await Promise.all(waits);
}
beforeEach(async () => {
  network = { [PAGE]: page(CODE), [CODE]: "code", [NEWER]: "newer code", [STYLE]: "style" };
  await install();
  asked = [];
});

test("a page that is refused when the worker comes is not kept", async () => {
  network[PAGE] = 403;
  await install();
  assert.equal(held.has(PAGE), false);
});

test("a page and the files that it names open without network, and the page says that it is kept", async () => {
  network = {};
  assert.match((await open()).text, /data-keeps data-kept /);
  assert.equal((await ask(CODE)).text, "code");
  assert.equal((await ask(STYLE)).text, "style");
});

test("with network the network's page comes, unmarked", async () => {
  assert.doesNotMatch((await open()).text, /data-kept/);
});

test("a file whose name tells what it holds is not asked for again, any other is", async () => {
  await ask(CODE);
  assert.deepEqual(asked, []);
  network[STYLE] = "new style";
  assert.equal((await ask(STYLE)).text, "new style");
  assert.deepEqual(asked, [STYLE]);
});

test("a newer page brings its files, and the earlier ones go", async () => {
  network[PAGE] = page(NEWER);
  await open();
  assert.equal(held.has(NEWER), true);
  assert.equal(held.has(CODE), false);
});

test("a file that no version of the page names any more stays, for it may be of another script", async () => {
  held.set("/static/tournament/other.0123456789ab.js", new Response("other"));
  await open();
  assert.equal(held.has("/static/tournament/other.0123456789ab.js"), true);
});

test("where the files of a newer page do not come, the page before it stays with its own", async () => {
  network[PAGE] = page(NEWER);
  delete network[NEWER];
  await open();
  network = {};
  assert.match((await open()).text, new RegExp(CODE));
  assert.equal((await ask(CODE)).text, "code");
});

test("a page that is refused is forgotten, one whose server fails is not", async () => {
  network[PAGE] = 502;
  assert.equal((await open()).status, 502);
  assert.equal(held.has(PAGE), true);
  network[PAGE] = 403;
  await open();
  assert.equal(held.has(PAGE), false);
  network = {};
  assert.equal((await open()).status, "error");
});

test("other pages and other sites are none of its business", async () => {
  assert.equal(await ask("/desk/", "navigate"), undefined);
  assert.equal(await ask("/desk/cup/now/"), undefined);
});
