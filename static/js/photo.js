// Sending a photograph: the picture at once, how far the upload is, and a way to try again with the same picture.

import { say, sentenceOf } from "./connection.js";

const curtain = document.getElementById("reading");
const text = curtain.querySelector("[data-text]");
const bar = curtain.querySelector("progress");
const again = curtain.querySelector("[data-again]");
const leave = curtain.querySelector("[data-leave]");
let sending = null;

function open(file) {
  const picture = curtain.querySelector("img");
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(file);
  curtain.hidden = false;
  leave.focus();
}

function close() {
  sending?.abort();
  curtain.hidden = true;
}

function send(form, file) {
  const data = new FormData();
  data.append("csrf_token", form.elements.csrf_token.value);
  data.append("photo", file);
  const request = (sending = new XMLHttpRequest());
  request.open("POST", form.getAttribute("action"));
  request.setRequestHeader("HX-Request", "true");
  again.hidden = true;
  bar.hidden = false;
  text.textContent = curtain.dataset.sending;
  bar.value = 0;
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) bar.value = event.loaded / event.total;
  };
  request.upload.onload = () => {
    text.textContent = curtain.dataset.readingText;
    bar.removeAttribute("value"); // how long reading takes is not known
  };
  request.onload = () => answered(request);
  request.onerror = () => {
    text.textContent = curtain.dataset.lost;
    bar.hidden = true;
    again.hidden = false;
    again.onclick = () => send(form, file);
    again.focus();
  };
  request.send(data);
}

function answered(request) {
  const target = request.getResponseHeader("HX-Redirect");
  if (target) {
    // The page with the result takes this one's place when it is the same page, so that Back leads to the round.
    if (new URL(target, location.href).pathname === location.pathname) location.reload();
    else location.assign(target);
    return;
  }
  curtain.hidden = true;
  if (request.status === 422) {
    const content = document.getElementById("content");
    content.innerHTML = request.responseText;
    window.htmx.process(content);
    content.querySelector("[data-focus]")?.focus();
  } else {
    say(sentenceOf(request.responseText));
  }
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.type !== "file" || !field.files?.length) return;
  const form = field.closest("form[data-photo]");
  if (!form) return;
  const file = field.files[0];
  open(file);
  send(form, file);
  field.value = ""; // the same picture may be chosen again
});

leave.addEventListener("click", close);
curtain.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
