// Filming a pile live: sends frames to the server one at a time, and shows and announces its list of cards.
//
// The script chooses frames by small grey pictures: when the view is still and has changed, and at intervals while the
// camera moves. The next frame is sent once the server has read the one before and answered with all cards so far. The
// server stores these, so a lost connection, a locked phone or a closed page loses none.

import { sentenceOf } from "../base/connection.js";
import { play, showSound } from "../base/sound.js";
import { canFilm } from "./camera.js";

const page = document.getElementById("live");

const TICK_MS = 60;
const SMALL = 64; // longest side of the grey pictures
const BLOCK = 4;
const MOVED = 10; // mean difference of a block (0-255) that counts as motion
const STILL = 0.02; // share of moving blocks below which the view is still
const CHANGED = 12; // mean difference of a block (0-255) from the last sent frame that counts as a change
const LOOKS = 2; // times that an unchanged still view is sent
const LATER_MS = 500; // after this a slow change is sent too
const PASSING_MS = 700; // interval of frames while everything moves
const ALIVE_MS = 8000; // interval of frames in any case
const PATIENCE_MS = 10_000; // longest wait for an answer
const RETRY_MS = 1500;
const BUSY_MS = 400; // pause while the server is busy with other phones
const TICK_SHOWN_MS = 1100;
const QUALITY = 0.85;
const TONES = { card: [880], doubtful: [587, 587], again: [330, 262] };
const BUZZ = { card: [40], doubtful: [40, 60, 40], again: [120] };

if (page) live();

function live() {
  const find = (name) => page.querySelector(`[data-${name}]`);
  const video = page.querySelector("video");
  const form = page.querySelector("form");
  const [tick, said, list, problem, count] = ["tick", "said", "cards", "problem", "count"].map(find);
  const token = page.dataset.token;
  const canvas = document.createElement("canvas");
  const small = document.createElement("canvas").getContext("2d", { willReadFrequently: true, alpha: false });
  const began = performance.now();
  let stream = null;
  let isStarting = false;
  let timer = 0;
  let lock = null;
  let number = 0; // number of the last frame sent
  let shown = 0; // number of the last frame in the list
  const told = new Map(); // code -> number of copies announced
  let before = null; // grey pictures of the previous look, and of the last frame sent
  let sent = null;
  let sentAt = -Infinity;
  let looks = 0;
  let isStill = false;
  let underWay = null; // promise of the frame being sent, or null
  let ended = false;

  const tell = (name) => {
    const text = page.dataset[name] ?? name;
    if (problem.textContent !== text) problem.textContent = text;
  };

  // The camera

  async function start() {
    if (isStarting || stream) return; // tapped twice
    isStarting = true;
    tell("allow");
    try {
      const wanted = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    } catch (error) {
      tell({ NotAllowedError: "refused", SecurityError: "refused", NotReadableError: "busy", AbortError: "busy" }[error.name] ?? "none");
      return;
    } finally {
      isStarting = false;
    }
    stream.getVideoTracks()[0].addEventListener("ended", pause);
    video.srcObject = stream;
    find("picture").hidden = form.hidden = false;
    find("start").hidden = true;
    showSound();
    await video.play().catch(() => {});
    tell("");
    before = null;
    clearInterval(timer);
    timer = setInterval(look, TICK_MS);
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    lock?.release().catch(() => {});
    lock = null;
  }

  /** The phone was locked, or the camera taken away: filming can be resumed. */
  function pause() {
    if (!stream || ended) return;
    stop();
    find("picture").hidden = true;
    find("start").hidden = false;
    tell("paused");
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
    else if (!ended && !stream && number) start();
  });

  // Choosing frames

  /** The camera's picture, small and grey. */
  function grey() {
    const scale = SMALL / Math.max(video.videoWidth, video.videoHeight);
    const [width, height] = [video.videoWidth, video.videoHeight].map((side) => Math.max(BLOCK, Math.round(side * scale)));
    if (small.canvas.width !== width || small.canvas.height !== height) Object.assign(small.canvas, { width, height });
    small.imageSmoothingQuality = "high";
    small.drawImage(video, 0, 0, width, height);
    const { data } = small.getImageData(0, 0, width, height);
    const pixels = new Float32Array(width * height);
    let sum = 0;
    for (let at = 0; at < pixels.length; at += 1) {
      pixels[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
      sum += pixels[at];
    }
    return { pixels, width, height, mean: sum / pixels.length };
  }

  /** The mean difference of each block of two pictures, ignoring a change of overall brightness (exposure). */
  function differences(first, second) {
    if (!first || first.width !== second.width || first.height !== second.height) return [255];
    const brighter = second.mean - first.mean;
    const found = [];
    for (let top = 0; top + BLOCK <= second.height; top += BLOCK) {
      for (let left = 0; left + BLOCK <= second.width; left += BLOCK) {
        let sum = 0;
        for (let y = top; y < top + BLOCK; y += 1) {
          for (let x = left; x < left + BLOCK; x += 1) {
            const at = y * second.width + x;
            sum += Math.abs(second.pixels[at] - first.pixels[at] - brighter);
          }
        }
        found.push(sum / (BLOCK * BLOCK));
      }
    }
    return found;
  }

  function look() {
    if (video.readyState < 2 || !video.videoWidth) return;
    const now = grey();
    const moved = differences(before, now);
    before = now;
    const still = moved.filter((each) => each > MOVED).length <= STILL * moved.length;
    const settled = still && isStill; // for two looks in a row
    if (still && !isStill) looks = 0;
    isStill = still;
    if (underWay) return;
    const ago = performance.now() - sentAt;
    const changed = () => differences(sent, now).some((each) => each > CHANGED);
    const isWanted = still
      ? settled && (looks < LOOKS || (ago >= LATER_MS && changed()) || ago >= ALIVE_MS)
      : ago >= PASSING_MS;
    if (!isWanted) return;
    looks += 1;
    sent = now;
    sentAt = performance.now();
    underWay = send(still).finally(() => {
      underWay = null;
    });
  }

  // Sending frames

  async function send(still) {
    const scale = Math.min(1, Number(page.dataset.longest) / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, canvas.width, canvas.height);
    const at = (performance.now() - began) / 1000;
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    if (!jpeg) return;
    number += 1;
    const data = new FormData(form);
    for (const [name, value] of Object.entries({ upload: token, number, at, still: still ? "y" : "" })) data.set(name, value);
    data.set("frame", jpeg, "frame");
    try {
      await show(await ask(form.dataset.form, { method: "POST", body: data }));
    } catch (error) {
      tell(error.isBusy || error.name === "TimeoutError" ? "slow" : "lost"); // a newer frame replaces this one
      sent = null;
      looks = 0;
      await wait(error.isBusy ? BUSY_MS : RETRY_MS);
    }
  }

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const ask = (address, options = {}) =>
    fetch(address, { ...options, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE_MS) });

  async function show(answer) {
    if (ended) return;
    if (answer.ok) tell("");
    if (answer.status === 204) return;
    const target = answer.headers.get("HX-Redirect");
    if (target) {
      end(); // the film has ended meanwhile: follow to its page
      location.assign(target);
      return;
    }
    const html = await answer.text();
    const page_ = new DOMParser().parseFromString(html, "text/html");
    if (answer.ok) {
      take(page_.querySelector("ol"));
      return;
    }
    if (answer.status >= 500 || answer.status === 429) throw Object.assign(new Error(answer.statusText), { isBusy: true });
    end();
    find("picture").hidden = true;
    tell(page_.querySelector("[data-problem]")?.textContent ?? sentenceOf(html));
  }

  /** Show the list, unless it is older than the one shown, and announce new cards. */
  function take(cards) {
    if ("full" in cards.dataset) {
      clearInterval(timer);
      tell("full");
    }
    const read = Number(cards.dataset.read ?? 0);
    if (read <= shown) return;
    shown = read;
    const items = [...cards.querySelectorAll("li")];
    const now = new Map();
    const fresh = [];
    for (const item of items) {
      const { code } = item.dataset;
      now.set(code, (now.get(code) ?? 0) + 1);
      if (now.get(code) > (told.get(code) ?? 0)) fresh.push(item);
    }
    const again = items.filter((item) => "again" in item.dataset && !fresh.includes(item));
    for (const [code, times] of now) told.set(code, Math.max(times, code ? (told.get(code) ?? 0) : 0));
    if (!now.has("")) told.delete(""); // the next unnamed card is new
    list.replaceChildren(cards);
    list.scrollLeft = list.scrollWidth;
    count.textContent = items.length;
    if (fresh.length) announce(fresh.map((item) => item.dataset.name ?? page.dataset.nameless), fresh.some((item) => !item.dataset.name) ? "doubtful" : "card");
    else if (again.length) announce(again.map((item) => page.dataset.again.replace("{card}", item.dataset.name)), "again");
  }

  /** Announce new cards by sight, sound, vibration and screen reader. */
  function announce(words, kind) {
    const text = words.join(", ");
    tick.className = `live-tick ${kind} shown`;
    tick.querySelector("span").textContent = text;
    clearTimeout(tick.gone);
    tick.gone = setTimeout(() => tick.classList.remove("shown"), TICK_SHOWN_MS);
    said.textContent = kind === "again" ? text : `${text}. ${count.textContent}`;
    navigator.vibrate?.(BUZZ[kind]);
    play(TONES[kind]);
  }

  // The end

  function end() {
    ended = true;
    stop();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!number) return void leave();
    find("done").disabled = true;
    stop();
    // Wait for the answer to the last frame.
    await Promise.race([underWay, wait(3000)]);
    if (ended) return;
    try {
      const answer = await ask(form.getAttribute("action"), { method: "POST", body: new FormData(form) });
      const target = answer.headers.get("HX-Redirect");
      if (!target) throw new Error(answer.statusText);
      end();
      location.assign(target);
    } catch {
      find("done").disabled = false;
      tell("lost");
    }
  });

  function cancelled() {
    const body = new FormData(form);
    body.set("upload", token);
    return fetch(page.dataset.cancel, { method: "POST", body, keepalive: true }).catch(() => {});
  }

  async function leave() {
    end();
    if (number) await Promise.race([cancelled(), wait(1000)]);
    location.assign(page.dataset.back);
  }

  find("leave").addEventListener("click", leave);
  find("begin").addEventListener("click", () => {
    if (!canFilm) return void tell("none");
    play([]); // a tap allows the page to play sounds
    start();
  });

  // The page was left: finish the film now rather than after a minute.
  window.addEventListener("pagehide", () => {
    if (ended || !shown) return;
    end();
    fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form), keepalive: true }).catch(() => {});
  });

  // The page was reopened by Back: its film has ended, so begin a new one.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
