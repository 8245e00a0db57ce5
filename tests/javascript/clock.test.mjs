// Moments in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { day, hour, localeOf } from "../../static/base/clock.js";

const now = new Date(2026, 10, 24, 0, 30);

test("today and yesterday have their hour, also around midnight", () => {
  assert.equal(day(new Date(2026, 10, 24, 0, 10), "en-GB", now), "today 00:10");
  assert.equal(day(new Date(2026, 10, 23, 23, 10), "en-GB", now), "yesterday 23:10");
  assert.equal(day(new Date(2026, 10, 23, 0, 0), "it", now), "ieri 00:00");
});

test("another day has its date, with the year where it is another one", () => {
  assert.equal(day(new Date(2026, 10, 22, 23, 59), "en-GB", now), "22 Nov");
  assert.equal(day(new Date(2025, 10, 24, 12, 0), "en-GB", now), "24 Nov 2025");
  assert.equal(day(new Date(2026, 10, 25, 0, 10), "en-GB", now), "25 Nov", "a clock that was set back");
});

test("yesterday is a calendar day, also when the clocks change", () => {
  assert.match(day(new Date(2026, 9, 24, 23, 30), "en-GB", new Date(2026, 9, 25, 23, 30)), /^yesterday/);
  assert.match(day(new Date(2026, 2, 28, 0, 30), "en-GB", new Date(2026, 2, 29, 23, 30)), /^yesterday/);
});

test("the phone's own country decides how an hour is written", () => {
  assert.equal(localeOf("en", ["de-AT", "en-US", "en"]), "en-US");
  assert.equal(localeOf("es", ["de-AT"]), "es");
  assert.equal(hour(now, "en-GB"), "00:30");
  assert.match(hour(new Date(2026, 1, 1, 21, 40), "en-US"), /^09:40\sPM$/);
});
