// Calls ("Scopa!") on the board: a tap shows the new number at once, with sound and vibration, and goes into the
// outbox.
//
// The server counts (`events` in webapp/entry/views.py).

import { add, waitingFor } from "../base/events.js";
import { play as sound, showSound } from "../base/sound.js";

const COINS = 9;
let counts = shownCounts(); // counts shown, including unanswered taps
let told = shownCounts(); // counts already announced to screen readers

/** Field -> number of calls on the board. */
function shownCounts() {
  return new Map([...document.querySelectorAll("[data-call]")].map((form) => [form.dataset.call, Number(form.dataset.count)]));
}

/** Play three short rising notes. */
const play = () => sound([659, 880, 1319]);

/** Let coins fly off the button; with reduced motion it glows. The board below may be replaced meanwhile. */
function celebrate(button) {
  const { left, top, width, height } = button.getBoundingClientRect();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const layer = document.createElement("div");
  layer.className = "call-joy";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  const place = (element, x, y) => Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
  const glow = document.createElement("span");
  glow.className = "call-glow";
  place(glow, left, top);
  Object.assign(glow.style, { width: `${width}px`, height: `${height}px` });
  layer.append(glow);
  glow.animate([{ opacity: 1 }, { opacity: 0 }], { duration: still ? 1400 : 600, easing: "ease-in", fill: "forwards" });
  for (let index = 0; !still && index < COINS; index += 1) {
    const coin = document.createElement("span");
    coin.className = "call-coin";
    place(coin, left + width / 2, top + height / 2);
    layer.append(coin);
    const angle = Math.PI * (1.12 + (0.76 * index) / (COINS - 1));
    const far = 78 + (index % 3) * 26;
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
    coin.animate(
      [
        { transform: "translate(-50%, -50%) scale(0.4)", opacity: 1 },
        { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(1) rotateY(540deg)`, opacity: 1, offset: 0.6 },
        { transform: `translate(calc(-50% + ${x * 1.15}px), calc(-50% + ${y + 60}px)) scale(0.9) rotateY(900deg)`, opacity: 0 },
      ],
      { duration: 850, easing: "cubic-bezier(0.2, 0.8, 0.4, 1)", fill: "forwards" },
    );
  }
  setTimeout(() => layer.remove(), still ? 1400 : 900);
}

const boardRound = () => document.getElementById("board")?.dataset.next;
const formAt = (name) => document.querySelector(`[data-call="${name}"]`);

function show(form, count) {
  form.dataset.shown = count;
  form.querySelector("[data-called]").textContent = count;
  // Not `disabled`: browsers send nothing for such a button and remove its focus.
  form.querySelector(".uncall").ariaDisabled = String(count === 0);
}

function enjoy(button) {
  navigator.vibrate?.([30, 40, 60]);
  play();
  celebrate(button);
}

// A tap counts at once and is sent as an event (static/base/events.js), with the number shown before and after it. If
// another phone was faster, the number before is outdated, and the tap changes nothing.

const DOUBLE_TAP_MS = 300;
const tapped = new Map(); // field -> time
let round = boardRound();

/** The number after all unanswered taps, or the server's. */
const countOf = (form) => Number(waitingFor(form.getAttribute("action")).at(-1)?.value ?? form.dataset.count);

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!form.matches("form[data-call]")) return;
  event.preventDefault();
  const name = form.dataset.call;
  if (event.timeStamp - (tapped.get(name) ?? -DOUBLE_TAP_MS) < DOUBLE_TAP_MS) return;
  tapped.set(name, event.timeStamp);
  const was = countOf(form);
  const count = Math.max(0, was + Number(button.dataset.more));
  if (count === was) return; // nothing to take back
  counts.set(name, count);
  show(form, count);
  if (button.matches(".call")) enjoy(button);
  showInRound(name, count);
  add(form.getAttribute("action"), [{ field: name, was: String(was), value: String(count) }]);
});

/** Update the number in the round's form; `answered` is the number that its page has now been shown. */
function showInRound(name, count, answered) {
  const form = document.querySelector(".next-round:not(.correcting) #round");
  if (!form?.elements[name]) return;
  Object.assign(form.elements[name], { value: count, defaultValue: count });
  const { was } = form.elements;
  if (answered && was.value) was.value = JSON.stringify({ ...JSON.parse(was.value), [name]: [answered] });
}

document.addEventListener("settebello:kept", ({ detail: items }) => {
  for (const form of document.querySelectorAll("form[data-call]")) {
    const events = items.filter(({ to }) => to === form.getAttribute("action")).map(({ event }) => event);
    if (!events.length) continue;
    const { value } = events.at(-1);
    if (form.dataset.count === events[0].was) form.dataset.count = value;
    show(form, countOf(form));
    const said = waitingFor(form.getAttribute("action")).at(-1)?.value ?? value;
    showInRound(form.dataset.call, said, value);
    window.htmx.trigger(document.getElementById("board"), "refresh");
  }
});

document.addEventListener("htmx:after:swap", () => {
  showSound();
  const now = shownCounts();
  if (boardRound() !== round) {
    // Another round has its own numbers, which are not announced.
    counts = now;
    told = now;
  }
  round = boardRound();
  for (const [name, count] of now) {
    const button = formAt(name).querySelector(".call");
    if (count > (counts.get(name) ?? count)) celebrate(button);
    if (count > (told.get(name) ?? count)) document.getElementById("announce").textContent = button.textContent;
  }
  told = now;
  counts = new Map(now);
  showWaiting();
});

/** Include unanswered taps in a board that was replaced or cached. */
function showWaiting() {
  for (const form of document.querySelectorAll("form[data-call]")) {
    const count = countOf(form);
    counts.set(form.dataset.call, count);
    show(form, count);
    if (waitingFor(form.getAttribute("action")).length) showInRound(form.dataset.call, count);
  }
}

showWaiting();
showSound();
