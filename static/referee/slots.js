// One grid for several fields (templates/referee/slots.html). Without this script each tab is opened by hand.

const ticked = (slot) => [...slot.querySelectorAll("input:checked")].filter((box) => !("tab" in box.dataset));
const slotNamed = (grid, name) => grid.querySelector(`[data-slot="${name}"]`);
const tabOf = (slot) => document.getElementById(`at-${slot.dataset.slot}`);

/** Code -> number of boxes. */
function copies(boxes) {
  const held = new Map();
  for (const box of boxes) held.set(box.value, (held.get(box.value) ?? 0) + 1);
  return held;
}

/** Show in every cell whether its card can be chosen for the open field. */
function narrow(grid) {
  for (const slot of grid.querySelectorAll("[data-slot]")) {
    const source = slot.dataset.of && document.querySelectorAll(`[data-holds="${slot.dataset.of}"], [data-slot="${slot.dataset.of}"] input:checked, [data-lends="${slot.dataset.of}"] [value="JOKER"]:checked`);
    const apart = (slot.dataset.apart ?? "").split(" ").filter(Boolean).map((name) => slotNamed(grid, name)).filter(Boolean);
    const elsewhere = copies(apart.flatMap(ticked));
    const held = source ? copies([...source].flatMap((part) => (part.dataset.codes ?? part.value).split(" ").map((value) => ({ value })))) : null;
    const others = source
      ? copies([...document.querySelectorAll(`[data-of="${slot.dataset.of}"]`)].filter((other) => other !== slot).flatMap(ticked))
      : new Map();
    slot.classList.toggle("picks", Boolean(source));
    const seen = new Map();
    for (const box of slot.querySelectorAll(".cell input:not([type=hidden]), .twin input")) {
      const number = (seen.get(box.value) ?? 0) + 1;
      seen.set(box.value, number);
      const away = !box.checked && (held
        ? number > (held.get(box.value) ?? 0) - (others.get(box.value) ?? 0)
        : (elsewhere.get(box.value) ?? 0) > 0);
      box.disabled = away;
      box.closest("label").classList.toggle("elsewhere", away);
    }
  }
}

function count(grid) {
  for (const place of grid.querySelectorAll("[data-slot-count]")) {
    place.textContent = ticked(slotNamed(grid, place.dataset.slotCount)).length || "";
  }
}

/** Open the next empty tab once the open one is full; go back only if no cards are picked from it. */
function moveOn(grid, slot) {
  if (ticked(slot).length !== Number(slot.dataset.full)) return;
  const slots = [...grid.querySelectorAll("[data-slot]")];
  const foolFirst = grid.querySelector('[data-slot="trick_0"] input[value="FOOL"]')?.checked;
  const open = (other) => !ticked(other).length && (!("afterFool" in other.dataset) || foolFirst);
  const after = slots.slice(slots.indexOf(slot) + 1).find(open);
  const next = after ?? slots.find((other) => other !== slot && !other.dataset.of && open(other));
  if (!next) return;
  followSuit(slot, next);
  tabOf(next).checked = true;
  tabOf(next).focus({ preventScroll: true });
}

/** Most cards of a trick follow suit: show the suit led. */
function followSuit(slot, next) {
  const suit = slot.querySelector(".tabs input:checked")?.value;
  const same = [...next.querySelectorAll(".tabs input")].find((tab) => tab.value === suit);
  if (same) same.checked = true;
}

function say(words) {
  document.getElementById("announce").textContent = words;
}

document.addEventListener("change", (event) => {
  const { target } = event;
  const slot = target.closest?.("[data-slot], [data-lends]");
  if (!slot || "tab" in target.dataset) return;
  const grid = slot.closest("[data-slots]") ?? slot.parentElement;
  if (!grid.matches("[data-slots]")) {
    document.querySelectorAll("[data-slots]").forEach(narrow);
    return;
  }
  count(grid);
  say(`${slot.dataset.label}: ${ticked(slot).length}`);
  const whole = grid.querySelector("[data-slot]");
  moveOn(grid, slot);
  document.querySelectorAll("[data-slots]").forEach(narrow);
  const goOn = document.querySelector("[data-when-full]");
  if (goOn && slot === whole && ticked(slot).length === Number(slot.dataset.full)) {
    event.stopPropagation(); // the button sends the whole form: storing the tap separately would come too late
    goOn.click();
  }
}, { capture: true }); // before htmx collects the form

// Announce the answer when it arrives, instead of the count.
document.addEventListener("htmx:after:swap", () => {
  const line = document.querySelector("#chosen [data-say]");
  if (line) say(line.textContent.trim());
});

for (const grid of document.querySelectorAll("[data-slots]")) {
  if (!grid.querySelector('[name="at"]:checked')) grid.querySelector('[name="at"]').checked = true;
  count(grid);
  narrow(grid);
}

// Handle taps made before the scripts were loaded.
const isTapped = (box) => box.checked !== box.defaultChecked && (box.checked || box.type === "checkbox") && !("tab" in box.dataset);
const early = [...document.querySelectorAll("[data-slot] input")].filter(isTapped);
window.addEventListener("load", () => {
  for (const box of early) box.dispatchEvent(new Event("change", { bubbles: true }));
});
