/* Keeps a scribe's board, a table's clock, or the form of its result, for a reload without network: this page and the scripts, styles and pictures that it names, and no other page.
   It is registered for that page's own address alone; whatever the network gives comes first, and a page that is refused is forgotten.
   A file whose name tells what it holds never changes: where it is kept it is not asked for again. */
"use strict";
const PAGE = new URL(self.registration.scope).pathname;
const STORE = `scribe ${PAGE}`;
const ASSETS = /(?:src|href)="(\/static\/[^"]+)"/g;
const MARK = /\.[0-9a-f]{12}(?=\.\w+$)/;
const isPage = (request) => request.method === "GET" && request.mode === "navigate" && new URL(request.url).pathname === PAGE;
const isAsset = (request) => request.method === "GET" && new URL(request.url).origin === self.location.origin && new URL(request.url).pathname.startsWith("/static/");

/** An answer and its whole text: what breaks off on the way throws, and is neither kept nor shown. */
async function whole(request, how) {
  const answer = await fetch(request, how);
  return [answer, await answer.clone().text()];
}

/** The page goes in last: where it is, everything that it names is there too. What it names in another version of itself goes out then. */
async function keep(answer, text) {
  const store = await caches.open(STORE);
  const named = new Set([...text.matchAll(ASSETS)].map(([, address]) => address));
  const kept = new Set((await store.keys()).map((request) => new URL(request.url).pathname));
  await store.addAll([...named].filter((address) => !(MARK.test(address) && kept.has(address))));
  await store.put(PAGE, answer);
  const plain = new Set([...named].map((address) => address.replace(MARK, "")));
  const earlier = [...kept].filter((address) => !named.has(address) && plain.has(address.replace(MARK, "")));
  await Promise.all(earlier.map((address) => store.delete(address)));
}

async function keepPage() {
  const [answer, text] = await whole(PAGE, { headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (answer.ok && !answer.redirected) await keep(answer, text);
}

/** The page as it was kept, marked so that its script takes the position that this device saw last. */
async function keptPage() {
  const kept = await (await caches.open(STORE)).match(PAGE);
  if (!kept) return Response.error();
  const text = (await kept.text()).replace(" data-keeps ", " data-keeps data-kept ");
  return new Response(text, { headers: kept.headers });
}

async function pageOf(event) {
  let answer, text;
  try { [answer, text] = await whole(event.request); } catch { return keptPage(); }
  const store = await caches.open(STORE);
  // Where the network goes while the page's files come, the page before it stays, with files of its own.
  if (answer.status === 200) event.waitUntil(keep(answer.clone(), text).catch(() => null));
  else if (answer.status < 500) await store.delete(PAGE); // logged out, or no longer a director: nothing stays on the device
  return answer;
}

async function assetOf(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept && MARK.test(new URL(request.url).pathname)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await store.put(request, answer.clone());
    return answer;
  } catch { return kept ?? Response.error(); }
}

self.addEventListener("install", (event) => event.waitUntil(keepPage()));
self.addEventListener("fetch", (event) => {
  if (isPage(event.request)) event.respondWith(pageOf(event));
  else if (isAsset(event.request)) event.respondWith(assetOf(event.request));
});
