// Keeps the focus when a part of the page is replaced because another phone has changed something.

/** Return a selector that identifies this element before and after the swap; empty if nothing does. */
function placeOf(element) {
  const own = (name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.matches("a[href]")) return `a${own("href")}`;
  const tag = element.tagName.toLowerCase();
  const named = ["name", "value", "aria-label"].filter((name) => element.hasAttribute(name)).map(own).join("");
  const form = element.closest("form[action]");
  const around = form ? `form[action="${CSS.escape(form.getAttribute("action"))}"] ` : "";
  return named || form ? `${around}${tag}${named}` : "";
}

/** A fold has no name, so it is identified by its position in the swapped part. */
function remembered(element) {
  const place = placeOf(element);
  const alike = (root) => [...root.querySelectorAll(place || element.tagName)];
  const number = alike(document).indexOf(element);
  return () => alike(document)[number] ?? (place ? alike(document)[0] : null);
}

let again = null;

document.addEventListener("htmx:before:swap", () => {
  const element = document.activeElement;
  again = element && element !== document.body && element.id !== "main" ? { element, find: remembered(element) } : null;
});

document.addEventListener("htmx:after:swap", () => {
  if (!again || again.element.isConnected || document.activeElement !== document.body) return;
  again.find()?.focus({ preventScroll: true });
  again = null;
});
