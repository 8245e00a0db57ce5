// The service worker: makes opened matches usable offline. Secure contexts only.
//
// The server prepends FILES (style sheet, scripts, font, icon), OFFLINE (the page shown for uncached addresses) and
// ROOT, so a new version is a new worker. Cached are pages of opened matches, each under its own secret link.
// Photographs, answers to forms, and addresses with another query than a receipt's `since` are never cached.

const STATIC = "settebello-files";
const PAGES = "settebello-pages";
const PATIENCE_MS = 3000; // time for the network to answer if there is a cached copy
const MOST_FILES = 400;
const MOST_PAGES = 80;
const MOST_MATCHES = 8;
const AT = "X-Kept-At";
const MATCH = /^(.*\/[mw]\/[^/]+\/)(?:rounds\/\d+(?:\?since=\d+)?|offline\/.*)?$/; // board, receipt, offline page of a round
const RECEIPT = /\/rounds\/\d+$/;
const ENTRY = /^(.*\/m\/[^/]+\/)rounds\/\d+\/entry\/(.*)$/;

const forgotten = new Map(); // match -> time of its deletion: answers to earlier requests are not cached

/** The path of a page in the cache; a receipt's has its query: since when its number holds (webapp/match/links.py). */
const pathOf = ({ pathname, search }) => (RECEIPT.test(pathname) ? pathname + search : pathname);

async function keptPage(path) {
  return (await caches.open(PAGES)).match(path, { ignoreVary: true });
}

/** A copy of a response, with the time it was made. */
async function copyOf(response) {
  const headers = new Headers(response.headers);
  headers.set(AT, String(Date.now()));
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // the body is already decompressed
  return new Response(await response.blob(), { status: response.status, headers });
}

async function bound(name, most) {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  if (keys.length <= most) return;
  const dated = [];
  for (const key of keys) dated.push([Number((await cache.match(key, { ignoreVary: true }))?.headers.get(AT) ?? 0), key]);
  dated.sort(([a], [b]) => a - b);
  for (const [, key] of dated.slice(0, keys.length - most)) await cache.delete(key, { ignoreVary: true });
}

async function store(path, response, begun = Date.now()) {
  const copy = await copyOf(response);
  if ((forgotten.get(MATCH.exec(path)?.[1]) ?? 0) >= begun) return;
  await (await caches.open(PAGES)).put(path, copy);
  await bound(PAGES, MOST_PAGES);
}

/** Delete every page of a match: it was deleted from this phone or on the server. */
async function forget(match) {
  forgotten.set(match, Date.now());
  const cache = await caches.open(PAGES);
  for (const key of await cache.keys()) if (new URL(key.url).pathname.startsWith(match)) await cache.delete(key);
}

async function remember(url, response, begun) {
  const path = pathOf(url);
  const match = MATCH.exec(path)?.[1];
  if (!match || path !== url.pathname + url.search) return;
  if (response.status === 404 || response.status === 410) {
    if (path === match) await forget(match);
  } else if (response.ok && response.headers.get("Content-Type")?.startsWith("text/html")) {
    await store(path, response, begun);
  }
}

/** Mark the page with the age of its copy, which base/offline.js shows. */
async function marked(kept) {
  const text = await kept.text();
  const html = text.replace("<html ", `<html data-kept="${kept.headers.get(AT)}" `);
  return new Response(html, { status: kept.status, headers: kept.headers });
}

/** The answer for a page without a cached copy. */
async function instead(request, url) {
  const entry = ENTRY.exec(url.pathname);
  if (entry && request.method === "GET") {
    const list = await (await keptPage(`${entry[1]}offline/kept`))?.json();
    const pages = list?.pages ?? [];
    // A tab's address names its way by path, or by `by` for the first way, which has no path.
    const named = entry[2] || url.searchParams.has("by");
    const page = (named && pages.find((each) => each.endsWith(`/offline/${entry[2]}`))) || pages[0];
    if (page) return Response.redirect(page);
  }
  const ours = await keptPage(OFFLINE);
  return ours ? marked(ours) : Response.error();
}

const lost = (response) => !response || [502, 503, 504].includes(response.status);

async function page(event, request, url) {
  const begun = Date.now();
  const network = fetch(request);
  const kept = request.method === "GET" ? await keptPage(pathOf(url)) : undefined;
  if (request.method === "GET") {
    const copy = network.then((response) => remember(url, response.clone(), begun)).catch(() => {});
    event.waitUntil(copy);
  }
  if (!kept) return network.catch(() => instead(request, url));
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS));
  const answer = await Promise.race([network.catch(() => undefined), late]);
  return lost(answer) ? marked(kept) : answer;
}

const FILE = /^static\/([^/]+)\/(.+)$/; // version, name

/** The version and name of a static file; undefined for other addresses. */
function fileAt(url) {
  const { pathname } = new URL(url, location.href);
  const [, version, name] = (pathname.startsWith(ROOT) && FILE.exec(pathname.slice(ROOT.length))) || [];
  return name && { version, name };
}

/** Answer with a static file: cached ones of its version never change; offline, another version is better than none. */
async function file(event, request, url) {
  const cache = await caches.open(STATIC);
  const kept = await cache.match(url.href, { ignoreVary: true });
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.ok) {
      const copy = copyOf(response.clone());
      event.waitUntil(copy.then((each) => cache.put(url.href, each)).then(() => bound(STATIC, MOST_FILES)));
    }
    return response;
  } catch (error) {
    const other = (await cache.keys()).find((key) => fileAt(key.url)?.name === fileAt(url)?.name);
    if (other) return cache.match(other, { ignoreVary: true });
    throw error;
  }
}

async function keepFiles(addresses) {
  const cache = await caches.open(STATIC);
  for (const address of addresses) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    const response = await fetch(address);
    if (response.ok) await cache.put(address, await copyOf(response));
  }
}

/** Cache the offline page in the current language of the pages. */
async function keepOffline(language) {
  const kept = await keptPage(OFFLINE);
  if (kept && kept.headers.get("Content-Language") === language) return;
  const response = await fetch(OFFLINE, { cache: "no-store" });
  if (response.ok) await store(OFFLINE, response);
}

/** Cache the open match: its board, the pages for entering a round, the drawings of its cards. */
async function keepMatch(match) {
  const begun = Date.now();
  const address = `${match}offline/kept`;
  const response = await fetch(address, { cache: "no-store" });
  if (response.status === 404) return forget(match);
  if (!response.ok) return undefined;
  const { pages, files } = await response.clone().json();
  await store(address, response, begun);
  for (const each of [match, ...pages]) {
    const found = await fetch(each, { cache: "no-store" });
    if (found.ok && !found.redirected) await store(each, found, begun);
  }
  await boundMatches();
  return keepFiles(files);
}

async function boundMatches() {
  const cache = await caches.open(PAGES);
  const lists = (await cache.keys()).filter((key) => key.url.endsWith("/offline/kept"));
  const dated = await Promise.all(lists.map(async (key) => [Number((await cache.match(key)).headers.get(AT)), key]));
  dated.sort(([a], [b]) => b - a);
  for (const [, key] of dated.slice(MOST_MATCHES)) await forget(new URL(key.url).pathname.replace("offline/kept", ""));
}

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      // In parallel, since the old worker answers until this is done; in sequence it took four times as long on a slow
      // line.
      await Promise.all([...FILES.map((each) => keepFiles([each])), keepOffline()]);
      await self.skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(STATIC);
      const current = new Map(FILES.map(fileAt).map(({ name, version }) => [name, version]));
      for (const key of await cache.keys()) {
        const { name, version } = fileAt(key.url) ?? {};
        if ((current.get(name) ?? version) !== version || !name) await cache.delete(key, { ignoreVary: true });
      }
      await self.clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, request, url));
  else if (request.method === "GET" && fileAt(url)) event.respondWith(file(event, request, url));
});

addEventListener("message", (event) => {
  const { type, match, language } = event.data;
  const done = { keep: () => keepMatch(match), forget: () => forget(match), language: () => keepOffline(language) }[type]?.();
  event.waitUntil(Promise.resolve(done).then(() => event.source?.postMessage({ done: type })).catch(() => {}));
});
