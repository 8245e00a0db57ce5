// Counting along while a round is entered. The server counts again whatever arrives: this is only what the eye sees.

// What a game counts along, by the keys of its `tally` (webapp/games): from the ticked boxes to what is shown.
const COUNTS = {
  cards: (ticked) => ticked.length,
  coins: (ticked) => ticked.filter((box) => box.dataset.suit === "D").length,
  sevens: (ticked) => ticked.filter((box) => box.dataset.rank === "7").length,
  pips: (ticked) => pips(ticked),
  pips_lone_ace: (ticked) => (ticked.length === 1 && ticked[0].dataset.rank === "1" ? 1 : pips(ticked)),
  fifteens: (ticked) => ticked.reduce((sum, box) => sum + Number(box.dataset.rank), 0) % 15,
  scarto_20: (ticked) => scarto(ticked, 20),
  scarto_21: (ticked) => scarto(ticked, 21),
};

/** The card points of a pile of Scarto: counted in threes, each less 2, two left over less 1, the Fool by itself. */
function scarto(ticked, topTrump) {
  const figures = { 14: 5, 13: 4, 12: 3, 11: 2 };
  const worth = (box) => {
    const rank = Number(box.dataset.rank);
    if (box.dataset.suit === "T") return rank === 1 || rank === topTrump ? 5 : 1;
    return figures[rank] ?? 1;
  };
  const counted = ticked.filter((box) => box.value !== "FOOL");
  const sum = counted.reduce((total, box) => total + worth(box), 0);
  const fool = counted.length < ticked.length ? 4 : 0;
  return sum - 2 * Math.floor(counted.length / 3) - (counted.length % 3 === 2 ? 1 : 0) + fool;
}

/** Show what the numbers of a form make together. */
function addUp() {
  const place = document.querySelector("[data-sum]");
  const addends = [...document.querySelectorAll("[data-addend]")];
  if (place && addends.length) place.textContent = addends.reduce((sum, field) => sum + (Number(field.value) || 0), 0);
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-addend]")) addUp();
});

/** What a hand of Scala 40 costs: a joker 25, an ace 11, figures 10. */
function pips(ticked) {
  const cost = { 0: 25, 1: 11 };
  return ticked.reduce((sum, box) => sum + (cost[box.dataset.rank] ?? Math.min(Number(box.dataset.rank), 10)), 0);
}

/** Show what the ticked cards make, and how many there are behind every tab. */
function recount() {
  const ticked = [...document.querySelectorAll('#pile input[name="card"]:checked')];
  for (const place of document.querySelectorAll("[data-count]")) {
    const counted = COUNTS[place.dataset.count];
    if (counted) place.textContent = counted(ticked);
  }
}

function recountTabs() {
  for (const place of document.querySelectorAll("[data-tab-count]")) {
    const panel = document.querySelector(`[data-panel="${place.dataset.tabCount}"]`);
    place.textContent = panel.querySelectorAll("input:checked").length || "";
  }
}

/** Let an answer about the photograph tick its card, and untick the card of the answer before it. */
function answer(question, chosen) {
  const before = question.dataset.answer;
  const tick = (code, checked) => {
    const box = document.getElementById(`card-${code}`);
    if (box) box.checked = checked;
  };
  const others = [...document.querySelectorAll("[data-question]")].filter((other) => other !== question);
  if (before && !others.some((other) => other.dataset.answer === before)) tick(before, false);
  if (chosen) tick(chosen, true);
  const picture = question.querySelector("[data-answer-picture]");
  if (picture && chosen) picture.src = document.getElementById(`card-${chosen}`).closest("label").querySelector("img").src;
  question.dataset.answer = chosen;
  question.classList.remove("open");
}

function learnAnswers() {
  for (const question of document.querySelectorAll("[data-question]")) {
    const select = question.querySelector("select");
    question.dataset.answer = select?.value || question.querySelector("input:checked")?.value || "";
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-tab]")) {
    event.stopPropagation(); // another suit is looked at: nothing has changed that would have to be kept
    return;
  }
  const question = event.target.closest?.("[data-question]");
  if (question) {
    if (event.target.tagName === "SELECT") {
      for (const radio of question.querySelectorAll("input:checked")) radio.checked = false;
    } else {
      const select = question.querySelector("select");
      if (select) select.value = "";
    }
    answer(question, event.target.value);
  }
  if (document.getElementById("pile")) recount();
  recountTabs();
}, { capture: true }); // before htmx collects the form

document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (!step) return;
  event.preventDefault();
  const field = document.getElementById(step.dataset.for);
  const count = Math.max(0, (parseInt(field.value, 10) || 0) + Number(step.dataset.step));
  if (String(count) === field.value) return;
  field.value = count;
  document.getElementById("announce").textContent = `${count}`;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// What is entered while an answer is awaited that will replace the form would be lost with it: it is entered again.
const enteredSince = new Map();

document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement.matches("form")) enteredSince.clear();
});

document.addEventListener("change", ({ target }) => {
  if (target.id && target.closest("#content")) enteredSince.set(target.id, target);
}, { capture: true });

function enterAgain() {
  let last = null;
  for (const [id, before] of enteredSince) {
    const now = document.getElementById(id);
    if (!now || now === before || (now.value === before.value && now.checked === before.checked)) continue;
    if ("checked" in before) now.checked = before.checked;
    if (before.type !== "checkbox" && before.type !== "radio") now.value = before.value;
    last = now;
  }
  enteredSince.clear();
  last?.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("htmx:after:swap", learnAnswers);
document.addEventListener("htmx:after:swap", enterAgain);
learnAnswers();
recountTabs();
if (document.getElementById("pile")) recount(); // a browser may have restored ticks by itself
