// The picture of a photograph: zoomed and moved by fingers, mouse and keys; a tap names the card there.
//
// Zooming changes the viewBox, so frames scale along and taps hit the right one. The cards to choose from come from the
// server as a part of the page's form, so a choice is sent with all other answers. When a deck is enrolled, a tap adds
// a missed card, without a choice.

import { towards } from "../base/arrows.js";
import { say, sentenceOf } from "../base/connection.js";
import { apart, middle, nearest, View } from "./view.js";

const STEP = 2;
const DOUBLE = 2.5; // zoom after a double tap
const DOUBLE_MS = 280;
const DRAG = 8; // pixels of the page: a shorter movement is a tap
const NEAR = 8; // pixels around a frame that still hit it
const CHOOSER_MS = 20_000;

const corners = (link) => [...link.querySelector(".frame").points].map(({ x, y }) => [x, y]);

class Picture {
  constructor(figure) {
    this.figure = figure;
    this.frame = figure.querySelector("[data-view]");
    this.svg = this.frame.querySelector("svg");
    // The page first shows the pile, a part of the picture; that is not zoomed.
    const { x, y, width } = this.svg.viewBox.baseVal;
    const whole = this.svg.querySelector("image");
    const [wide, high] = [whole.width.baseVal.value, whole.height.baseVal.value];
    this.home = { scale: wide / width, x, y };
    Object.assign(this, { view: new View(wide, high), fingers: new Map(), moved: false, last: null });
    this.frame.tabIndex = 0;
    this.recall();
    this.listen();
    this.show();
  }

  get key() {
    return `picture ${this.figure.dataset.picture}`;
  }

  /** Restore the zoom from before the page was reloaded. */
  recall() {
    try {
      this.view.recall(JSON.parse(sessionStorage.getItem(this.key)) ?? this.home);
    } catch {
      this.view.recall(this.home); // private windows may refuse storage
    }
  }

  /** Whether the picture is zoomed: one finger then moves it instead of the page. */
  get isLarge() {
    return this.view.scale > this.home.scale * 1.01;
  }

  show() {
    const { box, scale, x, y } = this.view;
    this.svg.setAttribute("viewBox", box.join(" "));
    this.svg.style.setProperty("--tag", String(Math.sqrt(this.home.scale / scale))); // keeps names off the cards
    this.frame.classList.toggle("large", this.isLarge);
    this.frame.classList.toggle("whole", scale === 1);
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ scale, x, y }));
    } catch {
      // see above
    }
  }

  /** The point of the photograph shown at a point of the window. */
  at(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  /** Zoom by a factor; the point of the photograph stays in place. */
  zoom(scale, point) {
    this.view.zoom(scale, point);
    this.show();
  }

  /** Move by pixels of the window. */
  move(right, down) {
    const unit = this.svg.getScreenCTM().a;
    this.view.moveTo(this.view.x - right / unit, this.view.y - down / unit);
    this.show();
  }

  centreOn(point) {
    this.view.centreOn(point);
    this.show();
  }

  listen() {
    const { frame, svg } = this;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.up(event));
    // Handle two fingers from the start, or the browser uses them to scroll.
    const ours = (event) => event.touches.length > 1 && event.cancelable && event.preventDefault();
    for (const name of ["touchstart", "touchmove"]) svg.addEventListener(name, ours, { passive: false });
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => this.tap(event));
    svg.addEventListener("focusin", (event) => this.reveal(event.target.closest("a")));
    frame.addEventListener("keydown", (event) => this.press(event));
    frame.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    frame.addEventListener("click", (event) => {
      const button = event.target.closest("[data-zoom-by]");
      if (!button) return;
      this.zoom(this.view.scale * Number(button.dataset.zoomBy));
      if (this.view.scale === 1) frame.focus({ preventScroll: true }); // the tapped button may be gone
    });
  }

  down(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
    if (this.fingers.size > 1) this.moved = true; // a gesture of two fingers is no tap
  }

  drag(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...this.fingers.values()].map(({ x, y }) => [x, y]);
    const right = event.clientX - finger.x;
    const down = event.clientY - finger.y;
    if (this.fingers.size === 2) {
      Object.assign(finger, { x: event.clientX, y: event.clientY });
      const after = [...this.fingers.values()].map(({ x, y }) => [x, y]);
      const [from, to] = [middle(before), middle(after)];
      this.move(to[0] - from[0], to[1] - from[1]);
      this.zoom((this.view.scale * apart(after)) / (apart(before) || 1), this.at(...to));
      return;
    }
    if (!this.moved && Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) > DRAG) {
      this.moved = true;
      if (this.isLarge) svgCapture(this.svg, event.pointerId);
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (!this.moved || !this.isLarge) return;
    this.frame.classList.add("dragged");
    this.move(right, down);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.frame.classList.remove("dragged");
    this.pointer = event.pointerType;
  }

  /** A tap on a card opens the choice of cards; a double tap zooms in or out. */
  tap(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.detail === 0) return void open(this.figure, event.target.closest("a")); // by a key or a screen reader
    if (this.moved) return;
    const place = [event.clientX, event.clientY];
    const link = this.hit(...place);
    if (this.pointer !== "touch") return void this.choose(link, place);
    const { last } = this;
    this.last = null;
    if (last) {
      clearTimeout(last.timer);
      last.link?.classList.remove("pressed");
      if (Math.hypot(place[0] - last.place[0], place[1] - last.place[1]) < 40) {
        if (!this.isLarge) return void this.zoom(DOUBLE * this.home.scale, this.at(...place));
        this.view.recall(this.home);
        return void this.show();
      }
    }
    link?.classList.add("pressed");
    const timer = setTimeout(() => {
      this.last = null;
      link?.classList.remove("pressed");
      this.choose(link, place);
    }, DOUBLE_MS);
    this.last = { timer, link, place };
  }

  choose(link, place) {
    open(this.figure, link, this.at(...place));
  }

  /** The frame hit by a tap: of those around the point or close by, the one whose middle or name is nearest. */
  hit(x, y) {
    const around = (dx, dy) =>
      document.elementsFromPoint(x + dx, y + dy).filter((each) => each.matches(".frame") && this.svg.contains(each));
    let frames = around(0, 0);
    for (let turn = 0; turn < 8 && !frames.length; turn += 1) {
      frames = around(NEAR * Math.cos((turn * Math.PI) / 4), NEAR * Math.sin((turn * Math.PI) / 4));
    }
    const marks = (link) => [middle(corners(link)), link.dataset.at.split(" ").map(Number)];
    return nearest(frames.map((frame) => frame.closest("a")), marks, this.at(x, y))[0] ?? null;
  }

  /** Scroll the focused frame into view. */
  reveal(link) {
    if (!link || this.fingers.size) return;
    const place = middle(corners(link));
    if (!this.view.has(place)) this.centreOn(place);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (["+", "="].includes(event.key)) this.zoom(this.view.scale * STEP);
    else if (event.key === "-") this.zoom(this.view.scale / STEP);
    else if (event.key === "0") this.zoom(1);
    else if (ways[event.key] && this.isLarge) {
      const [right, down] = ways[event.key];
      const [x, y] = this.view.centre;
      const [, , width, height] = this.view.box;
      this.centreOn([x + (right * width) / 5, y + (down * height) / 5]);
    } else return;
    event.preventDefault();
  }

  turn(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
    event.preventDefault();
    this.zoom(this.view.scale * Math.exp(-event.deltaY / 200), this.at(event.clientX, event.clientY));
  }
}

function svgCapture(svg, pointer) {
  try {
    svg.setPointerCapture(pointer); // a drag may leave the picture
  } catch {
    // The finger is already lifted.
  }
}

// Choosing

let back = null; // the element to focus after a choice: { token, place }

/** The address of a link with a point of the photograph. */
function addressOf(link, [x, y]) {
  const address = new URL(link.href);
  address.searchParams.set("x", Math.round(x));
  address.searchParams.set("y", Math.round(y));
  return address.href;
}

/** Open the choice of cards for a frame or, without one, for a missed card at a point of the photograph. */
async function open(figure, link, [x, y] = [0, 0]) {
  const shows = figure.querySelector("[data-shows]");
  if (shows) return void show(shows, link, [x, y]);
  const missed = figure.querySelector("[data-missed]");
  if (!link && !missed) return; // a contact sheet has no missed cards between its cells
  const address = link ? link.getAttribute("href") : addressOf(missed, [x, y]);
  const form = figure.closest("form");
  if (!form || !window.HTMLDialogElement) return void location.assign(address);
  back = { token: figure.dataset.picture, place: link?.dataset.place };
  const dialog = document.createElement("dialog");
  dialog.className = "chooser";
  dialog.setAttribute("aria-labelledby", "choose-title");
  dialog.append(Object.assign(document.createElement("div"), { className: "chooser-wait" }));
  form.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => tapped(event, dialog));
  dialog.addEventListener("keydown", walk);
  dialog.showModal();
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout?.(CHOOSER_MS) });
    const html = await answer.text();
    if (!answer.ok) throw new Error(sentenceOf(html));
    dialog.innerHTML = html;
    dialog.querySelector("#choose-title").focus();
  } catch (error) {
    dialog.close();
    say(error.name === "Error" ? error.message : document.getElementById("connection").dataset.lost);
  }
}

/** When a deck is enrolled: tick a frame's card in the list, or add a missed one, without a choice. */
function show(form, link, [x, y]) {
  if (link) {
    const box = document.querySelector(link.getAttribute("href"));
    box?.click();
    return void box?.focus();
  }
  const figure = form.closest("figure");
  if (figure.ariaBusy) return; // a second tap opens no other card
  figure.ariaBusy = "true";
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  const { width, height } = figure.querySelector("svg").viewBox.baseVal;
  for (const [name, value] of Object.entries({ class: "shown-here", cx: x, cy: y, r: Math.max(width, height) / 30 })) {
    mark.setAttribute(name, value);
  }
  figure.querySelector("[data-frames]").append(mark);
  form.elements.x.value = Math.round(x);
  form.elements.y.value = Math.round(y);
  form.requestSubmit();
}

// The answer brought no new page: allow taps again.
document.addEventListener("htmx:after:request", (event) => {
  const form = event.detail.ctx.sourceElement;
  if (!form.matches?.("[data-shows]")) return;
  form.closest("figure").ariaBusy = null;
  form.closest("figure").querySelector(".shown-here")?.remove();
});

function tapped(event, dialog) {
  if (event.target === dialog || event.target.closest("[data-close]")) return void dialog.close();
  const button = event.target.closest('button[name="choose"]');
  if (!button) return;
  if (dialog.dataset.chosen) event.preventDefault(); // ignore a second tap
  dialog.dataset.chosen = "y";
}

/** Arrow keys go from card to card by position. */
function walk(event) {
  const from = event.target.closest('button[name="choose"]');
  const next = from && towards(event.key, from, event.currentTarget.querySelectorAll('button[name="choose"]'));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

document.addEventListener("click", (event) => {
  const from = event.target.closest?.("[data-missed], [data-choose]");
  if (!from || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = document.getElementById(from.dataset.choose);
  const figure = (link ?? from).closest("figure");
  event.preventDefault();
  open(figure, link, pictures.get(figure).view.centre); // a missed card is placed in the middle of the view
});

const pictures = new WeakMap();
function begin() {
  for (const figure of document.querySelectorAll("figure[data-picture]")) {
    if (!pictures.has(figure)) pictures.set(figure, new Picture(figure));
  }
}

document.addEventListener("htmx:after:swap", (event) => {
  begin();
  if (!back || event.detail.ctx?.target?.id !== "content") return;
  const figure = document.querySelector(`[data-picture="${back.token}"]`);
  const links = figure ? [...figure.querySelectorAll("a[data-place]")] : [];
  (links.find((link) => link.dataset.place === back.place) ?? links.at(-1))?.focus({ preventScroll: true });
  back = null;
});
document.addEventListener("settebello:shown", begin);
begin();
