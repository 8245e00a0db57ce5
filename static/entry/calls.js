// "Scopa!" on the board: the number shows at once, with a sound and a vibration on the phone that was tapped.
//
// The server counts (webapp/entry/calls.py): this is what the eye, the ear and the hand get. The sound can be switched
// off; the phone remembers it.

const KEY = "settebello sound";
const COINS = 9;
let counts = shownCounts(); // as they stand, with a tap that is still on its way
let told = shownCounts(); // as a screen reader has heard them
let audio = null;

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // private windows may refuse: then there is sound, and the button holds as long as the page
  }
}

let sounds = remembered() !== "off";

function showSound() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(sounds));
  }
}

/** Field -> how often it was called, as the board shows it. */
function shownCounts() {
  return new Map([...document.querySelectorAll("[data-call]")].map((form) => [form.dataset.call, Number(form.dataset.count)]));
}

/** Three short notes that rise. */
function play() {
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!Audio) return;
  audio ??= new Audio();
  audio.resume?.();
  [659, 880, 1319].forEach((pitch, index) => {
    const at = audio.currentTime + index * 0.09;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.22, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.28);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  });
}

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

function show(form, count) {
  form.querySelector("[data-called]").textContent = form.dataset.shown = count;
  form.querySelector(".uncall").disabled = count === 0;
}

const formOf = (event) => {
  const form = event.detail.ctx?.sourceElement;
  return form?.matches?.("form[data-call]") ? form : null;
};

document.addEventListener("htmx:before:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  if (form.dataset.sent) return event.preventDefault(); // a double tap is one sweep
  form.dataset.sent = "yes";
  const button = event.detail.ctx.request.submitter;
  const count = Number(form.dataset.count) + Number(button?.dataset.more ?? 0);
  show(form, count);
  counts.set(form.dataset.call, count);
  if (button?.dataset.more !== "1") return;
  navigator.vibrate?.([30, 40, 60]);
  if (sounds) play();
  celebrate(button);
});

document.addEventListener("htmx:finally:request", (event) => {
  const form = formOf(event);
  if (!form) return;
  delete form.dataset.sent;
  if (event.detail.ctx.response?.status === 204) window.htmx.trigger(document.getElementById("board"), "refresh");
  else if (event.detail.ctx.response) show(form, Number(form.dataset.count));
  // Without an answer it is sent again as soon as the connection is back (base/connection.js).
});

document.addEventListener("htmx:after:swap", () => {
  showSound();
  const now = shownCounts();
  for (const [name, count] of now) {
    const button = document.querySelector(`[data-call="${name}"] .call`);
    if (count > (counts.get(name) ?? count)) celebrate(button);
    if (count !== told.get(name)) document.getElementById("announce").textContent = button.textContent;
  }
  told = now;
  counts = new Map(now);
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  sounds = !sounds;
  try {
    localStorage.setItem(KEY, sounds ? "on" : "off");
  } catch {
    // see above
  }
  showSound();
  if (sounds) play();
});

// Without a network a call is remembered: the kept page of the round begins with it, and a board that is loaded anew sends
// it. It is the number itself that is sent, so that nothing counts twice.

const main = document.getElementById("main");
const CALLED = `settebello calls ${main.dataset.match}`;

/** The round, and field -> number, of what was called and has no answer yet. */
function unsent() {
  try {
    return JSON.parse(localStorage.getItem(CALLED)) ?? { fields: {} };
  } catch {
    return { fields: {} };
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

document.addEventListener("htmx:error", (event) => {
  const form = formOf(event);
  const round = document.getElementById("board")?.dataset.next;
  if (!form || !round) return;
  const before = unsent();
  keep({ round, fields: { ...(before.round === round ? before.fields : {}), [form.dataset.call]: Number(form.dataset.shown) } });
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
  const { round, fields } = unsent();
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
    const form = document.querySelector(`[data-call="${name}"]`);
    if (!form) continue;
    const isKept = Boolean(document.documentElement.dataset.kept);
    if (count <= Number(form.dataset.count)) {
      // It has arrived, and the page was left before the answer.
      if (!isKept) delete fields[name];
      continue;
    }
    show(form, count);
    if (isKept) continue;
    const button = form.querySelector(".call");
    button.value = button.value.replace(/\d+$/, count);
    form.requestSubmit(button);
  }
  keep({ round, fields });
}

// After htmx, which begins to listen in a timer of its own.
if (main.dataset.match) setTimeout(bringBack);

showSound();
