// The part of a photograph that is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { apart, middle, nearest, View } from "../../static/photos/view.js";

const near = (found, wanted) => found.forEach((each, index) => assert.ok(Math.abs(each - wanted[index]) < 1e-9, `${found} is not ${wanted}`));

/** Where a point of the photograph is seen, as shares of what is shown. */
const seen = (view, [x, y]) => [(x - view.box[0]) / view.box[2], (y - view.box[1]) / view.box[3]];

test("the point that is enlarged at stays where it is", () => {
  const view = new View(1200, 800);
  for (const scale of [2, 4.5, 3, 2]) {
    const before = seen(view, [500, 300]);
    view.zoom(scale, [500, 300]);
    near(seen(view, [500, 300]), before);
    assert.equal(view.scale, scale);
  }
});

test("it is never smaller than the photograph, nor larger than is of use", () => {
  const view = new View(1200, 800);
  view.zoom(0.1);
  assert.deepEqual(view.box, [0, 0, 1200, 800]);
  view.zoom(100);
  assert.equal(view.scale, 6);
  view.zoom(1, [0, 0]);
  assert.deepEqual(view.box, [0, 0, 1200, 800]);
});

test("nothing beyond the edges is shown", () => {
  const view = new View(1200, 800);
  view.zoom(2);
  view.moveTo(-50, 5000);
  assert.deepEqual(view.box, [0, 400, 600, 400]);
  view.centreOn([1200, 0]);
  assert.deepEqual(view.box, [600, 0, 600, 400]);
  view.zoom(4 / 3, [1200, 0]);
  near(view.box, [300, 0, 900, 600]);
});

test("it is centred on a point, and says which points are shown", () => {
  const view = new View(1200, 800);
  view.zoom(4);
  view.centreOn([700, 200]);
  assert.deepEqual(view.centre, [700, 200]);
  assert.ok(view.has([600, 150]));
  for (const point of [[500, 200], [900, 200], [700, 50], [700, 350]]) assert.ok(!view.has(point));
});

test("it begins as it was left, and whole where that is no part of the photograph", () => {
  const left = new View(1200, 800);
  left.zoom(3, [900, 600]);
  const view = new View(1200, 800);
  view.recall(JSON.parse(JSON.stringify({ scale: left.scale, x: left.x, y: left.y })));
  assert.deepEqual(view.box, left.box);
  view.recall({ scale: 0, x: 99, y: -1 });
  assert.deepEqual(view.box, [0, 0, 1200, 800]);
  view.recall({});
  assert.deepEqual(view.box, [0, 0, 1200, 800]);
});

test("of several frames the one whose middle or name is nearest is meant", () => {
  assert.deepEqual(middle([[0, 0], [4, 0], [4, 2], [0, 2]]), [2, 1]);
  assert.equal(apart([[1, 1], [4, 5]]), 5);
  const places = { left: [[0, 0]], named: [[90, 90], [11, 0]], right: [[20, 0]] };
  assert.deepEqual(nearest(Object.keys(places), (name) => places[name], [14, 0]), ["named", "right", "left"]);
  assert.deepEqual(nearest([], () => [], [0, 0]), []);
});
