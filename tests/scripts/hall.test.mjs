import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { span } = load("HallClock", "app.js", "desk/hall.js");

test("the time left has hours once there is one, and time over is read the same way", () => {
  assert.deepEqual([0, 999, 1_000, 59_999, 60_000, 3_599_000, 3_600_000, 6_600_000].map(span), ["0:00", "0:00", "0:01", "0:59", "1:00", "59:59", "1:00:00", "1:50:00"]);
  assert.deepEqual([-1_000, -252_000].map(span), ["0:01", "4:12"]);
});
