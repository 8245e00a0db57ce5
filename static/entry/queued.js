// Taps while the answer to the one before is awaited. A form carries what its page showed (`was`, and `held` of a pile), so
// that only what the page has changed is stored. Its fields are read at the tap; what the tap before has stored by then
// is what the page showed, too: otherwise a tick that is taken back at once would stay.

const read = new WeakMap(); // what a request carried as it was read: { was, held }
const stored = new WeakMap(); // form -> the last request of it that was stored

const isKept = (form) => form.matches?.("form[data-keep]");

function catchUp(body, before) {
  const shown = read.get(body);
  const then = read.get(before);
  if (shown.held !== null && shown.held === then.held) body.set("held", before.getAll("card").join(" "));
  if (!shown.was || shown.was !== then.was) return;
  const was = JSON.parse(shown.was);
  for (const [name, values] of Object.entries(was)) {
    if (!before.has(name) && !body.has(name)) continue; // the page does not have it
    const said = before.getAll(name);
    if (JSON.stringify([...values].sort()) !== JSON.stringify([...said].sort())) was[name] = said;
  }
  body.set("was", JSON.stringify(was));
}

document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement: form, request } = event.detail.ctx;
  if (!isKept(form) || !(request.body instanceof URLSearchParams)) return;
  read.set(request.body, { was: request.body.get("was"), held: request.body.get("held") });
  if (stored.has(form)) catchUp(request.body, stored.get(form));
});

document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement: form, request, response } = event.detail.ctx;
  if (isKept(form) && read.has(request.body) && response.status < 400) stored.set(form, request.body);
});
