// Rounds in the outbox: counted without a network, sent whole when it is back, counted once.
//
// Their events wait with the taps (base/events.js). The server counts a token once, however often it arrives. A round that
// cannot be counted (another phone was first, or something is missing) lies on the server as entered; the player is led
// there, and it leaves the outbox when that page is shown.

import { fill, reasonOf, release } from "./connection.js";
import { drop, flush, post, putRound, read, underWay, waitingFor, write } from "./events.js";
import * as list from "./waiting.js";

const ENTRY = /^(.*\/m\/[^/]+\/)rounds\/(\d+)\/entry\/([^?]*)/;
const main = document.getElementById("main");
const place = document.getElementById("waiting");
// The address of the board; where nothing is found under a link (it was changed), what waits for it is shown all the same.
const lost = document.querySelector("[data-error]") && /^(.*\/m\/[^/]+\/)/.exec(location.pathname)?.[1];
const here = main.dataset.match ?? lost ?? undefined;
const form = document.querySelector("form[data-outbox]");
const enteredHere = new Set(); // tokens of rounds that were counted on this page: their player waits here for the answer
let deleted = []; // what was deleted can be taken back as long as its page is open
let leaving = false;

const roundsHere = () => (here ? list.rounds(read(), here) : []);
const waiting = () => roundsHere().filter(({ token }) => token);
const withToken = (token) => token && list.rounds(read()).find((round) => round.token === token);
const change = (to, changes) => write(list.changed(read(), to, changes));

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function follow(address) {
  leaving = true;
  location.assign(address);
}

/** Whether a round waits, or its answer is awaited or followed: the page must not be loaded anew now. */
export const isBusy = () => leaving || underWay.size > 0 || roundsHere().some(list.isGoing);

const pageOf = ({ board, number, path }) => `${board}rounds/${number}/entry/${path}`;

/** The path of the page on which a round is entered without a network: cards of all sides are on one. */
const offlinePath = ({ path }) => (path.startsWith("piles/") ? "" : path);

/** Put all that a form says of a round into the outbox, with its `count` once it is to be counted; whether it is kept. */
function putForm(from, to, count) {
  const fields = [...new FormData(from)].filter(([name]) => !["csrf_token", "token"].includes(name));
  return putRound(to, [...list.whole(fields), ...(count ? [count] : [])]);
}

document.addEventListener("settebello:round", ({ detail: { to, token, answer, text } }) => {
  const round = withToken(token);
  if (!round || underWay.has(token)) return; // counted again on its page meanwhile: that answer is the one that holds
  const target = answer.headers.get("HX-Redirect");
  if (answer.ok && target && list.isCounted(target, location.href)) {
    write(list.without(read(), to));
    if (enteredHere.has(token)) follow(target);
    if (round.board === here && document.getElementById("board")) window.htmx.trigger(document.getElementById("board"), "refresh");
  } else {
    const goesAgain = answer.headers.has("Retry-After"); // such as with a form that was too old
    const refused = answer.ok && target ? list.refusedBy(target, location.href) : !goesAgain && list.refusedAs(answer.status);
    if (refused) change(to, { refused, why: reasonOf(text) });
    if (list.isShownThere(answer.status) && enteredHere.has(token)) follow(pageOf(round));
  }
  show();
});

/** The link of this match was changed, and rounds wait here under the old one: they go on under this one. */
async function followLink() {
  if (!main.dataset.match) return;
  for (const board of list.lostBoards(read(), here)) {
    try {
      if ((await post(`${here}offline/before`, [["board", board]], here)).ok) write(list.moved(read(), board, here));
    } catch {
      return; // they wait on
    }
  }
}

/** Rounds that a version before kept in a list of their own. */
function takeOver() {
  try {
    const rounds = JSON.parse(localStorage.getItem("settebello outbox") ?? "[]");
    for (const { board, number, path, fields, token, deleted: isDeleted } of rounds) {
      const count = fields.find(([name]) => name === "action")?.[1] ?? "count";
      const events = list.whole(fields.filter(([name]) => name !== "action"));
      if (!isDeleted) putRound(list.addressOf(board, number, path), [...events, { id: token, count }]);
    }
    localStorage.removeItem("settebello outbox");
  } catch {
    // Private windows may refuse: then nothing waits.
  }
}

/** The round that is played, where this page is the board of a match that goes on. */
const nextRound = () => document.getElementById("board")?.dataset.next;

function rememberNext() {
  const next = nextRound();
  if (!next || !here || document.documentElement.dataset.kept) return;
  try {
    localStorage.setItem(`settebello next ${here}`, next);
  } catch {
    // Private windows may refuse: the kept page says it itself.
  }
}

function show() {
  rememberNext();
  const items = roundsHere().filter(({ token }) => !underWay.has(token));
  const first = waiting()[0]?.number; // the later ones follow it
  const stateOf = (item) => list.stateOf(item, item.number === first ? nextRound() : "");
  place.replaceChildren(...items.map((item) => noteOf(item, stateOf(item))), ...list.rounds(deleted, here).map((item) => noteOf(item, "deleted")));
  const going = items.filter(list.isGoing);
  const next = document.getElementById("next-round");
  if (next) {
    // The round of the panel waits: the one after it is entered on its own page.
    const waits = going.some((item) => String(item.number) === next.dataset.number);
    if (next.hidden !== waits) next.hidden = waits;
    if (waits && !next.matches(".correcting")) place.append(enterNext(going));
  }
  place.hidden = !place.children.length;
  if (form) number();
}

function noteOf(item, state) {
  const row = document.getElementById(`round-${state}`).content.cloneNode(true);
  for (const text of row.querySelectorAll("[data-text]")) text.textContent = text.dataset.text.replace("{number}", item.number).replace("{next}", nextRound());
  for (const text of row.querySelectorAll("[data-why]")) text.textContent = item.why;
  for (const button of row.querySelectorAll("[data-do]")) {
    if (button.dataset.do === "look") button.href = pageOf(item);
    if (button.dataset.do === "change") button.href = `${item.board}offline/${offlinePath(item)}#round-${item.number}`;
    button.dataset.to = item.to;
  }
  return row;
}

function enterNext(going) {
  const row = document.getElementById("round-next").content.cloneNode(true);
  const link = row.querySelector("a");
  link.href = `${here}offline/${offlinePath(going.at(-1))}`;
  link.querySelector("[data-text]").textContent = link.querySelector("[data-text]").dataset.text.replace("{number}", going.at(-1).number + 1);
  return row;
}

place.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-do]");
  if (!button) return;
  const { to } = button.dataset;
  const round = [...read(), ...deleted].filter((item) => item.to === to);
  if (button.dataset.do === "delete") {
    deleted = [...deleted, ...round];
    write(list.without(read(), to));
  }
  if (button.dataset.do === "undo") {
    deleted = list.without(deleted, to);
    write(list.put(read(), round));
  }
  if (button.dataset.do === "as-next") {
    write(list.without(read(), to));
    const events = round.map(({ event }) => event).filter(({ field }) => field !== "was"); // its page showed another round
    putRound(list.addressOf(here, nextRound(), list.rounds(round)[0].path), events);
  }
  // Now it is a round of its own: its old token counts no more.
  if (button.dataset.do === "again") putRound(to, [...round.slice(0, -1).map(({ event }) => event), { ...round.at(-1).event, id: newToken() }]);
  show();
  flush();
});

// A page on which a round is entered without a network.

/** The round that is gone on with, by the end of the address. */
const changed = () => roundsHere().find((item) => location.hash === `#round-${item.number}`);

/** The next round as the board said last: a kept page may be older than that, should the network go at once. */
function nextOnTheBoard() {
  if (!document.documentElement.dataset.kept) return null;
  try {
    return Number(localStorage.getItem(`settebello next ${here}`)) || null;
  } catch {
    return null;
  }
}

/** Say which round it is: the one that is gone on with, or the one after all that wait. */
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
  return [...form.querySelectorAll(".penalty input[type=number]")].find((field) => !field.value && field.checkVisibility());
}

/** Where the calls of a round go: webapp/entry/place.py. */
const callsOf = (round) => `${here}rounds/${round}/entry/calls/`;

/** A button that sets one field to its value: webapp/entry/views.py does the same. */
function setField({ name, value }) {
  form.querySelector(`input[type=hidden][name="${name}"]`)?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  for (const each of document.querySelectorAll(`button[name="${name}"][aria-pressed]`)) each.setAttribute("aria-pressed", String(each.value === value));
}

const addressHere = () => list.addressOf(here, number(), form.dataset.path);

/** Keep what is entered so far, unless the round waits as it was counted: that is changed when it is counted anew. */
function keep() {
  if (!waiting().some((item) => item.number === number())) putForm(form, addressHere());
}

function take() {
  const calls = callsOf(number());
  if (putForm(form, addressHere(), { id: newToken(), count: "count" })) {
    drop(calls); // they are in it
    follow(here);
  }
  else form.querySelector("[data-refused]").hidden = false;
}

/** The boxes of a card in its own pile. */
const copies = ({ name, value }) => form.querySelectorAll(`input[name="${name}"][value="${value}"]`).length;

let asked = false;

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (leaving) return undefined; // a second tap: the round waits already
    const button = event.submitter;
    if (button?.name && button.name !== "action") {
      setField(button);
      return keep();
    }
    const missing = asked ? null : unanswered();
    if (!missing) return take();
    asked = true;
    const note = form.querySelector("[data-unanswered]");
    note.hidden = false;
    note.scrollIntoView({ block: "center" });
    missing.focus();
    return undefined;
  });
  // A card with one copy lies in one pile.
  form.addEventListener("change", ({ target }) => {
    if (target.name?.startsWith("card-") && target.checked && copies(target) === 1) {
      for (const other of form.querySelectorAll(`input[name^="card-"][value="${target.value}"]`)) {
        if (other.name !== target.name) other.checked = false;
      }
    }
    countCards();
    keep();
  });
  const begun = roundsHere().find((item) => item.number === number());
  if (begun) {
    const fields = list.fieldsOf(begun.events);
    fill(form, fields);
    for (const [name, value] of fields) {
      const button = document.querySelector(`button[name="${name}"][value="${value}"][aria-pressed]`);
      if (button) setField(button);
    }
  } else if (form.dataset.begun && number() === Number(form.dataset.next)) {
    // The table's entry of this round before the network went.
    fill(form, JSON.parse(form.dataset.begun));
  }
  // Calls on the board that have not been sent.
  for (const { field, value } of begun?.token ? [] : waitingFor(callsOf(number()))) {
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

/** Put the round of a form with a network into the outbox; whether it lies there. */
function putOnline(from, action) {
  const [, board, round, path] = ENTRY.exec(from.getAttribute("action")) ?? [];
  if (!board || board !== here) return false;
  return putForm(from, list.addressOf(board, round, path), { id: from.elements.token.value, count: action });
}

document.addEventListener("submit", ({ target, submitter }) => {
  if (!isCount(submitter) || !target.matches("form[data-events]") || !target.elements.token) return;
  if (!putOnline(target, submitter.value)) return;
  underWay.add(target.elements.token.value);
  enteredHere.add(target.elements.token.value);
}, { capture: true });

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  const token = tokenOf(ctx);
  underWay.delete(token);
  const round = withToken(token);
  if (!round) return;
  // A change on the page of a round that waits changes the round that waits.
  if (!isCount(ctx.request.submitter)) putOnline(ctx.sourceElement, round.events.at(-1).count);
  release(ctx.sourceElement);
  show();
  flush();
});

/** The answer leads elsewhere, or is shown: the round leaves the outbox, unless the player has to say more. */
function settle({ detail: { ctx } }) {
  const token = tokenOf(ctx);
  if (!isCount(ctx.request?.submitter) || !underWay.delete(token)) return;
  const target = ctx.response.headers?.get("HX-Redirect");
  if (target) leaving = true;
  const { to } = withToken(token) ?? {};
  if (target && !list.isCounted(target, location.href)) change(to, { refused: list.refusedBy(target, location.href) });
  else write(list.without(read(), to));
  show();
}

// htmx leaves the page before it says that a request is done.
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response.headers?.has("HX-Redirect")) settle(event);
});
document.addEventListener("htmx:finally:request", settle);

takeOver();

// Here a round that was refused is looked at: the server has it, as it was entered; of a deleted match it has not.
const looked = ENTRY.exec(location.pathname)?.[2] ?? new URLSearchParams(location.search).get("round");
if (looked && !document.documentElement.dataset.kept) write(list.looked(read(), here, Number(looked)));

write(list.opened(read())); // a match may have been taken back: it is asked again
show();
followLink().then(flush).then(show);
window.addEventListener("hashchange", show);
document.addEventListener("htmx:after:swap", show); // another panel of the next round
window.addEventListener("storage", ({ key }) => key === "settebello events" && show());
