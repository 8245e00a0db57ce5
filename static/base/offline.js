// Offline support: registers the service worker, tells it which match is open, and shows the age of a cached page.

import { day, localeOf } from "./clock.js";
import { hasUnsent } from "./connection.js";
import { eventsWait, flush } from "./events.js";
import { isBusy } from "./outbox.js";

const root = document.documentElement;
const main = document.getElementById("main");
const bar = document.getElementById("as-of");
const AGAIN_MS = 4000;
const SETTLED_MS = 800;

async function tell(message) {
  if (!navigator.serviceWorker?.controller && message.type === "forget") {
    if (!(await navigator.serviceWorker?.getRegistration())) return;
  }
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage(message);
}

function keepMatch() {
  if (main.dataset.match && !root.dataset.kept) tell({ type: "keep", match: main.dataset.match });
}

/** Browsers check for a new worker at times of their own; a changed version of the static files triggers the check. */
async function replaceOld(worker) {
  const version = document.querySelector("link[rel=stylesheet]").href;
  if (localStorage.getItem("settebello version") === version) return;
  await worker.update();
  localStorage.setItem("settebello version", version);
}

if ("serviceWorker" in navigator && window.isSecureContext && root.dataset.worker) {
  // After the page is loaded, since nothing of it depends on this.
  window.addEventListener("load", async () => {
    try {
      const worker = await navigator.serviceWorker.register(root.dataset.worker);
      await replaceOld(worker);
    } catch {
      return; // private windows may refuse; everything else works
    }
    tell({ type: "language", language: root.lang });
    keepMatch();
  });
  let settled = 0;
  let shown = document.getElementById("board")?.getAttribute("hx-get");
  document.addEventListener("htmx:after:swap", () => {
    const now = document.getElementById("board")?.getAttribute("hx-get");
    if (!now || now === shown) return;
    shown = now;
    clearTimeout(settled);
    settled = setTimeout(keepMatch, SETTLED_MS);
  });
  // A match that was deleted from this phone: `data-forget` is the address of its board.
  document.addEventListener("submit", ({ target }) => {
    if (target.dataset.forget) tell({ type: "forget", match: target.dataset.forget });
  }, { capture: true });
}

const locale = localeOf(root.lang, navigator.languages);

async function isThere() {
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

// Do not reload a page that is being left: that would delay the navigation.
let leaving = false;
document.addEventListener("click", ({ target }) => {
  if (target.closest("a[href]")) leaving = true;
}, { capture: true });
window.addEventListener("pageshow", () => {
  leaving = false;
});

/** Reload a cached page once the server answers, after waiting rounds were sent, and never during an entry. */
async function comeBack() {
  if (!(await isThere())) return setTimeout(comeBack, AGAIN_MS);
  await flush();
  if (leaving) return undefined;
  if (document.querySelector("form[data-outbox]")) {
    bar.hidden = true;
    return undefined;
  }
  if (isBusy() || hasUnsent() || eventsWait()) return setTimeout(comeBack, AGAIN_MS);
  return location.reload();
}

if (root.dataset.kept) {
  if (!document.querySelector("[data-no-network]")) {
    bar.textContent = bar.dataset.text.replace("{time}", day(new Date(Number(root.dataset.kept)), locale));
    bar.hidden = false;
  }
  window.addEventListener("online", comeBack, { once: true });
  setTimeout(comeBack, AGAIN_MS);
}

async function listKept() {
  const list = document.getElementById("kept-matches");
  if (!list || !window.caches) return;
  const cache = await caches.open("settebello-pages");
  const kept = [];
  for (const key of await cache.keys()) {
    if (!key.url.endsWith("/offline/kept")) continue;
    const answer = await cache.match(key);
    kept.push({ at: Number(answer.headers.get("X-Kept-At")), ...(await answer.json()) });
  }
  kept.sort((a, b) => b.at - a.at);
  for (const { at, title, board } of kept) {
    const row = document.getElementById("kept-match").content.cloneNode(true);
    row.querySelector("a").href = board;
    row.querySelector("[data-title]").textContent = title;
    row.querySelector("[data-time]").textContent = list.dataset.text.replace("{time}", day(new Date(at), locale));
    list.append(row);
  }
  document.getElementById("nothing-kept").hidden = kept.length > 0;
}

listKept();
