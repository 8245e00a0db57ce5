// Sends a photograph: shows the picture at once, the progress, a way to cancel, and a retry with the same picture.
//
// A large photograph is first reduced to the size the reader uses. Every attempt has a token: sent twice, it counts
// once, and it can be cancelled on the server too. After the upload the page polls until the photograph is read. A
// player who leaves the page meanwhile finds the result there later.
//
// A film is sent in the same way, reduced where the browser can (smaller.js). Its form has sentences of its own, and
// the number of cards seen so far is shown.

import { say, sentenceOf } from "../base/connection.js";
import "./camera.js";
import { smallerFilm } from "./smaller.js";

const STILL_MS = 30_000; // an upload without progress for this long is lost
const DECODE_MS = 10_000;
const SOON_MS = 300; // interval of the first polls: most photographs are read within two seconds
const SOON = 10;
const LATER_MS = 1000;
const QUALITY = 0.9;
const curtain = document.getElementById("reading");
const text = curtain.querySelector("[data-text]");
const share = curtain.querySelector("[data-share]");
const bar = curtain.querySelector("progress");
const again = curtain.querySelector("[data-again]");
const leave = curtain.querySelector("[data-leave]");
const meanwhile = curtain.querySelector("[data-meanwhile]");
const picture = curtain.querySelector("img");
const count = curtain.querySelector("[data-count]");
let attempt = null; // the current upload: { name, form, request, timer, begun }

/** Return a random token like the server's; `crypto.randomUUID` is missing without HTTPS. */
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function tell(sentence) {
  if (text.textContent !== sentence) text.textContent = sentence; // screen readers announce a status when it changes
}

/** A sentence about the upload, from the form of a film or of photographs. */
const sentence = (name, form) => form?.dataset[name] ?? curtain.dataset[name];
const isFilm = (form) => Boolean(form.dataset.most);

function open(file, form) {
  URL.revokeObjectURL(picture.src);
  picture.removeAttribute("src");
  picture.hidden = isFilm(form); // not every browser can show a picture of a film
  if (!isFilm(form)) picture.src = URL.createObjectURL(file);
  count.textContent = "";
  if (!curtain.open) curtain.showModal();
  leave.focus();
}

/** Cancel the current upload, also on the server if some of it may have arrived. */
function stop({ cancel = false } = {}) {
  if (!attempt) return;
  const { form, name, request, timer } = attempt;
  attempt = null;
  clearTimeout(timer);
  if (!request) return;
  request.onerror = request.onload = request.upload.onprogress = request.upload.onload = null;
  if (request.readyState !== XMLHttpRequest.DONE) request.abort(); // an answer that has arrived must stay readable
  if (!cancel) return;
  const body = new FormData();
  body.append("csrf_token", form.elements.csrf_token.value);
  body.append("upload", name);
  fetch(curtain.dataset.cancel, { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Closing the dialog, by its button or Escape, cancels the upload; the focus returns to the camera button. */
curtain.addEventListener("close", () => stop({ cancel: true }));

/** Show why it failed; the photograph stays, to be sent again under `name`, or under a new token. */
function fail(sentence, form, file, name = newName()) {
  curtain.classList.add("failed");
  tell(sentence);
  share.textContent = "";
  bar.hidden = meanwhile.hidden = true;
  again.hidden = false;
  again.onclick = () => send(form, file, name);
  again.focus();
}

/** Refuse a film that is too large before sending it; sending again would not help. */
function refuseTooLarge(form) {
  curtain.classList.add("failed");
  tell(form.dataset.tooLarge);
  share.textContent = "";
  bar.hidden = meanwhile.hidden = again.hidden = true;
}

/** Limit the wait for the next step. */
function waitFor(milliseconds, form, file) {
  clearTimeout(attempt.timer);
  attempt.timer = setTimeout(() => {
    stop({ cancel: true });
    fail(sentence("slow", form), form, file);
  }, milliseconds);
}

/** Return the photograph upright and no larger than the reader needs; the file itself if this browser cannot. */
async function smaller(file) {
  if (!CSS.supports("image-orientation", "from-image")) return file; // it would be drawn rotated
  try {
    const late = new Promise((_, reject) => setTimeout(reject, DECODE_MS));
    await Promise.race([picture.decode(), late]);
    const scale = Number(curtain.dataset.longest) / Math.max(picture.naturalWidth, picture.naturalHeight);
    if (!(scale < 1)) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.naturalWidth * scale);
    canvas.height = Math.round(picture.naturalHeight * scale);
    const context = canvas.getContext("2d", { alpha: false });
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#fff"; // white behind transparent parts, as on the server
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return small && small.size < file.size ? small : file;
  } catch {
    return file; // no picture, or too large for this phone: let the server decide
  }
}

async function prepare(form, file) {
  const mine = (attempt = { name: newName(), form });
  curtain.classList.remove("failed");
  again.hidden = meanwhile.hidden = true;
  bar.hidden = false;
  bar.removeAttribute("value");
  share.textContent = "";
  count.textContent = "";
  tell(sentence("preparing", form));
  const ready = isFilm(form) ? await smallFilm(form, file, mine) : await smaller(file);
  if (attempt !== mine) return;
  if (ready.size > Number(form.dataset.most ?? Infinity)) {
    attempt = null;
    refuseTooLarge(form);
  } else {
    send(form, ready, mine.name);
  }
}

/** The film to be sent; shows the progress of reducing it. */
function smallFilm(form, file, mine) {
  const isWanted = () => attempt === mine;
  const onShare = (done) => {
    if (!isWanted()) return;
    bar.value = done;
    share.textContent = `${Math.floor(100 * done)} %`;
  };
  return smallerFilm(file, { address: form.dataset.smaller, most: Number(form.dataset.most), onShare, isWanted });
}

function send(form, file, name) {
  const data = new FormData(form);
  const field = isFilm(form) ? "film" : "photo";
  for (const name of ["photo", "film"]) data.delete(name);
  data.set(field, file, field);
  data.set("upload", name);
  const request = new XMLHttpRequest();
  attempt = { name, form, request };
  request.open("POST", form.getAttribute("action"));
  request.setRequestHeader("HX-Request", "true");
  curtain.classList.remove("failed");
  again.hidden = true;
  bar.hidden = false;
  bar.value = 0;
  share.textContent = "";
  tell(sentence("sending", form));
  waitFor(STILL_MS, form, file);
  request.upload.onprogress = (event) => {
    waitFor(STILL_MS, form, file);
    if (!event.lengthComputable) return;
    bar.value = event.loaded / event.total;
    share.textContent = `${Math.floor((100 * event.loaded) / event.total)} %`;
  };
  request.upload.onload = () => waitFor(STILL_MS, form, file);
  request.onload = () => answered(request, form, file);
  request.onerror = () => {
    stop();
    fail(sentence("lost", form), form, file, name); // it may have arrived: with the old token it counts once
  };
  request.send(data);
}

/** The upload has arrived or failed. */
function answered(request, form, file) {
  const address = request.getResponseHeader("HX-Redirect");
  if (address) {
    clearTimeout(attempt.timer);
    attempt.begun = Date.now();
    bar.removeAttribute("value");
    share.textContent = "";
    follow(attempt, address);
    return;
  }
  stop();
  if (request.status === 422) {
    refuse(request.responseText);
  } else if (request.status === 413) {
    curtain.close(); // sending again would not help
    say(sentenceOf(request.responseText));
  } else {
    fail(sentenceOf(request.responseText), form, file);
  }
}

/** Poll until it is read. The progress of a photograph is unknown, so the seconds are shown. */
async function follow(mine, address) {
  for (let asked = 0; attempt === mine; asked += 1) {
    let answer = null;
    try {
      answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(STILL_MS) });
      if (attempt === mine && (await show(answer))) return;
    } catch {
      if (attempt === mine) tell(sentence("away", mine.form)); // the next poll may be answered
    }
    if (attempt !== mine) return;
    const seconds = Math.round((Date.now() - mine.begun) / 1000);
    if (!bar.hasAttribute("value")) share.textContent = seconds ? `${seconds} s` : "";
    await new Promise((done) => setTimeout(done, asked < SOON ? SOON_MS : LATER_MS));
  }
}

/** Show the state of the upload; return whether it has ended. */
async function show(answer) {
  const target = answer.headers.get("HX-Redirect");
  const html = target ? "" : await answer.text();
  if (target) {
    stop();
    go(target);
  } else if (answer.status === 422) {
    stop();
    refuse(html);
  } else if (answer.ok) {
    const standing = new DOMParser().parseFromString(html, "text/html").getElementById("standing");
    tell(standing.querySelector("[data-standing]").textContent);
    count.textContent = standing.dataset.cards ?? "";
    const frame = standing.querySelector("[data-frame]");
    if (frame) {
      picture.src = frame.getAttribute("src"); // the current frame of the film
      picture.hidden = false;
    }
    if (standing.dataset.share) {
      bar.value = Number(standing.dataset.share);
      share.textContent = `${Math.floor(100 * bar.value)} %`;
    }
    const link = standing.querySelector("[data-meanwhile]");
    meanwhile.textContent = link.textContent;
    meanwhile.href = link.getAttribute("href");
    meanwhile.hidden = standing.dataset.slow !== "yes";
    return false;
  } else if (answer.status < 500 && answer.status !== 429) {
    stop();
    curtain.close();
    say(sentenceOf(html)); // its round or question is gone
  } else {
    return false;
  }
  return true;
}

/** Show the page with the result, replacing this one if it is the same, so that Back leads to the round. */
function go(target) {
  const { pathname, hash } = new URL(target, location.href);
  if (pathname !== location.pathname) return void location.assign(target);
  // Show the page from the photograph on.
  try {
    if (hash) sessionStorage.setItem("begin at", hash.slice(1));
  } catch {
    // Private windows may refuse storage: the page keeps its scroll position.
  }
  location.reload();
}

/** Show the page that says why the photograph cannot be used. */
function refuse(html) {
  curtain.close();
  const content = document.getElementById("content");
  content.innerHTML = html;
  window.htmx.process(content);
  document.dispatchEvent(new Event("settebello:shown"));
  content.querySelector("[data-focus]")?.focus();
}

/** Continue without the result: the photograph is still read, and the page shows that. */
meanwhile.addEventListener("click", (event) => {
  event.preventDefault();
  attempt = null;
  go(meanwhile.href);
});

document.addEventListener(
  "change",
  (event) => {
    const field = event.target;
    if (field.type !== "file" || !field.files?.length || !field.form?.matches("form[data-photo]")) return;
    event.stopPropagation(); // the form around it has nothing to store
    const [file] = field.files;
    const { form } = field;
    field.value = ""; // allows choosing the same picture again
    open(file, form);
    prepare(form, file);
  },
  { capture: true },
);

leave.addEventListener("click", () => curtain.close());

// A page reloaded for a photograph scrolls to it, instead of to the old position (`go`).
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
  // Private windows may refuse storage: the page keeps its scroll position.
}
