/* Runs the scripts of the pages without a page: what of them needs none is then there to be tried. Each test file is a process of its own. */
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const STATIC = new URL("../../static/tournament/", import.meta.url);

/** Run scripts in the order in which a page names them, and return what an expression of theirs is. */
export function load(expression, ...names) {
  for (const name of names) runInThisContext(readFileSync(new URL(name, STATIC), "utf8"), { filename: name });
  return runInThisContext(expression);
}
