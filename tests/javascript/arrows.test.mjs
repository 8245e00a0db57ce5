// Arrow keys among things that lie side by side.

import assert from "node:assert/strict";
import { test } from "node:test";

import { towards } from "../../static/base/arrows.js";

const at = (x, y) => ({ getBoundingClientRect: () => ({ x, y, width: 40, height: 60 }) });

test("an arrow leads to the nearest in its direction", () => {
  const [one, two, three, below] = [at(0, 0), at(50, 0), at(100, 0), at(55, 70)];
  const all = [one, two, three, below];
  assert.equal(towards("ArrowRight", one, all), two);
  assert.equal(towards("ArrowLeft", three, all), two);
  assert.equal(towards("ArrowDown", two, all), below);
  assert.equal(towards("ArrowUp", below, all), two);
});

test("at the edge, and for other keys, it leads nowhere", () => {
  const [one, beside] = [at(0, 0), at(50, 3)];
  assert.equal(towards("ArrowLeft", one, [one, beside]), null);
  assert.equal(towards("ArrowDown", one, [one, beside]), null, "a few pixels lower is still beside");
  assert.equal(towards("Enter", one, [one, beside]), null);
});
