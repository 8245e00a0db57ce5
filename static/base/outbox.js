// Rounds in the outbox: counted offline, sent whole when the network is back, counted once.
//
// Their events wait with the taps (base/events.js). The server counts a token once, however often it arrives. A round
// that cannot be counted (another phone was first, or something is missing) is stored on the server as a draft. The
// player is led to its page, and the round leaves the outbox when that page is shown.

import { fill, reasonOf, release } from "./connection.js";
import { drop, flush, post, putRound, read, underWay, waitingFor, write } from "./events.js";
import * as list from "./waiting.js";

const ENTRY = /^(.*\/m\/[^/]+\/)rounds\/(\d+)\/entry\/(.*)/;
const main = document.getElementById("main");
const place = document.getElementById("waiting");
// The address of the board. On an error page (the link may have been changed) it is taken from the address.
const lost = document.querySelector("[data-error]") && /^(.*\/m\/[^/]+\/)/.exec(location.pathname)?.[1];
const here = main.dataset.match ?? lost ?? undefined;
const form = document.querySelector("form[data-outbox]");
const enteredHere = new Set(); // tokens of rounds counted on this page: their player waits here for the answer
let deleted = []; // deleted rounds, which can be restored while this page is open
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

/** Whether a round is waiting, being sent, or its answer followed: the page must not be reloaded now. */
export const isBusy = () => leaving || underWay.size > 0 || roundsHere().some(list.isGoing);

const pageOf = ({ board, number, path }) => `${board}rounds/${number}/entry/${path}`;

/** The path of the offline page of a round, which has the cards of all sides. */
const offlinePath = ({ path }) => (path.startsWith("piles/") ? "" : path);

/**
 * Put the fields of a round's form into the outbox, with `count` if it is to be counted; returns whether they are
 * stored.
 */
function putForm(from, to, count) {
  const fields = [...new FormData(from)].filter(([name]) => !["csrf_token", "token"].includes(name));
  return putRound(to, [...list.whole(fields), ...(count ? [count] : [])]);
}

document.addEventListener("settebello:round", ({ detail: { to, token, answer, text } }) => {
  const round = withToken(token);
  if (!round || underWay.has(token)) return; // counted again on its page meanwhile: only that answer matters
  const target = answer.headers.get("HX-Redirect");
  if (answer.ok && target && list.isCounted(target, location.href)) {
    write(list.without(read(), to));
    if (enteredHere.has(token)) follow(target);
    if (round.board === here && document.getElementById("board")) window.htmx.trigger(document.getElementById("board"), "refresh");
  } else {
    const goesAgain = answer.headers.has("Retry-After"); // such as after an expired CSRF token
    const refused = answer.ok && target ? list.refusedBy(target, location.href) : !goesAgain && list.refusedAs(answer.status);
    if (refused) change(to, { refused, why: reasonOf(text) });
    if (list.isShownThere(answer.status) && enteredHere.has(token)) {
      change(to, { looked: true });
      follow(pageOf(round));
    }
  }
  show();
});

/** If this match's link was changed, move the rounds that wait under the old link to the new one. */
async function followLink() {
  if (!main.dataset.match) return;
  for (const board of list.lostBoards(read(), here)) {
    try {
      if ((await post(`${here}offline/before`, [["board", board]], here)).ok) write(list.moved(read(), board, here));
    } catch {
      return; // they keep waiting
    }
  }
}

/** Take over rounds from the separate list of an older version. */
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
    // Private windows may refuse storage: then nothing waits.
  }
}

/** The next round, if this page is the board of an unfinished match. */
const nextRound = () => document.getElementById("board")?.dataset.next;
const since = () => document.getElementById("board")?.dataset.since;

function rememberNext() {
  if (!nextRound() || !here || document.documentElement.dataset.kept) return;
  try {
    localStorage.setItem(`settebello next ${here}`, nextRound() + since());
  } catch {
    // Private windows may refuse storage: the cached page shows the number itself.
  }
}

function show() {
  rememberNext();
  const items = roundsHere().filter(({ token }) => !underWay.has(token));
  const first = waiting()[0]?.number; // later rounds wait for this one
  const stateOf = (item) => list.stateOf(item, item.number === first ? nextRound() : "");
  place.replaceChildren(...items.map((item) => noteOf(item, stateOf(item))), ...list.rounds(deleted, here).map((item) => noteOf(item, "deleted")));
  const going = items.filter(list.isGoing);
  const next = document.getElementById("next-round");
  if (next) {
    // The panel's round is waiting: link to the page of the round after it.
    const waits = going.some((item) => String(item.number) === next.dataset.number);
    if (next.hidden !== waits) next.hidden = waits;
    if (waits && !next.matches(".correcting")) place.append(enterNext(going));
  }
  place.hidden = !place.children.length;
  if (form) roundHere();
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
  const look = target.closest("a[data-do='look']");
  if (look) change(look.dataset.to, { looked: true });
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
    putRound(list.addressOf(here, nextRound(), list.rounds(round)[0].path.split("?")[0] + since()), events);
  }
  // It is another round now, and must not use its old token.
  if (button.dataset.do === "again") putRound(to, [...round.slice(0, -1).map(({ event }) => event), { ...round.at(-1).event, id: newToken() }]);
  show();
  flush();
});

// The page on which a round is entered offline.

/** The waiting round that the player reopened, given by the address's fragment. */
const changed = () => roundsHere().find((item) => location.hash === `#round-${item.number}`);

/** The next round according to the board's last load, or to this page; a cached page may be older. */
function nextOnTheBoard() {
  try {
    if (document.documentElement.dataset.kept) return localStorage.getItem(`settebello next ${here}`) ?? form.dataset.next;
  } catch {
    // Private windows may refuse storage.
  }
  return form.dataset.next;
}

/** The round entered here, whose number is shown: the reopened one, or the one after all waiting rounds. */
function roundHere() {
  const next = nextOnTheBoard();
  const before = waiting().filter(({ path }) => list.sinceIn(path) === list.sinceIn(next));
  const now = changed() ?? { number: Math.max(parseInt(next, 10), ...before.map((item) => item.number + 1)), path: next };
  for (const text of document.querySelectorAll("[data-round]")) text.textContent = now.number;
  return now;
}

/** The first unanswered field; it is pointed out once, then the round is accepted as it is. */
function unanswered() {
  for (const group of form.querySelectorAll("fieldset:is(.award, .award-row):not(#adjust *)")) {
    if (group.querySelector("input[type=radio]") && !group.querySelector("input:checked")) return group;
  }
  return [...form.querySelectorAll(".penalty input[type=number]")].find((field) => !field.value && field.offsetParent);
}

/** The address for calls of a round (webapp/entry/place.py). */
const callsOf = (round) => `${here}rounds/${round}/entry/calls/`;

/** Set a field by a button, like `set_field` in webapp/entry/views.py. */
function setField({ name, value }) {
  form.querySelector(`input[type=hidden][name="${name}"]`)?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  for (const each of document.querySelectorAll(`button[name="${name}"][aria-pressed]`)) each.setAttribute("aria-pressed", String(each.value === value));
}

const addressHere = () => list.addressOf(here, roundHere().number, form.dataset.path + list.sinceIn(roundHere().path));

/** Store the entry so far; a round already waiting is only changed when it is counted again. */
function keep() {
  if (!waiting().some((item) => list.isSame(item, roundHere()))) putForm(form, addressHere());
}

function take() {
  const calls = callsOf(roundHere().number);
  if (putForm(form, addressHere(), { id: newToken(), count: "count" })) {
    drop(calls); // the calls are part of the round
    follow(here);
  }
  else form.querySelector("[data-refused]").hidden = false;
}

/** The boxes of a card within one pile. */
const copies = ({ name, value }) => form.querySelectorAll(`input[name="${name}"][value="${value}"]`).length;

let asked = false;

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (leaving) return undefined; // a second tap: the round is waiting already
    const button = event.submitter;
    if (button && button.name !== "action") {
      if (button.name) setField(button);
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
  // A card with one copy can only be in one pile.
  form.addEventListener("change", ({ target }) => {
    if (target.name?.startsWith("card-") && target.checked && copies(target) === 1) {
      for (const other of form.querySelectorAll(`input[name^="card-"][value="${target.value}"]`)) {
        if (other.name !== target.name) other.checked = false;
      }
    }
    countCards();
    keep();
  });
  const begun = roundsHere().find((item) => list.isSame(item, roundHere()));
  if (begun) {
    const fields = list.fieldsOf(begun.events);
    fill(form, fields);
    for (const [name, value] of fields) {
      const button = document.querySelector(`button[name="${name}"][value="${value}"][aria-pressed]`);
      if (button) setField(button);
    }
  } else if (form.dataset.begun && list.isSame(roundHere(), { number: parseInt(form.dataset.next, 10), path: form.dataset.next })) {
    // The table's entry of this round, from before the network was lost.
    fill(form, JSON.parse(form.dataset.begun));
  }
  // Calls on the board that have not been sent yet.
  for (const { field, value } of begun?.token ? [] : waitingFor(callsOf(roundHere().number))) {
    if (form.elements[field]) form.elements[field].value = value;
  }
  countCards();
}

function countCards() {
  for (const text of form.querySelectorAll("[data-cards]")) {
    text.textContent = form.querySelectorAll(`input[name="card-${text.dataset.cards}"]:checked`).length;
  }
}

// Counting on an online page: the round is in the outbox from the tap until its answer is shown. Closing or reloading
// the page in between loses nothing.

const isCount = (button) => button?.name === "action" && ["count", "anyway"].includes(button.value);
const tokenOf = (ctx) => ctx?.request?.body?.get?.("token");

/** Put the round of an online form into the outbox; returns whether it is stored there. */
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
  // A later change on the page of a waiting round updates that round.
  if (!isCount(ctx.request.submitter)) putOnline(ctx.sourceElement, round.events.at(-1).count);
  release(ctx.sourceElement);
  show();
  flush();
});

/** When the answer is shown or followed, remove the round from the outbox, unless the player must decide. */
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

// On a redirect htmx leaves the page before it reports the end of the request.
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response.headers?.has("HX-Redirect")) settle(event);
});
document.addEventListener("htmx:finally:request", settle);

takeOver();

// The page of a refused round is open: the server has it as a draft, so it leaves the outbox.
const looked = ENTRY.exec(location.pathname)?.[2] ?? new URLSearchParams(location.search).get("round");
if (looked && !document.documentElement.dataset.kept) write(list.looked(read(), here, Number(looked)));

write(list.opened(read())); // a deleted match may have been restored: try again
show();
followLink().then(flush).then(show);
window.addEventListener("hashchange", show);
document.addEventListener("htmx:after:swap", show); // the panel may show another round now
window.addEventListener("storage", ({ key }) => key === "settebello events" && show());
