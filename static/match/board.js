// The board and the scoreboard: keeps the screen awake, fills the whole screen, and announces the latest count.

let lock = null;

/** Keep the screen awake if the browser can and may; otherwise it goes dark as usual. */
async function stayAwake() {
  const wanted = document.querySelector("[data-awake]") && !document.hidden;
  if (!wanted || lock || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // low battery, or not allowed
  }
}

function letSleep() {
  if (!document.querySelector("[data-awake]")) lock?.release().catch(() => {});
}

function showButtons() {
  for (const button of document.querySelectorAll("[data-whole-screen]")) button.hidden = !document.fullscreenEnabled;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-whole-screen]")) return;
  const changed = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  changed.catch(() => {}); // the browser may refuse: nothing changes
});

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:after:swap", () => {
  letSleep();
  stayAwake();
  showButtons();
});
showButtons();
stayAwake();

// Screen readers do not read a live region that was filled from the start, so fill one a moment later.
const said = document.querySelector("[data-say]");
if (said) setTimeout(() => (document.getElementById("announce").textContent = said.dataset.say), 300);
