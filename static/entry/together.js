// Several phones enter one round: a page takes over what others have entered, and what is edited here stays.
//
// htmx morphs the page. It changes attributes, which say what the server has, and leaves what was ticked and typed here:
// only where the server has something new, a tick follows it.

import { eventsWait } from "../base/events.js";

const AGAIN_MS = 1000;
const LIVE = ["news", "next-round", "board"];
let before = null;

const isLive = (event) => LIVE.includes(event.detail.ctx?.sourceElement?.id);

/** Whether somebody is in the middle of something that another page would take away. */
const isBusy = () => document.querySelector("dialog[open], .htmx-request[data-photo], form.htmx-request");

/** Whether the page says why it was refused: that stays until it is answered. That the round is counted is said beside it. */
const isRefused = ({ target, text }) => document.getElementById("problems") && typeof target !== "string" && !isMended(text);

/** Whether another phone has corrected a number that this page was refused for. */
function isMended(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...document.querySelectorAll("input[aria-invalid=true]")].some(({ id, value, defaultValue }) => {
    const now = page.getElementById(id);
    return value === defaultValue && now?.value !== value && now?.ariaInvalid !== "true";
  });
}

// A poll does not know of a tap that waits for its answer, or waited for it when the poll was asked: it comes again.
let answered = 0;
let again = 0;
const asked = new WeakMap();

document.addEventListener("htmx:before:request", (event) => {
  if (isLive(event)) asked.set(event.detail.ctx, performance.now());
});

// Before the calls ask for the board again.
document.addEventListener("settebello:kept", () => {
  answered = performance.now();
}, { capture: true });

document.addEventListener("htmx:before:swap", (event) => {
  before = null;
  const { ctx } = event.detail;
  if (!isLive(event)) {
    answered = performance.now();
    return;
  }
  const isOld = (asked.get(ctx) ?? 0) < answered;
  // A board that comes while calls wait shows them (entry/calls.js).
  const isKept = ctx.sourceElement.id !== "board" && (eventsWait() || isBusy() || isRefused(ctx));
  if (isOld || isKept) {
    event.preventDefault();
    if (ctx.sourceElement.id === "next-round" && !isRefused(ctx)) {
      clearTimeout(again);
      again = setTimeout(refreshPanel, AGAIN_MS); // the panel has no poll of its own
    }
    return;
  }
  before = {
    ticks: new Map([...document.querySelectorAll("input[type=checkbox], input[type=radio]")].map((box) => [box, box.defaultChecked])),
    open: [...document.querySelectorAll("details[open]")],
    values: new Map([...document.querySelectorAll("input[type=number], input[type=text]")].map((field) => [field, field.defaultValue])),
  };
});

document.addEventListener("htmx:after:swap", (event) => {
  if (!before || !isLive(event)) return;
  for (const [box, was] of before.ticks) if (box.isConnected && box.defaultChecked !== was) box.checked = box.defaultChecked;
  // A field that is being looked at keeps what is typed into it; where nothing was, it follows, too.
  const field = document.activeElement;
  if (before.values.has(field) && field.value === before.values.get(field)) field.value = field.defaultValue;
  for (const details of before.open) details.open = true;
  before = null;
  // Of an unchanged board nothing comes, and the panel need not ask either.
  if (event.detail.ctx.sourceElement.id === "board" && event.detail.ctx.response?.status === 200) refreshPanel();
});

/** The panel of the next round follows the board. */
function refreshPanel() {
  const panel = document.getElementById("next-round");
  if (panel) window.htmx.trigger(panel, "refresh");
}
