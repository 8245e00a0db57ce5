// Copying a link or a text, and the phone's share sheet. Both are extras: the text can be selected, and a link
// downloads the picture. On plain HTTP browsers have neither clipboard nor share sheet. The server draws a picture as
// SVG; the browser converts it to PNG to share or save.

const pictures = new Map(); // address -> the PNG file
const COPIED_MS = 2500;

/** Show the buttons that this browser supports. */
function offer(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of root.querySelectorAll("button[data-send]")) button.hidden = !navigator.share;
  for (const link of root.querySelectorAll("a[download][data-png]")) asFile(link).catch(() => {});
}

async function copy(field) {
  if (field.select) field.select();
  else getSelection().selectAllChildren(field);
  try {
    await navigator.clipboard.writeText(field.value ?? field.href);
    return true;
  } catch {
    // No secure context, or refused. The old command copies the selection; if that fails, the text stays selected.
    return document.execCommand("copy");
  }
}

async function copied(button) {
  const done = await copy(document.getElementById(button.dataset.copy));
  const words = button.querySelector("span");
  const before = (button.dataset.words ??= words.textContent);
  words.textContent = done ? button.dataset.copied : button.dataset.selected;
  document.getElementById("announce").textContent = words.textContent;
  setTimeout(() => (words.textContent = before), COPIED_MS);
}

/** The picture as a PNG file, made on touch, so that the share sheet opens while the tap still counts. */
async function fileOf(address) {
  if (!pictures.has(address)) {
    const drawn = new Image();
    drawn.src = address;
    await drawn.decode().catch((wrong) => {
      if (!drawn.naturalWidth) throw wrong; // not every browser decodes SVG ahead
    });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
    canvas.getContext("2d").drawImage(drawn, 0, 0);
    const png = await new Promise((made) => canvas.toBlob(made, "image/png"));
    pictures.set(address, new File([png], "settebello.png", { type: png.type }));
  }
  return pictures.get(address);
}

/** Let a link, and a long press on the picture, save it as PNG. */
async function asFile(link) {
  const address = link.getAttribute("href"); // as on the share button: the picture is made once
  if (address.startsWith("blob:")) return; // already converted
  const file = await fileOf(address);
  const picture = document.querySelector(`img[src="${address}"]`);
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  if (picture) picture.src = link.href;
}

async function send(button) {
  const { text, url, picture } = button.dataset;
  const shared = url ? { title: text, url } : { text };
  if (picture) {
    try {
      const files = [await fileOf(picture)];
      if (navigator.canShare?.({ files, text })) shared.files = files;
    } catch {
      // Without the picture, share only the text.
    }
  }
  try {
    await navigator.share(shared);
  } catch {
    // Cancelled by the player, or refused: picture and text are on the page.
  }
}

document.addEventListener("pointerdown", ({ target }) => {
  const address = target.closest?.("[data-send]")?.dataset.picture;
  if (address) fileOf(address).catch(() => {});
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-send]");
  if (button?.dataset.copy) copied(button);
  else if (button && navigator.share) {
    event.preventDefault(); // for browsers without a share sheet the link leads to text and picture
    send(button);
  }
});

offer(document);
document.addEventListener("htmx:after:swap", () => offer(document));
