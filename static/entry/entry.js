// Running counts while a round is entered, only for display: the server counts everything again.

import { cardSum } from "./sums.js";

/** Show the sum of the numbers of a form. */
function addUp() {
  const place = document.querySelector("[data-sum]");
  const addends = [...document.querySelectorAll("[data-addend]")];
  if (place && addends.length) place.textContent = addends.reduce((sum, field) => sum + (Number(field.value) || 0), 0);
}

let filled = null; // the field that was filled in automatically

/** Fill in the number that follows from the others, if their sum is known (PointsWay in webapp/games/ways.py). */
function followNumbers(field) {
  const frame = field.closest("[data-together]");
  if (!frame) return;
  const fields = [...frame.querySelectorAll("[data-addend]")];
  const follows = frame.querySelector('input[name="follows"]');
  if (fields[Number(follows.value || NaN)] === field) follows.value = ""; // the player has entered it meanwhile
  const blank = fields.filter((each, seat) => each.value === "" || String(seat) === follows.value);
  const left = fields.reduce((rest, each) => (blank.includes(each) ? rest : rest - Number(each.value)), Number(frame.dataset.together));
  const found = blank.length === 1 && blank[0] !== field && left >= 0;
  if (found) blank[0].value = left;
  else if (follows.value) fields[follows.value].value = "";
  filled = found ? blank[0] : null;
  sayWhatFollows(frame);
}

function sayWhatFollows(frame) {
  const fields = [...frame.querySelectorAll("[data-addend]")];
  frame.querySelector('input[name="follows"]').value = filled ? fields.indexOf(filled) : "";
  for (const each of fields) document.getElementById(`${each.id}-follows`).hidden = each !== filled;
}

/** After a swap, keep the automatic number if the server does not know it yet; drop it if others have entered one. */
function followAgain() {
  if (!filled?.isConnected || filled.value === "") return;
  const frame = filled.closest("[data-together]");
  const { value } = frame.querySelector('input[name="follows"]');
  const isOurs = value === "" ? filled.defaultValue === "" : filled.id === `points_${value}`;
  if (isOurs) sayWhatFollows(frame);
  else filled = null;
}

// Select the automatic number on focus, so that typing replaces it. Select it again after the tap and after a swap,
// which may move the caret, but not once something was typed or tapped.
let selected = null;

document.addEventListener("focusin", ({ target }) => {
  const seat = target.closest?.("[data-together]")?.querySelector('input[name="follows"]').value;
  selected = seat && target.id === `points_${seat}` ? target : null;
  selected?.select();
});

const selectAgain = () => {
  if (selected === document.activeElement) selected?.select();
};

document.addEventListener("click", selectAgain);
document.addEventListener("htmx:after:swap", selectAgain);
for (const kind of ["pointerdown", "keydown", "input"]) {
  document.addEventListener(kind, () => { selected = null; }, { capture: true });
}

// Answers implied by another (webapp/games/fishing, `Follows`): field -> implied by which field, its value, and the
// answer before.
const filledIn = new Map();

const radiosOf = (form, name) => [...form.elements].filter((each) => each.type === "radio" && each.name === name);

/** Fill in answers implied by a rare category; when it is taken back, restore the answers from before. */
function answerWhatFollows(radio) {
  const { form, name } = radio;
  filledIn.delete(name);
  const row = radio.closest("[data-follows]");
  if (!row) return;
  const choose = (other, value) => radiosOf(form, other).forEach((each) => { each.checked = each.value === value; });
  for (const [other, { by, value, before }] of filledIn) {
    if (by !== name) continue;
    if (radiosOf(form, other).find((each) => each.checked)?.value === value) choose(other, before);
    filledIn.delete(other);
  }
  for (const [other, value] of Object.entries(JSON.parse(row.dataset.follows)[radio.value] ?? {})) {
    const before = radiosOf(form, other).find((each) => each.checked)?.value;
    if (before === value) continue;
    filledIn.set(other, { by: name, value, before });
    choose(other, value);
  }
}

/** Show the weighted sum of the numbers in a frame; `data-weights`, set by a game, is name -> weight. */
function weigh(frame) {
  const points = Object.entries(JSON.parse(frame.dataset.weights)).map(([name, weight]) => weight * (Number(frame.querySelector(`[name="${name}"]`).value) || 0));
  frame.querySelector("[data-weighed]").textContent = points.reduce((sum, each) => sum + each, 0);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.matches?.("[data-addend]")) {
      followNumbers(event.target);
      addUp();
    }
    if (kind === "change" && event.target.matches?.(".award-row input[type=radio]")) answerWhatFollows(event.target);
    const frame = event.target.closest?.("[data-weights]");
    if (frame) weigh(frame);
  }, { capture: true }); // before htmx collects the form
}

/** Show the running counts of the ticked cards, and their number on each tab. */
function recount() {
  const sums = JSON.parse(document.getElementById("tally")?.dataset.sums ?? "{}");
  const codes = [...document.querySelectorAll('#pile input[name="card"]:checked')].map((box) => box.value);
  for (const place of document.querySelectorAll("[data-count]")) {
    const sum = sums[place.dataset.count];
    if (sum) place.textContent = cardSum(sum, codes);
  }
  const left = [...document.querySelectorAll('#pile .cell:not(.taken) input[name="card"]:not(:checked)')];
  for (const place of document.querySelectorAll("[data-count-rest]")) {
    const sum = sums[place.dataset.countRest];
    if (sum) place.textContent = cardSum(sum, left.map((box) => box.value));
  }
}

function recountTabs() {
  for (const place of document.querySelectorAll("[data-tab-count]")) {
    const panel = document.querySelector(`[data-panel="${place.dataset.tabCount}"]`);
    place.textContent = panel.querySelectorAll("input:checked").length || "";
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-tab]")) {
    event.stopPropagation(); // switching to another suit changes nothing to be stored
    return;
  }
  const question = event.target.closest?.("[data-question]");
  if (question) question.classList.remove("open"); // the page comes anew with the answered card
  const steps = event.target.closest?.(".steps");
  if (steps) steps.dataset.count = Number(event.target.value);
  recountAll();
}, { capture: true }); // before htmx collects the form

document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (!step) return;
  event.preventDefault();
  const field = document.getElementById(step.dataset.for);
  const count = Math.max(0, (parseInt(field.value, 10) || 0) + Number(step.dataset.step));
  if (String(count) === field.value) return;
  field.value = count;
  document.getElementById("announce").textContent = `${count}`;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("htmx:after:swap", followAgain);
document.addEventListener("htmx:after:swap", addUp); // a number may have been typed meanwhile

function recountAll() {
  recountTabs();
  if (document.getElementById("pile")) recount();
}

document.addEventListener("htmx:after:swap", recountAll); // after waiting taps were brought back (base/events.js)
recountAll(); // a browser may have restored ticks by itself
