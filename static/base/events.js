// The outbox: taps are sent to the server as events, in order, each once.
//
// An event waits in `localStorage` until it is answered, so it survives a reload, a lost connection and a closed
// browser. The server knows its id, so sending it again is harmless (webapp/entry/views.py). Calls on the board also
// wait here (static/entry/calls.js), and rounds counted offline (base/outbox.js).

import { say, sentenceOf } from "./connection.js";
import { batch, cardSteps, followed, isRound, put, same } from "./waiting.js";

const KEY = "settebello events";
const RETRY_MS = 3000; // for taps: the page says that they are not stored yet
const ROUND_RETRY_MS = 5000;
const ANSWER_MS = 20_000;
const LEAVING_MS = 10_000;
const FORM = "form[data-events]";
const ABOUT_THE_FORM = /^(csrf_token|token|counted|was|known|alone|choose|picked|action|follows|tab-.*)$/;
const told = new WeakMap(); // form -> name -> { shown, values }: rendered, and stored or sent
const toldToFollow = new WeakMap(); // form -> the last value sent of its field `follows`
const tapsOf = new WeakMap(); // form -> ids of the events made of its changes
/** Tokens of rounds that a form of this page is sending; the outbox skips them. */
export const underWay = new Set();
let unkept = null; // the waiting events, if a private window refuses storage
let since = []; // the events since a button was pressed: its answer may lack them
let sending = null;
let retry = 0;

export function read() {
  try {
    return unkept ?? JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Store the waiting events; returns whether they survive this page. */
export function write(items) {
  unkept = null;
  try {
    if (items.length) localStorage.setItem(KEY, JSON.stringify(items));
    else localStorage.removeItem(KEY);
  } catch {
    unkept = items;
  }
  return !unkept;
}

/** Whether any tap has not reached the server. */
export const eventsWait = () => read().some(({ to }) => !isRound(to));

const newId = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))));
const isTick = ({ type }) => type === "checkbox" || type === "radio";

/** Name -> values of a form's fields: the current ones, or with `shown` those the server rendered. */
function valuesOf(form, shown = false) {
  const found = new Map();
  for (const field of form.elements) {
    if (!field.name || ["BUTTON", "FIELDSET"].includes(field.tagName) || ABOUT_THE_FORM.test(field.name)) continue;
    const values = found.get(field.name) ?? [];
    found.set(field.name, values);
    if (isTick(field) ? (shown ? field.defaultChecked : field.checked) : true) values.push(valueOf(field, shown));
  }
  return found;
}

function valueOf(field, shown) {
  if (!shown || isTick(field)) return field.value;
  if (field.tagName === "SELECT") return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value ?? "";
  return field.defaultValue;
}

/** Return the values that the server has: those sent, or those it has rendered since. */
function known(form) {
  const before = told.get(form) ?? new Map();
  const now = new Map();
  for (const [name, shown] of valuesOf(form, true)) {
    const was = before.get(name);
    const ticks = [...form.elements].some((field) => field.name === name && field.type === "checkbox");
    now.set(name, { shown, values: was ? followed(was.values, was.shown, shown, ticks) : shown });
  }
  told.set(form, now);
  return now;
}

/** The events that bring the server up to date with a form. */
function eventsOf(form) {
  const before = known(form);
  const events = [];
  for (const [name, values] of valuesOf(form)) {
    const was = before.get(name).values;
    if (same(was, values)) continue;
    events.push(...(name === "card" ? cards(form, was, values) : [{ field: name, value: values.length === 1 ? values[0] : values }]));
    before.get(name).values = values;
  }
  // The seat whose number was filled in automatically (entry/entry.js): a hidden field, which has no default value.
  const { follows } = form.elements;
  if (follows && follows.value !== (toldToFollow.get(form) ?? shownBy(form).follows?.[0] ?? "")) {
    events.push({ field: "follows", value: follows.value });
    toldToFollow.set(form, follows.value);
  }
  return events;
}

/** Return the values that a form's page showed when rendered or last answered: its field `was`. */
const shownBy = (form) => JSON.parse(form.elements.was?.value || "null") ?? {};

/** The tapped cards; a card that belonged to another side goes back there when it is taken out. */
function cards(form, was, values) {
  const owners = shownBy(form).shown ?? [];
  return cardSteps(was, values).map((step) => {
    const back = owners.find((each) => each.startsWith(`${step.card}.`))?.split(".")[1];
    return step.put || !back ? step : { ...step, back: Number(back) };
  });
}

/** Put the changes of a form into the outbox and send them. */
function tell(form) {
  const events = eventsOf(form).map((event) => ({ id: newId(), ...event }));
  tapsOf.set(form, [...(tapsOf.get(form) ?? []), ...events.map(({ id }) => id)]);
  return add(form.dataset.events, events);
}

// A form sent while its taps wait contains them: the server is told their ids, and does not apply them again.
document.addEventListener("formdata", ({ target, formData }) => {
  const taps = tapsOf.get(target) ?? [];
  for (const { event } of read()) if (taps.includes(event.id)) formData.append("ids", event.id);
});

/** Put events for one address into the outbox and send them; events without an id get one. */
export function add(to, events) {
  if (events.length) {
    const items = named(to, events);
    since.push(...items);
    write([...read(), ...items]);
  }
  return flush();
}

const named = (to, events) => events.map((event) => ({ to, event: { id: newId(), ...event } }));

/** Put the events of a whole round into the outbox; returns whether they survive this page. */
export const putRound = (to, events) => write(put(read(), named(to, events)));

/** The events waiting for addresses with this prefix. */
export const waitingFor = (to) => read().filter((item) => item.to.startsWith(to)).map(({ event }) => event);

/** Drop the events for addresses with this prefix, because they are sent otherwise. */
export const drop = (to) => write(read().filter((item) => !item.to.startsWith(to)));

const formAt = (to) => [...document.querySelectorAll(FORM)].find((form) => form.dataset.events === to);
const csrf = (page) => page.querySelector('[name="csrf_token"]')?.value ?? "";

/** Post a form with the CSRF token of this page; if the cookie has changed meanwhile, with that of `page`. */
export async function post(to, fields, page) {
  const send = (token) => {
    const body = new URLSearchParams([...fields, ["csrf_token", token]]);
    return fetch(to, { method: "POST", body, signal: AbortSignal.timeout?.(ANSWER_MS), headers: { "HX-Request": "true" } });
  };
  const answer = await send(csrf(document));
  if (answer.status !== 400) return answer;
  const text = await (await fetch(page, { cache: "no-store" })).text();
  return send(csrf(new DOMParser().parseFromString(text, "text/html")));
}

/** Send the waiting events in order; resolves when all are answered, or none can be sent for now. */
export function flush() {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll() {
  clearTimeout(retry);
  const next = () => batch(read(), underWay);
  for (let going = next(); going.length; going = next()) {
    const answer = await answerTo(going);
    const [{ to }] = going;
    const text = await answer?.text();
    if (isRound(to)) {
      const token = going.at(-1).event.id;
      if (answer) document.dispatchEvent(new CustomEvent("settebello:round", { detail: { to, token, answer, text } }));
      if (next()[0]?.to === to) return later(); // the page shows that the round waits
      continue;
    }
    if (!answer) return later(document.getElementById("connection").dataset.lost);
    if (answer.status >= 500 || answer.status === 429) return later(sentenceOf(text));
    const done = new Set(going.map(({ event }) => event.id));
    write(read().filter(({ event }) => !done.has(event.id)));
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere?.startsWith(document.getElementById("main").dataset.match)) await leave(elsewhere);
    else settle(going, answer, text);
  }
  return undefined;
}

/** The answer to some events; null without a connection. */
async function answerTo(items) {
  const [{ to }] = items;
  const form = formAt(to);
  const fields = [["events", JSON.stringify(items.map(({ event }) => event))]];
  const token = isRound(to) ? items.at(-1).event.id : form?.elements.token?.value;
  if (token) fields.push(["token", token]);
  try {
    const answer = await post(to, fields, location.href);
    if (answer.status !== 409 || isRound(to)) return answer;
    // The round was counted meanwhile. Send the whole form, so that entries are not mixed; without a form, mark the
    // events `late`.
    const now = formAt(to);
    const whole = now ? [...new FormData(now)].filter(([name]) => name !== "csrf_token") : [...fields, ["late", "y"]];
    return await post(to, whole, location.href);
  } catch {
    return null;
  }
}

function later(why) {
  if (why) say(why);
  retry = setTimeout(flush, why ? RETRY_MS : ROUND_RETRY_MS);
}

/** Leave this page; meanwhile nothing more is sent from it, and a kept page is not reloaded instead (base/offline.js). */
function leave(address) {
  location.assign(address);
  return new Promise((stays) => {
    setTimeout(stays, LEAVING_MS);
  });
}

function settle(items, answer, text) {
  const bar = document.getElementById("connection");
  if ([bar.dataset.lost, bar.dataset.away].includes(bar.textContent)) bar.hidden = true;
  if (!answer.ok) return void say(sentenceOf(text));
  const form = formAt(items[0].to);
  if (form) settleIn(form, text);
  document.dispatchEvent(new CustomEvent("settebello:kept", { detail: items }));
}

function settleIn(form, text) {
  if (!eventsWait()) agree(form);
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of page.querySelectorAll("[hx-swap-oob]")) {
    document.getElementById(part.id)?.replaceWith(part);
    part.removeAttribute("hx-swap-oob");
  }
  document.getElementById("kept")?.replaceChildren(...page.body.childNodes);
}

/** Update the form's field `was` to the values sent, for a button that sends the whole form. */
function agree(form) {
  const { was } = form.elements;
  const values = known(form);
  if (!was?.value) return;
  const shown = shownBy(form);
  for (const name of Object.keys(shown)) if (values.has(name)) shown[name] = values.get(name).values;
  if (toldToFollow.has(form)) shown.follows = [toldToFollow.get(form)];
  was.value = JSON.stringify(shown);
}

document.addEventListener("change", ({ target }) => {
  const form = target.matches?.(FORM) ? target : target.form;
  if (form?.matches(FORM)) tell(form);
});

// A submit button waits until earlier taps are sent.
let passing = null;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(FORM) || passing === form) return;
  const sent = tell(form);
  if (!eventsWait()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sent.finally(() => {
    passing = form;
    if (form.isConnected && !eventsWait()) agree(form);
    if (form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
    passing = null;
  });
}, { capture: true });

/**
 * Show taps again on a page that may lack them: after it was opened again, or replaced by the answer to a button that
 * was pressed before. Of a card with several boxes the page may have this tap already; the server says it soon.
 */
function bringBack(items) {
  for (const { to, event } of items) {
    const form = formAt(to);
    if (!form) continue;
    const values = [event.value ?? []].flat();
    const boxes = event.card ? [...form.querySelectorAll(`input[name="card"][value="${event.card}"]`)] : [];
    if (boxes.length === 1) boxes[0].checked = event.put;
    for (const field of event.field ? form.querySelectorAll(`[name="${event.field}"]`) : []) {
      if (isTick(field)) field.checked = values.includes(field.value);
      else if (values.length) [field.value] = values;
    }
    known(form);
    for (const [name, now] of valuesOf(form)) told.get(form).get(name).values = now;
  }
}

/** The fields that were ticked since the server rendered a form and not sent yet. */
function tapped(form) {
  const before = known(form);
  const now = valuesOf(form);
  const isNew = ({ name }) => now.has(name) && !same(before.get(name).values, now.get(name));
  // A tap on a radio button changes two: only the one now checked counts.
  const isTapped = (field) => field.checked !== field.defaultChecked && (field.checked || field.type === "checkbox");
  return [...form.elements].filter((field) => isTick(field) && isNew(field) && isTapped(field));
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches("form")) since = [];
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement?.matches("form")) bringBack(since);
});

bringBack(read());
window.addEventListener("online", flush);
// Handle taps made before the scripts were loaded.
window.addEventListener("load", () => {
  for (const field of [...document.querySelectorAll(FORM)].flatMap(tapped)) field.dispatchEvent(new Event("change", { bubbles: true }));
});
