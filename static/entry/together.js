// Several phones enter one round: a page merges the entries of others, and keeps its own unsaved ones.
//
// htmx morphs the page: it updates attributes, which hold the server's state, and leaves ticks and typed text. Below, a
// tick is updated only if the server's state has changed.

import { eventsWait } from "../base/events.js";

const AGAIN_MS = 1000;
const LIVE = ["news", "next-round", "board"];
let before = null;

const isLive = (event) => LIVE.includes(event.detail.ctx?.sourceElement?.id);

/** Whether the player is doing something that a swap would interrupt. */
const isBusy = () => document.querySelector("dialog[open], .htmx-request[data-photo], form.htmx-request");

/** Whether the page shows why a form was refused: that stays until answered. */
const isRefused = ({ text }) => document.getElementById("problems") && !isMended(text);

/** Whether another phone has corrected the number for which this page was refused. */
function isMended(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...document.querySelectorAll("input[aria-invalid=true]")].some(({ id, value, defaultValue }) => {
    const now = page.getElementById(id);
    return value === defaultValue && now?.value !== value && now?.ariaInvalid !== "true";
  });
}

// The answer to a poll sent before a tap was answered does not include that tap: discard it, and poll again.
let answered = 0;
let again = 0;
const asked = new WeakMap();

document.addEventListener("htmx:before:request", (event) => {
  if (isLive(event)) asked.set(event.detail.ctx, performance.now());
});

// In the capture phase, before the calls refresh the board.
document.addEventListener("settebello:kept", () => {
  answered = performance.now();
}, { capture: true });

// An answer about a photograph changes the cards that the server holds; a refusal that asked for it would keep the page.
document.addEventListener("settebello:kept", ({ detail }) => {
  const news = document.getElementById("news");
  if (!news || !detail.some(({ event }) => event.field?.startsWith("answer:"))) return;
  document.getElementById("problems")?.remove();
  window.htmx.trigger(news, "refresh");
});

document.addEventListener("htmx:before:swap", (event) => {
  before = null;
  const { ctx } = event.detail;
  if (!isLive(event)) {
    answered = performance.now();
    return;
  }
  const isOld = (asked.get(ctx) ?? 0) < answered;
  // A board that arrives while calls wait includes them (entry/calls.js).
  const isKept = ctx.sourceElement.id !== "board" && (eventsWait() || isBusy() || isRefused(ctx));
  if (isOld || isKept) {
    event.preventDefault();
    if (ctx.sourceElement.id === "next-round" && !isRefused(ctx)) {
      clearTimeout(again);
      again = setTimeout(refreshPanel, AGAIN_MS); // the panel has no polling of its own
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
  // The server ticks the first boxes of a card that has several; the player may have tapped another.
  const ticks = [...before.ticks.keys()].filter((box) => box.isConnected);
  for (const { name, value } of ticks.filter((box) => box.defaultChecked !== before.ticks.get(box))) {
    for (const box of ticks) if (box.name === name && box.value === value) box.checked = box.defaultChecked;
  }
  // The focused field keeps what was typed; if nothing was, it is updated too.
  const field = document.activeElement;
  if (before.values.has(field) && field.value === before.values.get(field)) field.value = field.defaultValue;
  for (const details of before.open) details.open = true;
  before = null;
  // An unchanged board answers 204, and then the panel need not be refreshed.
  if (event.detail.ctx.sourceElement.id === "board" && event.detail.ctx.response?.status === 200) refreshPanel();
});

/** Refresh the panel of the next round together with the board. */
function refreshPanel() {
  const panel = document.getElementById("next-round");
  if (panel) window.htmx.trigger(panel, "refresh");
}
