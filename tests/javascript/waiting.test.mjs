// The rounds that wait on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as list from "../../static/base/waiting.js";

const HERE = "/m/here/";
const round = (number, more = {}) => ({ token: `token ${number}`, board: HERE, number, path: "quick", fields: [], ...more });
const numbers = (items) => items.map(({ number }) => number);

test("a round that is entered again, or replaced, waits once", () => {
  const items = [round(1), round(2)];
  assert.deepEqual(numbers(list.put(items, round(3))), [1, 2, 3]);
  assert.deepEqual(list.put(items, round(1, { path: "cards" })), [round(2), round(1, { path: "cards" })]);
  assert.deepEqual(list.put(items, round(1, { token: "new" }), "token 1"), [round(2), round(1, { token: "new" })]);
  assert.deepEqual(numbers(items), [1, 2], "the old list stays as it is");
});

test("a round is taken out or changed by its token", () => {
  const items = [round(1), round(2)];
  assert.deepEqual(list.without(items, "token 1"), [round(2)]);
  assert.deepEqual(list.without(items, "of nobody"), items);
  assert.deepEqual(list.changed(items, "token 2", { deleted: true }), [round(1), round(2, { deleted: true })]);
});

test("rounds go board by board, in the order of their numbers", () => {
  const items = [round(3), round(1, { board: "/m/there/" }), round(2)];
  assert.deepEqual(list.boards(items), [HERE, "/m/there/"]);
  assert.deepEqual(numbers(list.ofBoard(items, HERE)), [2, 3]);
  assert.equal(list.next(items, HERE, new Set()).number, 2);
  assert.equal(list.next(items, HERE, new Set(["token 2"])).number, 3);
  assert.equal(list.next(items, HERE, new Set(["token 2", "token 3"])), undefined);
});

test("a round that is refused holds up the later ones of its match, a deleted one none", () => {
  assert.equal(list.next([round(1, { refused: 409 }), round(2)], HERE, new Set()), undefined);
  assert.equal(list.next([round(1), round(2, { refused: 409 })], HERE, new Set()).number, 1);
  assert.equal(list.next([round(1, { deleted: true, refused: 409 }), round(2)], HERE, new Set()).number, 2);
  assert.deepEqual([round(1), round(2, { deleted: true }), round(3, { refused: 410 })].map(list.isGoing), [true, false, false]);
});

test("rounds under a changed link go on under the new one", () => {
  const items = [round(1, { board: "/m/old/", refused: 404 }), round(2, { board: "/m/old/" }), round(3, { refused: 404 })];
  assert.deepEqual(list.lostBoards(items, HERE), ["/m/old/"]);
  const after = list.moved(items, "/m/old/", HERE);
  assert.ok(after.every(({ board }) => board === HERE));
  assert.deepEqual(after.map(({ refused }) => refused), [undefined, undefined, 404]);
});

test("a refused round leaves when its page shows it", () => {
  const items = [round(1, { refused: 422 }), round(2, { refused: 409 }), round(3, { refused: 410 }), round(4)];
  assert.deepEqual(numbers(list.looked(items, HERE, 1)), [2, 3, 4]);
  for (const number of [3, 4]) assert.deepEqual(list.looked(items, HERE, number), items);
  assert.deepEqual(list.looked(items, "/m/there/", 1), items);
});

test("a page that is opened forgets what was deleted and asks again for a match that was gone", () => {
  const items = [round(1, { deleted: true }), round(2, { refused: 410 }), round(3, { refused: 409 })];
  assert.deepEqual(list.opened(items).map(({ number, refused }) => [number, refused]), [[2, undefined], [3, 409]]);
});

test("an answer says whether a round counts, and if not, why", () => {
  const base = "https://cards.example/m/here/";
  assert.ok(list.isCounted("/m/here/?counted=1", base));
  assert.ok(!list.isCounted("/m/here/match/deleted", base));
  assert.equal(list.refusedBy("/m/here/?undone=1", base), list.TAKEN_BACK);
  assert.equal(list.refusedBy("/m/here/match/deleted", base), 410);
  assert.deepEqual([200, 404, 409, 410, 422, 429, 503].map(list.refusedAs), [undefined, 404, 409, 410, 422, undefined, undefined]);
});

test("each state has its sentence", () => {
  const states = [{}, { deleted: true, refused: 409 }, { refused: list.TAKEN_BACK }, { refused: 404 }, { refused: 410 }, { refused: 409 }, { refused: 422 }];
  assert.deepEqual(states.map(list.stateOf), ["waits", "deleted", "taken-back", "gone", "gone", "quicker", "refused"]);
});
