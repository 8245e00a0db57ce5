// The rounds that wait on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as list from "../../static/base/waiting.js";

const HERE = "/m/here/";
const at = (number, board = HERE, path = "quick") => list.addressOf(board, number, path);
const round = (number, { board, path, token = `token ${number}`, ...more } = {}) =>
  [{ id: `field ${number}`, field: "sweeps_0", value: ["1"] }, ...(token ? [{ id: token, count: "count" }] : [])].map((event) => ({ to: at(number, board, path), event, ...more }));
const tap = (to = "rounds/1/entry/ways/quick/events") => ({ to, event: { id: "tap" } });
const numbers = (items, board) => list.rounds(items, board).map(({ number }) => number);
const goes = (items, underWay) => list.batch(items, underWay)[0]?.to;

test("a form is events, and they are its fields again", () => {
  const fields = [["award_cards", "0"], ["card-0", "7D"], ["card-0", "7D"], ["card-1", "1C"], ["ticks", "a"], ["ticks", "b"]];
  const events = list.whole(fields);
  assert.deepEqual(events[0], { field: "award_cards", value: ["0"] });
  assert.deepEqual(events.slice(1, 4), [{ card: "7D", put: true, seat: 0 }, { card: "7D", put: true, seat: 0 }, { card: "1C", put: true, seat: 1 }]);
  assert.deepEqual(list.fieldsOf([...events, { count: "count" }]), fields);
});

test("a round that is entered again, or in another way, waits once", () => {
  const items = [tap(), ...round(1), ...round(2)];
  assert.deepEqual(numbers(list.put(items, round(3))), [1, 2, 3]);
  assert.deepEqual(list.put(items, round(1, { path: "" })), [tap(), ...round(2), ...round(1, { path: "" })]);
  assert.deepEqual(list.put(items, round(1, { token: "new" })), [tap(), ...round(2), ...round(1, { token: "new" })]);
  assert.deepEqual(numbers(list.put(items, round(1, { board: "/m/there/" }))), [1, 1, 2], "of another match");
  assert.deepEqual(numbers(list.put(items, round(1, { path: "quick?since=1" }))), [1, 1, 2], "rounds were renumbered since");
  assert.deepEqual(numbers(items), [1, 2], "the old list stays as it is");
});

test("a round is taken out or changed by its address", () => {
  const items = [...round(1), ...round(2)];
  assert.deepEqual(list.without(items, at(1)), round(2));
  assert.deepEqual(list.without(items, "of nobody"), items);
  assert.deepEqual(list.changed(items, at(2), { refused: 409 }), [...round(1), ...round(2, { refused: 409 })]);
});

test("rounds go board by board, in the order of their numbers, each whole", () => {
  const items = [...round(3), ...round(1, { board: "/m/there/" }), ...round(2)];
  assert.deepEqual(numbers(items, HERE), [2, 3]);
  assert.deepEqual(list.batch(items), round(1, { board: "/m/there/" }));
  assert.deepEqual(list.batch(list.without(items, at(1, "/m/there/"))), round(2));
  assert.deepEqual(list.batch(round(3)), round(3));
  assert.deepEqual(list.batch([]), []);
});

test("a round goes after what was tapped before it, and what is tapped later goes after it", () => {
  assert.deepEqual(list.batch([tap(), ...round(1)]), [tap()]);
  assert.equal(goes([...round(1), tap()]), at(1));
  assert.deepEqual(list.batch([...round(1, { refused: 409 }), tap()]), [tap()]);
});

test("a round that is still entered waits, and holds up nothing", () => {
  assert.equal(goes(round(1, { token: "" })), undefined);
  assert.equal(goes([...round(1, { token: "" }), ...round(2)]), at(2));
});

test("a round that is refused or under way holds up the later ones of its match", () => {
  assert.equal(goes([...round(1, { refused: 409 }), ...round(2)]), undefined);
  assert.equal(goes([...round(1), ...round(2)], new Set(["token 1"])), undefined);
  assert.equal(goes([...round(1), ...round(2, { refused: 409 })]), at(1));
  const all = list.rounds([...round(1), ...round(2, { token: "" }), ...round(3, { refused: 410 })]);
  assert.deepEqual(all.map(list.isGoing), [true, false, false]);
});

test("rounds under a changed link go on under the new one", () => {
  const old = "/m/old/";
  const items = [...round(1, { board: old, refused: 404 }), ...round(2, { board: old }), ...round(3, { refused: 404 })];
  assert.deepEqual(list.lostBoards(items, HERE), [old]);
  const after = list.rounds(list.moved(items, old, HERE));
  assert.ok(after.every(({ board }) => board === HERE));
  assert.deepEqual(after.map(({ refused }) => refused), [undefined, undefined, 404]);
});

test("a refused round leaves when its page shows it", () => {
  const items = [...round(1, { refused: 422 }), ...round(2, { refused: 409 }), ...round(3, { refused: 410 }), ...round(4)];
  assert.deepEqual(numbers(list.looked(items, HERE, 1)), [2, 3, 4]);
  for (const number of [3, 4]) assert.deepEqual(list.looked(items, HERE, number), items);
  assert.deepEqual(list.looked(items, "/m/there/", 1), items);
  const renumbered = round(3, { refused: 422, looked: true });
  assert.deepEqual(list.looked(renumbered, HERE, 2), []);
});

test("a page that is opened asks again for a match that was gone", () => {
  const items = [...round(2, { refused: 410 }), ...round(3, { refused: 409 })];
  assert.deepEqual(list.rounds(list.opened(items)).map(({ number, refused }) => [number, refused]), [[2, undefined], [3, 409]]);
});

test("a round that the table has no place for is not sent again by itself: it may have been entered by hand", () => {
  const items = round(3, { refused: "ahead" });
  assert.deepEqual(list.opened(items), items);
});

test("an answer says whether a round counts, and if not, why", () => {
  const base = "https://cards.example/m/here/";
  assert.ok(list.isCounted("/m/here/?counted=1", base));
  assert.ok(!list.isCounted("/m/here/match/deleted", base));
  assert.equal(list.refusedBy("/m/here/?undone=1", base), list.TAKEN_BACK);
  assert.equal(list.refusedBy("/m/here/match/deleted", base), 410);
  assert.equal(list.refusedBy("/m/here/", base), "ahead");
  assert.deepEqual([400, 404, 409, 410, 413, 422].map(list.refusedAs), [400, 404, 409, 410, 413, 422]);
  for (const status of [200, 408, 425, 429, 503]) assert.equal(list.refusedAs(status), undefined);
});

test("each state has its sentence", () => {
  const token = "a token";
  const states = [{}, { token }, { token, refused: list.TAKEN_BACK }, { token, refused: 404 }, { token, refused: 410 }, { token, refused: 409 }, { token, refused: 422 }, { token, refused: 400 }];
  assert.deepEqual(states.map((each) => list.stateOf(each)), ["begun", "waits", "taken-back", "gone", "gone", "quicker", "refused", "wrong"]);
  assert.deepEqual(["2", ""].map((next) => list.stateOf({ token, refused: "ahead" }, next)), ["ahead", "gone"]);
});
