// "Scopa!" on the board: the number shows at once, with a sound and a vibration on the phone that was tapped.
//
// The server counts (webapp/entry/calls.py): this is what the eye, the ear and the hand get.

import { ahead } from "../base/events.js";
import { play as sound, showSound } from "../base/sound.js";

const COINS = 9;
let counts = shownCounts(); // as they stand, with taps that are still on their way
let told = shownCounts(); // as a screen reader has heard them

/** Field -> how often it was called, as the board shows it. */
function shownCounts() {
  return new Map([...document.querySelectorAll("[data-call]")].map((form) => [form.dataset.call, Number(form.dataset.count)]));
}

/** Three short notes that rise. */
const play = () => sound([659, 880, 1319]);

/** Coins fly off the button; where motion is not wanted, it glows instead. The board below may be replaced meanwhile. */
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
const numberIn = (button) => Number(button.value.match(/\d+$/));

function show(form, count) {
  form.querySelector("[data-called]").textContent = count;
  // Not `disabled`: a browser sends nothing for such a button, and takes the focus from it.
  form.querySelector(".uncall").ariaDisabled = String(count === 0);
}

function aim(button, count) {
  button.value = button.value.replace(/\d+$/, count);
}

function enjoy(button) {
  navigator.vibrate?.([30, 40, 60]);
  play();
  celebrate(button);
}

const formOf = (event) => {
  const form = event.detail.ctx?.sourceElement;
  return form?.matches?.("form[data-call]") ? form : null;
};

// A tap counts at once; while the answer to one before is awaited its number waits, and goes next. It is a number that is
// sent and no "one more": whatever is sent twice counts once.

const DOUBLE_TAP_MS = 300;
const tapped = new Map(); // field -> when
const wanted = new Map(); // field -> the number that the taps lead to, until the server has it
const sent = new Map(); // field -> { form, count }: what was sent and has no answer yet
const holding = new Map(); // field -> what lets the button go that counts the round: it waits for the calls before it
let round = boardRound();

function hold(name) {
  if (holding.has(name)) return;
  const answered = new Promise((go) => holding.set(name, go));
  ahead.add(answered);
  answered.finally(() => ahead.delete(answered));
}

function letGo(name) {
  holding.get(name)?.();
  holding.delete(name);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("form[data-call] button");
    if (!button) return;
    const { form } = button;
    const name = form.dataset.call;
    if (event.timeStamp - (tapped.get(name) ?? -DOUBLE_TAP_MS) < DOUBLE_TAP_MS) return event.preventDefault();
    tapped.set(name, event.timeStamp);
    const before = wanted.get(name) ?? Number(form.dataset.count);
    const count = Math.max(0, before + Number(button.dataset.more));
    if (count === before) return event.preventDefault(); // nothing is left to take back
    wanted.set(name, count);
    counts.set(name, count);
    show(form, count);
    if (button.matches(".call")) enjoy(button);
    hold(name);
    if (sent.has(name)) event.preventDefault();
    else aim(button, count);
    if (name in unsent().fields) remember(name);
    return undefined;
  },
  true,
);

function sendFrom(name, count) {
  const form = formAt(name);
  if (!form) return;
  const button = form.querySelector(".call");
  form.elements.was.value = count;
  aim(button, wanted.get(name));
  form.requestSubmit(button);
}

document.addEventListener("htmx:before:request", (event) => {
  const form = formOf(event);
  if (form) sent.set(form.dataset.call, { form, count: numberIn(event.detail.ctx.request.submitter) });
});

/** The form of the round has shown what was called on this phone: it counts with it at once. */
function showInRound(name, count) {
  const form = document.querySelector(".next-round:not(.correcting) #round");
  if (!form?.elements[name] || !form.elements.was.value) return;
  form.elements[name].value = count;
  form.elements[name].defaultValue = count;
  form.elements.was.value = JSON.stringify({ ...JSON.parse(form.elements.was.value), [name]: [String(count)] });
}

document.addEventListener("htmx:finally:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  const name = form.dataset.call;
  const { response } = event.detail.ctx;
  if (!response) return letGo(name); // it is sent again as soon as the connection is back (base/connection.js)
  const { count } = sent.get(name) ?? {};
  sent.delete(name);
  if (response.status === 204) showInRound(name, count);
  if (response.status === 204 && wanted.has(name) && wanted.get(name) !== count) return sendFrom(name, count);
  wanted.delete(name);
  letGo(name);
  if (response.status === 204) window.htmx.trigger(document.getElementById("board"), "refresh");
  else show(form, Number(form.dataset.count));
  return undefined;
});

document.addEventListener("htmx:after:swap", () => {
  showSound();
  const now = shownCounts();
  if (boardRound() !== round) {
    // Another round begins with numbers of its own: they are no news.
    wanted.clear();
    sent.clear();
    [...holding.keys()].forEach(letGo);
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
  for (const [name, count] of wanted) {
    if (!formAt(name)) continue;
    show(formAt(name), count);
    counts.set(name, count);
    if (sent.get(name)?.form.isConnected ?? true) continue;
    sent.delete(name); // the board was drawn anew under it
    sendFrom(name, Number(formAt(name).dataset.count));
  }
});

// Without a network a call is remembered: the kept page of the round begins with it, and a board that is loaded anew sends
// it. It is the number itself that is sent, so that nothing counts twice.

const main = document.getElementById("main");
const CALLED = `settebello calls ${main.dataset.match}`;

/** Return calls without an answer: the round, field -> number, and field -> the number that the server had. */
function unsent() {
  try {
    return { fields: {}, shown: {}, ...JSON.parse(localStorage.getItem(CALLED)) };
  } catch {
    return { fields: {}, shown: {} };
  }
}

function keep(called) {
  try {
    if (Object.keys(called.fields).length) localStorage.setItem(CALLED, JSON.stringify(called));
    else localStorage.removeItem(CALLED);
  } catch {
    // Private windows may refuse: the board itself sends it, as long as it is open.
  }
}

function remember(name) {
  const before = unsent();
  const others = before.round === boardRound() ? before : { fields: {}, shown: {} };
  const shown = Number(formAt(name).dataset.count);
  const fields = { ...others.fields, [name]: wanted.get(name) ?? shown };
  keep({ round: boardRound(), fields, shown: { ...others.shown, [name]: shown } });
}

document.addEventListener("htmx:error", (event) => {
  const form = formOf(event);
  if (form && boardRound()) remember(form.dataset.call);
});

document.addEventListener("htmx:after:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  const called = unsent();
  delete called.fields[form.dataset.call];
  keep(called);
});

/** Whether the round waits whole on this phone: base/outbox.js sends it, with its sweeps. */
function waits(round) {
  try {
    const items = JSON.parse(localStorage.getItem("settebello outbox")) ?? [];
    return items.some((item) => item.board === main.dataset.match && String(item.number) === round);
  } catch {
    return false;
  }
}

function bringBack() {
  const { round, fields, shown } = unsent();
  if (!round) return;
  const board = document.getElementById("board");
  const page = location.hash ? null : document.querySelector("form[data-outbox]");
  if (board && (board.dataset.next !== round || waits(round))) {
    keep({ fields: {} });
    return;
  }
  if (page && document.querySelector("[data-round]").textContent !== round) return;
  for (const [name, count] of Object.entries(fields)) {
    if (page?.elements[name]) page.elements[name].value = count;
    const form = formAt(name);
    if (!form) continue;
    const isKept = Boolean(document.documentElement.dataset.kept);
    const now = Number(form.dataset.count);
    if (count === now || (count < now && now !== shown[name])) {
      // It has arrived, and the page was left before the answer; or others have called since.
      if (!isKept) delete fields[name];
      continue;
    }
    wanted.set(name, count);
    show(form, count);
    if (!isKept) sendFrom(name, now);
  }
  keep({ round, fields, shown });
}

// After htmx, which begins to listen in a timer of its own.
if (main.dataset.match) setTimeout(bringBack);

showSound();
