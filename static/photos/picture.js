// The picture of a photograph: enlarged and moved by fingers, mouse and keys; a tap says which card lies there.
//
// It is enlarged by its viewBox, so that the frames in it grow along and every tap still hits the right one. The cards
// to choose from come from the server as a part of the page's own form: what is chosen is sent with all that was tapped.
// Where a deck is enrolled a tap adds the card that was missed, and nothing is to be chosen.

import { towards } from "../base/arrows.js";
import { say, sentenceOf } from "../base/connection.js";

const MOST = 6; // times as large
const STEP = 2;
const DOUBLE = 2.5; // what two taps enlarge to
const DOUBLE_MS = 280;
const DRAG = 8; // pixels of the page: less is a tap
const NEAR = 8; // pixels beside a frame that still mean it
const CHOOSER_MS = 20_000;

const between = (low, value, high) => Math.min(Math.max(value, low), high);
const middle = (points) => points.reduce((sum, [x, y]) => [sum[0] + x / points.length, sum[1] + y / points.length], [0, 0]);
const corners = (link) => [...link.querySelector(".frame").points].map(({ x, y }) => [x, y]);

class Picture {
  constructor(figure) {
    this.figure = figure;
    this.frame = figure.querySelector("[data-view]");
    this.svg = this.frame.querySelector("svg");
    const { width, height } = this.svg.viewBox.baseVal;
    Object.assign(this, { width, height, scale: 1, x: 0, y: 0, fingers: new Map(), moved: false, last: null });
    this.frame.tabIndex = 0;
    this.recall();
    this.listen();
    this.show();
  }

  get key() {
    return `picture ${this.figure.dataset.picture}`;
  }

  /** Begin as the picture was left before the page came anew. */
  recall() {
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(this.key) ?? "{}"));
    } catch {
      // Private windows may refuse: it begins whole.
    }
  }

  show() {
    const { width, height } = this;
    this.x = between(0, this.x, width - width / this.scale);
    this.y = between(0, this.y, height - height / this.scale);
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${width / this.scale} ${height / this.scale}`);
    this.svg.style.setProperty("--tag", String(1 / Math.sqrt(this.scale))); // so that names do not cover the cards
    this.frame.classList.toggle("large", this.scale > 1);
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ scale: this.scale, x: this.x, y: this.y }));
    } catch {
      // see above
    }
  }

  /** The point of the photograph that is shown at a point of the window. */
  at(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  get centre() {
    return [this.x + this.width / this.scale / 2, this.y + this.height / this.scale / 2];
  }

  /** Enlarge so many times; the point (x, y) of the photograph stays where it is. */
  zoom(scale, [x, y] = this.centre) {
    const now = between(1, scale, MOST);
    this.x = x - ((x - this.x) * this.scale) / now;
    this.y = y - ((y - this.y) * this.scale) / now;
    this.scale = now;
    this.show();
  }

  /** Move by so many pixels of the window. */
  move(right, down) {
    const unit = this.svg.getScreenCTM().a;
    this.x -= right / unit;
    this.y -= down / unit;
    this.show();
  }

  centreOn([x, y]) {
    this.x = x - this.width / this.scale / 2;
    this.y = y - this.height / this.scale / 2;
    this.show();
  }

  listen() {
    const { frame, svg } = this;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.up(event));
    // Two fingers are ours from the start, else the browser takes them to scroll.
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
      this.zoom(this.scale * Number(button.dataset.zoomBy));
      if (this.scale === 1) frame.focus({ preventScroll: true }); // the button that was tapped is gone
    });
  }

  down(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
    if (this.fingers.size > 1) this.moved = true; // what two fingers do is no tap
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
      const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
      const [from, to] = [middle(before), middle(after)];
      this.move(to[0] - from[0], to[1] - from[1]);
      this.zoom((this.scale * apart(after)) / apart(before), this.at(...to));
      return;
    }
    if (!this.moved && Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) > DRAG) {
      this.moved = true;
      if (this.scale > 1) svgCapture(this.svg, event.pointerId);
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (!this.moved || this.scale === 1) return;
    this.frame.classList.add("dragged");
    this.move(right, down);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.frame.classList.remove("dragged");
    this.pointer = event.pointerType;
  }

  /** A tap on a card opens the cards to choose from, two make the picture larger there, or small again. */
  tap(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.detail === 0) return void open(this.figure, event.target.closest("a")); // by a key, or by who listens
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
        return void this.zoom(this.scale > 1 ? 1 : DOUBLE, this.at(...place));
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

  /** The frame that a tap means: of those around it, or just beside it, the one whose middle or name is nearest. */
  hit(x, y) {
    const around = (dx, dy) =>
      document.elementsFromPoint(x + dx, y + dy).filter((each) => each.matches(".frame") && this.svg.contains(each));
    let frames = around(0, 0);
    for (let turn = 0; turn < 8 && !frames.length; turn += 1) {
      frames = around(NEAR * Math.cos((turn * Math.PI) / 4), NEAR * Math.sin((turn * Math.PI) / 4));
    }
    const here = this.at(x, y);
    const away = (link) => {
      const marks = [middle(corners(link)), link.dataset.at.split(" ").map(Number)];
      return Math.min(...marks.map(([mx, my]) => Math.hypot(mx - here[0], my - here[1])));
    };
    const links = frames.map((frame) => frame.closest("a"));
    return links.sort((one, other) => away(one) - away(other))[0] ?? null;
  }

  /** What the focus goes to is shown. */
  reveal(link) {
    if (!link || this.scale === 1 || this.fingers.size) return;
    const [x, y] = middle(corners(link));
    const inside = x > this.x && x < this.x + this.width / this.scale && y > this.y && y < this.y + this.height / this.scale;
    if (!inside) this.centreOn([x, y]);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (["+", "="].includes(event.key)) this.zoom(this.scale * STEP);
    else if (event.key === "-") this.zoom(this.scale / STEP);
    else if (event.key === "0") this.zoom(1);
    else if (ways[event.key] && this.scale > 1) {
      const [right, down] = ways[event.key];
      const [x, y] = this.centre;
      this.centreOn([x + (right * this.width) / this.scale / 5, y + (down * this.height) / this.scale / 5]);
    } else return;
    event.preventDefault();
  }

  turn(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
    event.preventDefault();
    this.zoom(this.scale * Math.exp(-event.deltaY / 200), this.at(event.clientX, event.clientY));
  }
}

function svgCapture(svg, pointer) {
  try {
    svg.setPointerCapture(pointer); // a drag may leave the picture
  } catch {
    // The finger is up already.
  }
}

// Choosing

let back = null; // what has the focus again after a choice: { token, place }

/** Open the cards to choose from for a frame, or, without one, for a card missed at a point of the photograph. */
async function open(figure, link, [x, y] = [0, 0]) {
  const shows = figure.querySelector("[data-shows]");
  if (shows) return void show(shows, link, [x, y]);
  const missed = figure.querySelector("[data-missed]");
  if (!link && !missed) return; // on the contact sheet of a film nothing was missed beside its cards
  const address = link ? link.getAttribute("href") : `${missed.getAttribute("href")}?x=${Math.round(x)}&y=${Math.round(y)}`;
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

/** Where a deck is enrolled there is nothing to choose: a frame's card is ticked in the list, a missed one is added. */
function show(form, link, [x, y]) {
  if (link) {
    const box = document.querySelector(link.getAttribute("href"));
    box?.click();
    return void box?.focus();
  }
  const figure = form.closest("figure");
  if (figure.ariaBusy) return; // a second tap shows no other card
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

// An answer that brought no new page: one can tap again.
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
  if (dialog.dataset.chosen) event.preventDefault(); // a second tap chooses nothing more
  dialog.dataset.chosen = "y";
}

/** Arrow keys go from card to card as they lie. */
function walk(event) {
  const from = event.target.closest('button[name="choose"]');
  const next = from && towards(event.key, from, event.currentTarget.querySelectorAll('button[name="choose"]'));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

document.addEventListener("click", (event) => {
  const missed = event.target.closest?.("[data-missed]");
  if (!missed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const figure = missed.closest("figure");
  event.preventDefault();
  open(figure, null, pictures.get(figure).centre); // where the picture is looked at
});

// What an answer below the picture changes is drawn in it, too.

let answered = false;
document.addEventListener("change", (event) => {
  if (event.target.closest?.("[data-question]")) answered = true;
});

document.addEventListener("htmx:after:request", async (event) => {
  if (!answered || event.detail.ctx.response?.status >= 400) return;
  answered = false;
  try {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout?.(CHOOSER_MS) });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const figure of document.querySelectorAll("[data-picture]")) {
      for (const part of ["[data-frames]", "[data-legend]", "[data-summary]"]) {
        const now = fresh.querySelector(`[data-picture="${figure.dataset.picture}"] ${part}`);
        if (now) figure.querySelector(part).replaceChildren(...now.childNodes);
      }
    }
  } catch {
    // The answer is kept; the picture shows it when the page comes anew.
  }
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
// A page that came anew for a photograph begins there, and not where it was left (static/photos/photo.js).
function beginAt(id) {
  history.scrollRestoration = "manual";
  window.addEventListener("load", () => document.getElementById(id)?.scrollIntoView());
  window.addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
}

try {
  const id = sessionStorage.getItem("begin at");
  sessionStorage.removeItem("begin at");
  if (id) beginAt(id);
} catch {
  // Private windows may refuse: it begins where it was left.
}
