import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, cardSteps, followed, same } from "../../static/base/waiting.js";

test("lists are the same in any order", () => {
  assert.ok(same(["b", "a"], ["a", "b"]));
  assert.ok(!same(["a"], ["a", "a"]));
});

test("what the server shows anew is known, and a tick on its way stays told", () => {
  assert.deepEqual(followed(["2"], ["0"], ["0"], false), ["2"]);
  assert.deepEqual(followed(["2"], ["0"], ["1"], false), ["1"]);
  assert.deepEqual(followed(["0"], [], ["1"], false), ["1"]);
  assert.deepEqual(followed(["7D", "1C"], [], ["7D"], true).sort(), ["1C", "7D"]);
  assert.deepEqual(followed(["7D", "1C"], ["7D"], [], true), ["1C"]);
  assert.deepEqual(followed(["7H", "7H"], [], ["7H"], true), ["7H", "7H"]);
});

test("each card that was ticked or unticked is a step, a twin by itself", () => {
  assert.deepEqual(cardSteps(["7D", "1C"], ["1C", "2C"]), [{ card: "7D", put: false }, { card: "2C", put: true }]);
  assert.deepEqual(cardSteps([], ["7H", "7H"]), [{ card: "7H", put: true }, { card: "7H", put: true }]);
  assert.deepEqual(cardSteps(["7H", "7H"], ["7H"]), [{ card: "7H", put: false }]);
});

test("events go in their order, those of one page together", () => {
  const [one, two, three] = [{ to: "a" }, { to: "a" }, { to: "b" }];
  assert.deepEqual(batch([one, two, three, one]), [one, two]);
  assert.deepEqual(batch([one]), [one]);
});
