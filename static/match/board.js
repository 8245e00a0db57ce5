// The board and the scoreboard: the screen stays awake while a match is open, a scoreboard fills the whole screen, and a
// screen reader hears what was just counted.

let lock = null;

/** Keep the screen awake, where the browser can and may; elsewhere it goes dark as it always does. */
async function stayAwake() {
  const wanted = document.querySelector("[data-awake]") && !document.hidden;
  if (!wanted || lock || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // little battery, or not allowed
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
  changed.catch(() => {}); // the browser may refuse: everything stays as it is
});

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:after:swap", () => {
  letSleep();
  stayAwake();
  showButtons();
});
showButtons();
stayAwake();

// A region that was there from the beginning is read to nobody: what it says is put into one a moment later.
const said = document.querySelector("[data-say]");
if (said) setTimeout(() => (document.getElementById("announce").textContent = said.dataset.say), 300);
