/* A plain game: what was told about one, followed without asking the rules. A scribe's board shows it while the server's answer is out or
   the network gone. It knows what a tile touches, adds and subtracts shares and prices, and asks for what follows from that: no share that
   the bank has not or the cash cannot pay. Whether the rest was allowed, and what a bonus is, the server says. Nothing here touches the page. */
"use strict";
{
  const COLUMNS = 12;
  const ROWS = "ABCDEFGHI";
  const tileName = (column, row) => `${column}${ROWS[row]}`;
  const TILES = [...ROWS].flatMap((_, row) => Array.from({ length: COLUMNS }, (__, column) => tileName(column + 1, row)));

  function neighbours(tile) {
    const column = parseInt(tile, 10), row = ROWS.indexOf(tile.at(-1));
    return [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]]
      .filter(([c, r]) => c >= 1 && c <= COLUMNS && r >= 0 && r < ROWS.length).map(([c, r]) => tileName(c, r));
  }

  /** The entries that stand: one without events takes back the one before it that stands. */
  function standing(entries) {
    const left = [];
    for (const entry of entries) if (entry.events.length) left.push(entry); else left.pop();
    return left;
  }

  /* ---- The position ---- */
  // `kind` is what is asked next, as the server names it; `merger` what is still to be settled.
  const opening = (game) => ({
    cells: { ...game.start }, turn: null, placed: null, kind: Object.keys(game.start).length ? "next" : "start", bought: null, merger: null, before: null, gone: [],
    cash: Object.fromEntries(game.ids.map((id) => [id, game.cash])),
    shares: Object.fromEntries(game.ids.map((id) => [id, game.names.map(() => 0)])),
    bank: game.names.map(() => game.bank),
  });
  const sizeOf = (state, chain) => Object.values(state.cells).filter((on) => on === chain).length;
  const priceOf = (game, state, chain) => game.prices[game.names.indexOf(chain)][sizeOf(state, chain)] ?? 0;
  const onBoard = (game, state) => game.names.filter((chain) => sizeOf(state, chain));

  /** Give a chain all lone tiles that hang together with a tile. */
  function join(state, tile, chain) {
    const waiting = [tile];
    state.cells[tile] = "";
    while (waiting.length) {
      const here = waiting.pop();
      if (state.cells[here] !== "") continue;
      state.cells[here] = chain;
      waiting.push(...neighbours(here));
    }
  }

  function place(game, state, tile) {
    const near = neighbours(tile).map((next) => state.cells[next]);
    const chains = [...new Set(near)].filter((on) => game.names.includes(on));
    state.before = structuredClone({ ...state, before: null });
    state.placed = tile;
    state.cells[tile] = "";
    state.kind = "buy";
    if (chains.length === 1) join(state, tile, chains[0]);
    else if (chains.length > 1) {
      const sizes = Object.fromEntries(chains.map((chain) => [chain, sizeOf(state, chain)]));
      const prices = Object.fromEntries(chains.map((chain) => [chain, priceOf(game, state, chain)]));
      const largest = chains.filter((chain) => sizes[chain] === Math.max(...Object.values(sizes)));
      state.merger = { sizes, prices, survivor: null, choices: largest, waiting: [], chain: null, queue: [], paid: [] };
      if (largest.length === 1) survive(game, state, largest[0]); else state.kind = "survivor";
    } else if (near.includes("") && onBoard(game, state).length < game.names.length) state.kind = "found";
  }

  function survive(game, state, survivor) {
    const { merger } = state;
    if (!merger) return;
    merger.survivor = survivor;
    merger.waiting = Object.keys(merger.sizes).filter((chain) => chain !== survivor).sort((a, b) => merger.sizes[b] - merger.sizes[a]);
    for (const [tile, on] of Object.entries(state.cells)) if (merger.waiting.includes(on)) state.cells[tile] = survivor;
    if (state.placed) join(state, state.placed, survivor);
    settleNext(game, state);
  }

  /** Go on with the next defunct chain, the largest first; equal ones are asked for. */
  function settleNext(game, state, named) {
    const { merger } = state;
    const tied = merger.waiting.filter((chain) => merger.sizes[chain] === merger.sizes[merger.waiting[0]]);
    const chain = named ?? (tied.length === 1 ? tied[0] : null);
    if (!merger.waiting.length) { state.merger = null; state.kind = "buy"; return; }
    merger.choices = tied;
    if (chain === null) { state.kind = "order"; return; }
    merger.waiting = merger.waiting.filter((other) => other !== chain);
    merger.chain = chain;
    const first = game.ids.indexOf(state.turn?.player);
    const place = game.names.indexOf(chain);
    merger.queue = game.ids.map((_, step) => game.ids[(first + step) % game.ids.length]).filter((id) => state.shares[id]?.[place]);
    state.kind = "dispose";
    if (!merger.queue.length) settleNext(game, state);
  }

  function move(game, state, player, chain, count, price) {
    const place = game.names.indexOf(chain);
    if (place < 0 || !state.shares[player]) return;
    state.shares[player][place] += count;
    state.bank[place] -= count;
    state.cash[player] -= count * price;
  }

  const TELL = {
    start(game, state, event) { state.cells[event.tile] = ""; state.kind = Object.keys(state.cells).length < game.ids.length ? "start" : "next"; },
    turn(game, state, event) {
      state.turn = { number: event.number ?? (state.turn?.number ?? 0) + 1, player: event.player };
      Object.assign(state, { placed: null, kind: "play", bought: null, merger: null, before: null });
    },
    play(game, state, event) { place(game, state, event.tile); },
    found(game, state, event) {
      if (state.placed) join(state, state.placed, event.chain);
      if (state.bank[game.names.indexOf(event.chain)] > 0) move(game, state, event.player, event.chain, 1, 0);
      state.kind = "buy";
    },
    survivor(game, state, event) { survive(game, state, event.chain); },
    order(game, state, event) { for (const chain of event.chains) if (state.merger) settleNext(game, state, chain); },
    bonus(game, state, event) { state.cash[event.player] += event.amount; state.merger?.paid.push(event.chain); },
    dispose(game, state, event) {
      const { merger } = state;
      const sell = event.sell ?? 0, trade = event.trade ?? 0;
      move(game, state, event.player, event.chain, -sell, merger?.prices[event.chain] ?? 0);
      move(game, state, event.player, event.chain, -trade, 0);
      if (!merger) return;
      if (trade) move(game, state, event.player, merger.survivor, Math.floor(trade / 2), 0);
      if (event.chain === merger.chain) merger.queue = merger.queue.filter((id) => id !== event.player);
      if (!merger.queue.length) settleNext(game, state);
    },
    buy(game, state, event) {
      state.bought ??= {};
      for (const [chain, count] of Object.entries(event.shares)) {
        move(game, state, event.player, chain, count, priceOf(game, state, chain));
        state.bought[chain] = (state.bought[chain] ?? 0) + count;
      }
      state.kind = "buy";
    },
    dead(game, state, event) { for (const tile of event.tiles) if (TILES.includes(tile)) state.cells[tile] = "dead"; },
    pass(game, state) { state.kind = "buy"; },
    clock(game, state) { state.kind = "next"; },
    timeout(game, state, event) { state.gone.push(event.player); if (event.player === state.turn?.player) state.kind = "next"; },
    takeback(game, state) { if (state.before) Object.assign(state, structuredClone(state.before)); },
    end(game, state) { state.kind = "over"; },
    final(game, state) { state.kind = "done"; },
  };

  /** Whose turn comes next: the players in their order, without those whose time is out. */
  function following(game, state) {
    const here = state.turn ? game.ids.indexOf(state.turn.player) : -1;
    const order = game.ids.map((_, step) => game.ids[(here + 1 + step) % game.ids.length]);
    return order.find((id) => !state.gone.includes(id)) ?? order[0];
  }

  function ask(game, state) {
    const { kind, merger } = state;
    const player = state.turn?.player ?? null;
    const empty = () => TILES.filter((tile) => !(tile in state.cells));
    const next = following(game, state);
    const declarable = ["next", "play", "buy"].includes(kind) && onBoard(game, state).length > 0;
    const any = { tiles: [], opens: false, chains: [], declarable, may: { clock: player, timeout: player, takeback: player, pass: player } };
    if (kind === "start") return { ...any, kind, player: game.ids[Object.keys(state.cells).length] ?? null, tiles: empty() };
    if (kind === "play") return { ...any, kind, player, tiles: empty() };
    if (kind === "found") return { ...any, kind, player, chains: game.names.filter((chain) => !sizeOf(state, chain)) };
    if (kind === "survivor" || kind === "order") return { ...any, kind, player, chains: merger?.choices ?? [] };
    if (kind === "dispose") {
      const holder = merger.queue[0], owned = state.shares[holder][game.names.indexOf(merger.chain)];
      const most = Math.max(0, Math.min(owned - owned % 2, 2 * state.bank[game.names.indexOf(merger.survivor)]));
      return {
        ...any, kind, player: holder, chain: merger.chain, owned, most_traded: most, survivor: merger.survivor,
        size: merger.sizes[merger.chain], price: merger.prices[merger.chain], due: [], untold: !merger.paid.includes(merger.chain),
      };
    }
    if (kind === "over") return { ...any, kind, player: null, final: {} };
    if (kind === "done") return { ...any, kind, player: null };
    const bought = Object.values(state.bought ?? {}).reduce((sum, count) => sum + count, 0);
    const canBuy = (chain) => state.bank[game.names.indexOf(chain)] > 0 && priceOf(game, state, chain) <= state.cash[player];
    const chains = kind === "buy" && bought < game.limit ? onBoard(game, state).filter(canBuy) : [];
    const coming = { ...any, kind: "next", player: next, opens: true, tiles: empty() };
    if (!chains.length && state.bought === null) return coming;
    return { ...coming, kind: "buy", buyer: player, bought: state.bought, limit: game.limit, chains };
  }

  /** The sheet of a game as told: the same parts as the server's, nothing in it checked. `game` is what never changes. */
  function follow(sheet, game, entries) {
    const state = opening(game);
    for (const entry of standing(entries)) for (const event of entry.events) TELL[event.act]?.(game, state, event);
    return {
      ...sheet,
      turn: state.turn ?? { number: 0, player: null },
      next: { number: (state.turn?.number ?? 0) + 1, player: following(game, state) },
      players: sheet.players.map((player) => ({ ...player, cash: state.cash[player.id], shares: state.shares[player.id] })),
      chains: sheet.chains.map((chain, place) => ({ ...chain, size: sizeOf(state, chain.name), price: priceOf(game, state, chain.name), bank: state.bank[place] })),
      cells: state.cells,
      placed: state.placed,
      ask: ask(game, state),
    };
  }

  /* ---- The notation, for what the server has not written yet ---- */
  const listed = (shares) => Object.entries(shares).map(([chain, count]) => `${chain} ${count}`).join(", ") || "-";
  const counts = (event) => ["sell", "trade", "hold"].filter((word) => event[word] || (word === "hold" && event[word] !== undefined)).map((word) => `${word} ${event[word]}`);
  const WORDS = {
    start: (event) => `start: ${event.player} ${event.tile}`, turn: (event) => `${event.number ?? ""} ${event.player}:`.trim(), play: (event) => event.tile,
    order: (event) => `order ${event.chains.join(", ")}`, buy: (event) => `buy ${listed(event.shares)}`, bonus: (event) => `bonus ${event.player} ${event.chain} ${event.amount}`,
    dispose: (event) => `dispose ${event.player} ${event.chain} ${counts(event).join(" ")}`, cash: (event) => `cash ${event.player} ${event.amount}`,
    final: (event) => `final: ${event.player} ${event.cash}`,
  };
  /** An entry in the words of the notation. */
  const words = (entry) => entry.events.length
    ? entry.events.map((event) => WORDS[event.act]?.(event) ?? [event.act, event.chain ?? (event.tiles ?? []).join(" ")].join(" ").trim()).join("; ").replaceAll(":;", ":")
    : gettext("the previous entry was taken back");

  globalThis.PlainGame = Object.freeze({ follow, standing, words, TILES });
}
