// Handles a lost connection: entries are kept and sent again, and nothing counts twice.
//
// Forms marked `data-keep` are stored on the server at every change. A change that could not be sent is kept on this
// phone, sent again when possible, and restored if the page is reloaded meanwhile. Sending twice is harmless, since the
// server recognises a form by its token.

const RETRY_MS = 3000;
const KEPT_MS = 12 * 3600 * 1000;
const bar = document.getElementById("connection");
const unsent = new Map(); // form or element -> the button it was sent with, or null
const awaited = new Set(); // forms that were sent and not answered yet
let retry = 0;

// Not `form.action`, which is the button named "action" if there is one.
const keyOf = (form) => `settebello ${form.getAttribute("action")}`;

function remember(form) {
  const fields = [...new FormData(form)].filter(([name]) => !["csrf_token", "token"].includes(name));
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ fields, at: Date.now() }));
  } catch {
    // Private windows may refuse storage: the page itself still holds the entry.
  }
}

export function forget(form) {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {
    // see above
  }
}

function restore(form) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(keyOf(form)) ?? "null");
  } catch {
    return;
  }
  if (!kept || Date.now() - kept.at > KEPT_MS) return forget(form);
  fill(form, kept.fields);
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Fill a form with earlier values: [name, value] of every field. */
export function fill(form, fields) {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  const left = new Map([...values].map(([name, held]) => [name, [...held]])); // a value ticks one box: two packs have two
  for (const field of form.elements) {
    const isShown = field.name.startsWith("shown:"); // the answers whose cards the page had ticked (referee/parts.html)
    if (!field.name || (field.type === "hidden" && !isShown) || field.tagName === "BUTTON" || field.tagName === "FIELDSET") continue;
    const held = values.get(field.name) ?? [];
    if (!isTouched(field, values, held)) continue;
    if (field.type === "checkbox" || field.type === "radio") {
      const place = left.get(field.name)?.indexOf(field.value) ?? -1;
      field.checked = place >= 0;
      if (field.checked) left.get(field.name).splice(place, 1);
    }
    else if (held.length) field.value = held[0];
  }
}

/** Whether this phone has changed a field; other fields may have been changed by another phone meanwhile. */
function isTouched(field, values, held) {
  const shown = JSON.parse(values.get("was")?.[0] || "{}")[field.name];
  return !shown || JSON.stringify([...shown].sort()) !== JSON.stringify([...held].sort());
}

/** Show a sentence about the connection or an error above the page. */
export function say(text) {
  bar.textContent = text;
  bar.hidden = false;
}

/** Hide the message about the connection: the server has answered. */
function isBackOnline() {
  if (!unsent.size && [bar.dataset.lost, bar.dataset.away].includes(bar.textContent)) bar.hidden = true;
}

/** Leave a form to the outbox, which sends it from now on. */
export function release(form) {
  unsent.delete(form);
  forget(form);
}

/** Whether an entry on this page has not reached the server, or is not answered yet. */
export const hasUnsent = () => awaited.size > 0 || [...unsent.keys()].some((element) => element.isConnected && element.tagName === "FORM");

function tryLater() {
  clearTimeout(retry);
  retry = setTimeout(sendAgain, RETRY_MS);
}

/** Ask the server for any answer, if nothing is left to be sent again. */
function askServer() {
  fetch(document.documentElement.dataset.worker, { method: "HEAD", cache: "no-store" }).then(isBackOnline, tryLater);
}

function sendAgain() {
  let asks = false;
  // oxlint-disable-next-line unicorn/no-useless-spread -- what is sent again may be lost again at once
  for (const [element, button] of [...unsent]) {
    unsent.delete(element);
    if (!element.isConnected) continue;
    asks = true;
    if (element.tagName !== "FORM") continue; // the next poll comes by itself
    if (button) element.requestSubmit(button);
    else element.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (!asks && !bar.hidden) askServer();
}

/** The reason on an error page of the application, without its heading; empty if there is none. */
export const reasonOf = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("[data-error] .lead")?.textContent ?? "";

/** The sentence on an error page of the application. */
export function sentenceOf(html) {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("[data-error]");
  return page ? page.innerText.trim().replace(/\s+/g, " ") : bar.dataset.failed;
}

// Let a button with `formaction` send to its own address; htmx only uses the form's.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { submitter } = ctx.request;
  if (submitter?.hasAttribute("formaction") && !submitter.hasAttribute("hx-post")) ctx.request.action = submitter.formAction;
});

// Remember the change at once: the request may have to wait for the one before.
document.addEventListener("change", ({ target }) => {
  if (target.form?.matches("form[data-keep]")) remember(target.form);
});

document.addEventListener("htmx:before:request", (event) => {
  const form = event.detail.ctx.sourceElement;
  if (form.tagName === "FORM") awaited.add(form);
  if (form.matches("form[data-keep]")) remember(form);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => awaited.delete(ctx.sourceElement));

// A submit button waits until htmx has answers to the form's taps: a tap that arrives later would undo its effect.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!awaited.has(form) || !form.matches('[hx-trigger="change"]')) return;
  event.preventDefault();
  form.addEventListener("htmx:finally:request", () => setTimeout(() => form.requestSubmit(submitter)), { once: true });
}, { capture: true });

document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (!ctx?.request) return;
  // For a link on the board: open the page from this phone's cache.
  if (ctx.sourceElement.matches("a[href]") && navigator.serviceWorker?.controller) return location.assign(ctx.sourceElement.href);
  unsent.set(ctx.sourceElement, ctx.request.submitter ?? null);
  // A poll has nothing to keep. On a cached page another bar shows its age (base/offline.js).
  if (ctx.sourceElement.tagName === "FORM") say(bar.dataset.lost);
  else if (bar.hidden && !document.documentElement.dataset.kept) say(bar.dataset.away);
  tryLater();
  return undefined;
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const form = ctx.sourceElement;
  unsent.delete(form);
  if (form.matches("form[data-keep]") && ctx.response.status < 500 && ctx.response.status !== 429) forget(form);
  isBackOnline();
});

document.addEventListener("htmx:response:error", (event) => {
  const { ctx } = event.detail;
  if (![409, 422].includes(ctx.response.status)) say(sentenceOf(ctx.text));
});

window.addEventListener("online", sendAgain);

// A page from the back/forward cache may be out of date.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

document.addEventListener("visibilitychange", () => {
  const board = document.getElementById("board");
  if (board && !document.hidden) window.htmx.trigger(board, "refresh");
});

// After a swap: move the focus to the answer, and announce new totals to screen readers.
function focusAnswer(root) {
  const answer = root.querySelector("[data-focus]");
  // An answer in the button bar is always visible: focus it without scrolling.
  if (answer) answer.focus({ preventScroll: Boolean(answer.closest(".actions")) });
  // The focused element was replaced: focus the top of the content, without scrolling there.
  else if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
}

/** Begin the title with the word for an error, as the server does (base/page.html): a fragment has no title. */
function titleError() {
  const word = `${document.documentElement.dataset.inError} `;
  const title = document.title.startsWith(word) ? document.title.slice(word.length) : document.title;
  document.title = document.querySelector("#problems, [data-error]") ? word + title : title;
}

/** The data attributes of the board: totals, and number of counted rounds. */
const boardSays = () => ({ ...document.getElementById("board")?.dataset });
let announced = boardSays();

/** Return a sentence about the change between two states of the board. */
function happened(before, now) {
  const rounds = Number(now.rounds) - Number(before.rounds);
  const text = rounds > 0 ? now.counted.replace("{number}", now.rounds) : now.undone.replace("{number}", before.rounds);
  return rounds ? `${text} ${now.announce}` : now.announce;
}

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  // If the server chose the target (HX-Retarget), it is a selector, and the form that sent the request may be gone.
  const told = typeof ctx?.target === "string";
  const swapped = told ? ctx.target.slice(1) : ctx?.target?.id;
  const answers = !told || ctx.request?.method !== "GET";
  // Entries of other phones are merged in place: nobody has tapped here, so the focus stays.
  if (swapped === "content" && answers && ctx.sourceElement?.id !== "news") focusAnswer(document.getElementById("content"));
  if (swapped === "next-round" && answers && (told || ctx.sourceElement?.id !== "next-round")) document.getElementById(swapped)?.querySelector("[data-focus]")?.focus();
  titleError();
  const now = boardSays();
  if (!now.announce) return;
  const isNews = now.announce !== announced.announce || now.rounds !== announced.rounds;
  if (isNews) document.getElementById("announce").textContent = happened(announced, now);
  announced = now;
});

document.querySelector("[data-focus]")?.focus();

// The server has the current state. After the Back button a browser would restore old field values over it, such as
// ticks of cards that have moved to another pile since.
function letNoBrowserRestore() {
  for (const form of document.querySelectorAll("form[data-keep], form[data-events]")) form.autocomplete = "off";
}

letNoBrowserRestore();
document.addEventListener("htmx:after:swap", letNoBrowserRestore);

// Run after htmx has started, in a timer that was set earlier: it sends the restored forms.
setTimeout(() => {
  for (const form of document.querySelectorAll("form[data-keep]")) restore(form);
});
