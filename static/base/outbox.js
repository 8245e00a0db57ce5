// Rounds that wait on this phone: entered without a network, sent when it is back, counted once.
//
// A round waits in `localStorage`: it outlives a reload, a closed tab and a restarted browser. The server counts its token
// once, however often it arrives. A round that cannot be counted (another phone was first, or something is missing) lies
// on the server as entered; the player is led there, and it leaves the outbox when that page is shown.

import { fill, release } from "./connection.js";
import { drop, eventsWait, flush, post, waitingFor } from "./events.js";
import * as list from "./waiting.js";

const KEY = "settebello outbox";
const AGAIN_MS = 5000;
const ENTRY = /^(.*\/m\/[^/]+\/)rounds\/(\d+)\/entry\/([^?]*)/;
const main = document.getElementById("main");
const place = document.getElementById("waiting");
// The address of the board; where nothing is found under a link (it was changed), what waits for it is shown all the same.
const lost = document.querySelector("[data-error]") && /^(.*\/m\/[^/]+\/)/.exec(location.pathname)?.[1];
const here = main.dataset.match ?? lost ?? undefined;
const form = document.querySelector("form[data-outbox]");
let sending = 0;
const underWay = new Set(); // tokens of forms of this page that are being sent: the outbox leaves them to their answer
const enteredHere = new Set(); // tokens of rounds that were counted on this page: their player waits here for the answer
let leaving = false;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function write(items) {
  try {
    localStorage.setItem(KEY, JSON.stringify(items));
    return true;
  } catch {
    return false; // private windows may refuse
  }
}

const remove = (token) => write(list.without(read(), token));
const put = (item, replaces) => write(list.put(read(), item, replaces));
const change = (token, changes) => write(list.changed(read(), token, changes));
const waiting = () => list.ofBoard(read(), here).filter((item) => !item.deleted);

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function follow(address) {
  leaving = true;
  location.assign(address);
}

/** Whether an answer is awaited or followed: the page must not be loaded anew now. */
export const isBusy = () => leaving || underWay.size > 0;

const pageOf = ({ board, number, path }) => `${board}rounds/${number}/entry/${path}`;

/** Send one round; returns whether the next one may go. */
async function send(item) {
  let answer;
  try {
    const to = `${item.board}offline/rounds/${item.number}/${item.path}`;
    answer = await post(to, [...item.fields, ["token", item.token]], item.board);
  } catch {
    return false;
  }
  if (underWay.has(item.token)) return false; // counted again on its page meanwhile: that answer is the one that holds
  const target = answer.headers.get("HX-Redirect");
  if (answer.ok && target && list.isCounted(target, location.href)) {
    remove(item.token);
    if (enteredHere.has(item.token)) follow(target);
    const board = document.getElementById("board");
    if (board && item.board === here) window.htmx.trigger(board, "refresh");
    return true;
  }
  const refused = answer.ok && target ? list.refusedBy(target, location.href) : list.refusedAs(answer.status);
  if (refused) change(item.token, { refused });
  if (list.isShownThere(answer.status) && enteredHere.has(item.token)) follow(pageOf(item));
  return false;
}

/** The link of this match was changed, and rounds wait here under the old one: they go on under this one. */
async function followLink() {
  if (!main.dataset.match) return;
  for (const board of list.lostBoards(read(), here)) {
    try {
      if (!(await post(`${here}offline/before`, [["board", board]], here)).ok) continue;
    } catch {
      return; // they wait on
    }
    write(list.moved(read(), board, here));
  }
}

/** Send what waits, match by match, round by round; one that is refused holds up the later ones of its match. */
async function sendAll() {
  clearTimeout(sending);
  await flush(); // a round counts with what was tapped before
  if (eventsWait()) {
    sending = setTimeout(startSending, AGAIN_MS);
    return;
  }
  await followLink();
  for (const board of list.boards(read())) {
    const sent = new Set();
    for (let item = list.next(read(), board, sent); item; item = list.next(read(), board, sent)) {
      if (underWay.has(item.token) || !(await send(item))) break;
      sent.add(item.token);
    }
  }
  show();
  if (read().some(list.isGoing)) sending = setTimeout(startSending, AGAIN_MS);
}

let current = null;

/** Send what waits; resolves when each round has its answer, or has none to hope for now. */
export function startSending() {
  current ??= sendInTurn().finally(() => {
    current = null;
  });
  return current;
}

/** One tab sends at a time; where a browser cannot say so, the token alone keeps a round from counting twice. */
async function sendInTurn() {
  if (!read().length) return undefined;
  if (!navigator.locks) return sendAll();
  return navigator.locks.request(KEY, { ifAvailable: true }, (lock) => {
    if (lock) return sendAll();
    sending = setTimeout(startSending, AGAIN_MS);
    return undefined;
  });
}

function rememberNext() {
  const next = document.getElementById("board")?.dataset.next;
  if (!next || !here || document.documentElement.dataset.kept) return;
  try {
    localStorage.setItem(`settebello next ${here}`, next);
  } catch {
    // Private windows may refuse: the kept page says it itself.
  }
}

function show() {
  rememberNext();
  const items = list.ofBoard(read(), here).filter((item) => !underWay.has(item.token));
  place.replaceChildren(
    ...items.map((item) => {
      const row = document.getElementById(`round-${list.stateOf(item)}`).content.cloneNode(true);
      for (const text of row.querySelectorAll("[data-text]")) text.textContent = text.dataset.text.replace("{number}", item.number);
      for (const button of row.querySelectorAll("[data-do]")) {
        if (button.dataset.do === "look") button.href = pageOf(item);
        if (button.dataset.do === "change") button.href = `${item.board}offline/${item.path}#round-${item.number}`;
        button.dataset.token = item.token;
      }
      return row;
    }),
  );
  const going = items.filter(list.isGoing);
  const next = document.getElementById("next-round");
  if (next) {
    // The round of the panel waits: the one after it is entered on its own page.
    const waits = going.some((item) => String(item.number) === next.dataset.number);
    if (next.hidden !== waits) next.hidden = waits;
    if (waits && !next.matches(".correcting")) place.append(enterNext(going));
  }
  place.hidden = !items.length;
  if (form) number();
}

function enterNext(going) {
  const row = document.getElementById("round-next").content.cloneNode(true);
  const link = row.querySelector("a");
  link.href = `${here}offline/${going.at(-1).path}`;
  link.querySelector("[data-text]").textContent = link.querySelector("[data-text]").dataset.text.replace("{number}", going.at(-1).number + 1);
  return row;
}

place.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (!button) return;
  const { token } = button.dataset;
  if (button.dataset.do === "delete") change(token, { deleted: true });
  if (button.dataset.do === "undo") change(token, { deleted: false });
  // Now it is a round of its own: its old token counts no more.
  if (button.dataset.do === "again") change(token, { refused: undefined, token: newToken() });
  if (button.dataset.do !== "change" && button.dataset.do !== "look") {
    show();
    startSending();
  }
});

// A page on which a round is entered without a network.

/** The round that is changed, by the end of the address. */
const changed = () => waiting().find((item) => location.hash === `#round-${item.number}`);

/** The next round as the board said last: a kept page may be older than that, should the network go at once. */
function nextOnTheBoard() {
  if (!document.documentElement.dataset.kept) return null;
  try {
    return Number(localStorage.getItem(`settebello next ${here}`)) || null;
  } catch {
    return null;
  }
}

/** Say which round it is: the one that is changed, or the one after all that wait. */
function number() {
  const next = Math.max(nextOnTheBoard() ?? Number(form.dataset.next), ...waiting().map((item) => item.number + 1));
  const now = changed()?.number ?? next;
  for (const text of document.querySelectorAll("[data-round]")) text.textContent = now;
  return now;
}

/** Fields that nothing was entered in: each is pointed at once, then the round is taken as it is. */
function unanswered() {
  for (const group of form.querySelectorAll("fieldset:is(.award, .award-row):not(#adjust *)")) {
    if (group.querySelector("input[type=radio]") && !group.querySelector("input:checked")) return group;
  }
  return [...form.querySelectorAll(".penalty input[type=number]")].find((field) => !field.value);
}

/** Where the calls of a round go: webapp/entry/place.py. */
const callsOf = (round) => `${here}rounds/${round}/entry/calls/`;

/** A button that sets one field to its value: webapp/entry/views.py does the same. */
function setField({ name, value }) {
  form.querySelector(`input[type=hidden][name="${name}"]`)?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  for (const each of document.querySelectorAll(`button[name="${name}"][aria-pressed]`)) each.setAttribute("aria-pressed", String(each.value === value));
}

function take() {
  const before = changed();
  const fields = [...new FormData(form)].filter(([name]) => !["csrf_token", "token", "known", "shown"].includes(name));
  const { path } = form.dataset;
  const item = { board: here, number: number(), path, fields: [...fields, ["action", "count"]], token: newToken(), at: Date.now() };
  if (put(item, before?.token)) {
    drop(callsOf(item.number)); // they are in it
    location.assign(here);
  }
  else form.querySelector("[data-refused]").hidden = false;
}

let asked = false;

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button?.name && button.name !== "action") return setField(button);
    const missing = asked ? null : unanswered();
    if (!missing) return take();
    asked = true;
    const note = form.querySelector("[data-unanswered]");
    note.hidden = false;
    note.scrollIntoView({ block: "center" });
    missing.focus();
    return undefined;
  });
  // With one pack a card lies in one pile.
  form.addEventListener("change", ({ target }) => {
    if (!target.name?.startsWith("card-")) return;
    if (target.checked && form.dataset.packs === "1") {
      for (const other of form.querySelectorAll(`input[name^="card-"][value="${target.value}"]`)) {
        if (other.name !== target.name) other.checked = false;
      }
    }
    countCards();
  });
  if (changed()) {
    fill(form, changed().fields);
    for (const [name, value] of changed().fields) {
      const button = document.querySelector(`button[name="${name}"][value="${value}"][aria-pressed]`);
      if (button) setField(button);
    }
  } else if (form.dataset.begun && number() === Number(form.dataset.next)) {
    // What the table had entered of this round before the network went.
    fill(form, JSON.parse(form.dataset.begun));
  }
  // What was called on the board, and has not been sent.
  for (const { field, value } of changed() ? [] : waitingFor(callsOf(number()))) {
    if (form.elements[field]) form.elements[field].value = value;
  }
  countCards();
}

function countCards() {
  for (const text of form.querySelectorAll("[data-cards]")) {
    text.textContent = form.querySelectorAll(`input[name="card-${text.dataset.cards}"]:checked`).length;
  }
}

// Counting on a page with a network: the round lies in the outbox from the tap until its answer is shown. A page that is
// closed or loaded anew in between loses nothing.

const isCount = (button) => button?.name === "action" && ["count", "anyway"].includes(button.value);
const tokenOf = (ctx) => ctx?.request?.body?.get?.("token");

/** Put the round of a form into the outbox; whether it lies there. */
function putForm(form, action) {
  const [, board, number, path] = ENTRY.exec(form.getAttribute("action")) ?? [];
  if (!board || board !== here) return false;
  const data = [...new FormData(form)].filter(([name]) => !["csrf_token", "token"].includes(name));
  return put({ board, number: Number(number), path, fields: [...data, ["action", action]], token: form.elements.token.value, at: Date.now() });
}

document.addEventListener("submit", ({ target, submitter }) => {
  if (!isCount(submitter) || !target.matches("form[data-events]") || !target.elements.token) return;
  if (!putForm(target, submitter.value)) return;
  underWay.add(target.elements.token.value);
  enteredHere.add(target.elements.token.value);
}, { capture: true });

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  const token = tokenOf(ctx);
  underWay.delete(token);
  const item = read().find((each) => token && each.token === token);
  if (!item) return;
  // A change on the page of a round that waits changes the round that waits.
  if (!isCount(ctx.request.submitter)) putForm(ctx.sourceElement, item.fields.at(-1)[1]);
  release(ctx.sourceElement);
  show();
  startSending();
});

/** The answer leads elsewhere, or is shown: the round leaves the outbox, unless the player has to say more. */
function settle({ detail: { ctx } }) {
  const token = tokenOf(ctx);
  if (!isCount(ctx.request?.submitter) || !underWay.delete(token)) return;
  const target = ctx.response.headers?.get("HX-Redirect");
  if (target) leaving = true;
  if (target && !list.isCounted(target, location.href)) change(token, { refused: list.refusedBy(target, location.href) });
  else remove(token);
  show();
}

// htmx leaves the page before it says that a request is done.
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response.headers?.has("HX-Redirect")) settle(event);
});
document.addEventListener("htmx:finally:request", settle);

// Here a round that was refused is looked at: the server has it, as it was entered; of a deleted match it has not.
const looked = ENTRY.exec(location.pathname)?.[2] ?? new URLSearchParams(location.search).get("round");
if (looked && !document.documentElement.dataset.kept) write(list.looked(read(), here, Number(looked)));

// What was deleted can be taken back as long as its page is open. A match may have been taken back: it is asked again.
write(list.opened(read()));
show();
startSending();
window.addEventListener("online", startSending);
window.addEventListener("hashchange", show);
document.addEventListener("htmx:after:swap", show); // another panel of the next round
window.addEventListener("storage", ({ key }) => key === KEY && show());
