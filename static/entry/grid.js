// Keyboard use of the card grid: one tab stop, arrow keys from card to card, space ticks. Home and End lead to the
// first and last card of the suit (with Ctrl of all). Without this script every card is a tab stop.

import { towards } from "../base/arrows.js";

const STOPS = 'input[type="checkbox"], button[name="choose"]';
const SAY_MS = 700; // several quick taps are announced once
const DOUBLE_TAP_MS = 400; // a longer interval or distance makes two separate taps
const DOUBLE_TAP_PX = 16;

const shown = (stop) => !stop.disabled && stop.checkVisibility({ visibilityProperty: true });
const stopsOf = (grid) => [...grid.querySelectorAll(STOPS)].filter(shown);
const tabStops = new WeakSet(); // one a grid; an attribute would go with the next swap
const gridOf = (element) => (element.matches?.(STOPS) ? element.closest(".grid") : null);

/** Leave one tab stop in a grid: `wanted`, else the previous one, the first ticked one, or the first. */
function settle(grid, wanted = null) {
  const stops = stopsOf(grid);
  const had = stops.find((stop) => tabStops.has(stop));
  const one = wanted ?? had ?? stops.find((stop) => stop.checked) ?? stops[0];
  for (const stop of grid.querySelectorAll(STOPS)) {
    stop.tabIndex = stop === one ? 0 : -1;
    tabStops.delete(stop);
  }
  if (one) tabStops.add(one);
}

function settleAll() {
  for (const grid of document.querySelectorAll(".grid")) settle(grid);
}

document.addEventListener("focusin", ({ target }) => {
  settleAll(); // cards may have been added, removed or hidden since
  const grid = gridOf(target);
  if (grid) settle(grid, target);
});

document.addEventListener("keydown", (event) => {
  const grid = gridOf(event.target);
  if (!grid || event.altKey || event.metaKey || event.shiftKey || event.target.closest("dialog")) return;
  const stops = stopsOf(grid);
  const { suit } = event.target.dataset;
  const row = event.ctrlKey ? stops : stops.filter((stop) => stop.dataset.suit === suit);
  const ends = { Home: row[0], End: row.at(-1) };
  const next = ends[event.key] ?? (event.ctrlKey ? null : towards(event.key, event.target, stops));
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// Ticking a card puts its twin under the finger: the second tap of a double tap must not tick that.
let tap = { pair: null, x: 0, y: 0, at: 0 };
document.addEventListener("click", (event) => {
  const { target, clientX: x, clientY: y, timeStamp: at } = event;
  const pair = target.closest?.(".cell-pair");
  if (!pair) return;
  if (!target.closest(".twin")) tap = { pair, x, y, at };
  else if (tap.pair === pair && at - tap.at < DOUBLE_TAP_MS && Math.hypot(x - tap.x, y - tap.y) < DOUBLE_TAP_PX) event.preventDefault();
}, { capture: true });

// Announce the sum of the pile once tapping pauses.
let timer = 0;
document.addEventListener("change", ({ target }) => {
  setTimeout(settleAll); // after other scripts have hidden and shown cards
  const tally = document.getElementById("tally");
  if (!tally || !target.closest?.("#pile")) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const counts = [...tally.children].map((count) => count.innerText.trim().replace(/\s+/g, " "));
    document.getElementById("announce").textContent = counts.join(", ");
  }, SAY_MS);
}, { capture: true });

document.addEventListener("htmx:after:swap", settleAll);
settleAll();
