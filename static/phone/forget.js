// "This phone": shows how many rounds wait in the browser, and clears its storage once the phone is forgotten.
//
// Only scripts store anything there; without scripts there is only the cookie.

import { rounds } from "../base/waiting.js";

const waits = document.querySelector("[data-waits]");

if (waits) {
  let items = [];
  try {
    items = rounds(JSON.parse(localStorage.getItem("settebello events") ?? "[]"));
  } catch {
    // Private windows may refuse storage: then nothing waits.
  }
  waits.querySelector("[data-number]").textContent = items.length;
  waits.hidden = !items.length;
}

async function clearAll() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // see above
  }
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  if (window.caches) for (const name of await caches.keys()) await caches.delete(name);
  document.documentElement.dataset.cleared = "";
}

if (document.querySelector("[data-clear-phone]")) clearAll();
