/* Two devices at one log: what the other one wrote, and what this one's entries would spoil if they were written behind it: a turn that
   stands there already, a share bought twice, an entry taken back that is not one's own. Nothing here touches the page. */
"use strict";
{
  const ONCE = ["play", "found", "survivor", "order", "buy", "end"], OF_HOLDER = ["dispose", "bonus"];

  /** Every event with the turn in which it stands; those before the first turn told here stand in `turn`. */
  function placed(entries, turn) {
    let here = turn;
    return entries.flatMap(({ events }) => events.map((event) => {
      if (event.act === "turn") here = { number: event.number ?? here.number + 1, player: event.player };
      return { event, turn: here };
    }));
  }

  /** The mark of what an event tells that a turn has once; null for what may be told again, such as a count of cash. */
  function once({ act, player, chain }) {
    if (OF_HOLDER.includes(act)) return `${act} ${player} ${chain}`;
    return ONCE.includes(act) ? act : null;
  }

  /** What would be wrong if the queue were written behind the stored log, in sentences; none where it simply goes on. */
  function clashes(base, theirs, queue) {
    const said = new Set();
    const known = new Set(base.standing.map(({ key }) => key));
    const stored = placed(theirs.standing, { number: 0, player: null });
    const fresh = placed(theirs.standing.filter(({ key }) => !known.has(key)), base.sheet.turn);
    let own = 0;
    for (const { events } of queue) {
      own += events.length ? 1 : -1;
      if (own < 0) said.add(gettext("Undo would take back what the other device wrote."));
      own = Math.max(0, own);
    }
    const last = theirs.sheet.turn.number;
    for (const { event, turn } of placed(queue.filter(({ events }) => events.length), base.sheet.turn)) {
      const there = event.act === "turn" && stored.find((other) => other.event.act === "turn" && other.turn.number === turn.number);
      const also = once(event), is = (other) => other.turn.number === turn.number && also === once(other.event);
      const values = { turn: turn.number, player: turn.player, other: there ? there.turn.player : "" };
      const already = gettext("The table's log already has what you wrote for turn {turn}.", values);
      if (there && there.turn.player === turn.player) said.add(already);
      else if (there) said.add(gettext("The table's log already has turn {turn}, but by {other}; yours is by {player}.", values));
      else if (turn.number === base.sheet.turn.number && last !== turn.number) said.add(gettext("The table's log is at turn {last}. Your entries for turn {turn} would be written there.", { ...values, last }));
      else if (turn.number === base.sheet.turn.number && also && fresh.some(is)) said.add(already);
    }
    return [...said];
  }

  /** The lines of the stored log that this device did not know. */
  const news = (base, theirs) => theirs.sheet.lines.filter((line, place) => line.text && line.text !== base.sheet.lines[place]?.text).map((line) => line.text);

  globalThis.TwoDevices = Object.freeze({ clashes, news });
}
