/** Keeps the page itself on the phone, so that it opens without the network and says that it waits for the table. */

const CACHE = "pachamama-1";
const FILES = ["/", "/app.js", "/page.css", "/board.css", "/manifest.webmanifest", "/icon.svg",
  "/actions.js", "/alerts.js", "/api.js", "/board.js", "/busy.js", "/corrections.js", "/dialog.js", "/dom.js", "/editing.js", "/follows.js",
  "/game.js", "/hold.js", "/lesson.js", "/live.js", "/notes.js", "/pieces.js", "/preferences.js", "/rings.js", "/scores.js", "/shell.js",
  "/signs.js", "/state.js", "/transcribing.js", "/voice.js", "/warning.js", "/words.js", "/views/table.js", "/views/wheel.js", "/views/notebook.js", "/views/join.js",
  "/views/coach.js", "/views/camera.js", "/views/scenarios.js", "/views/games.js", "/views/settings.js"];

self.addEventListener("install", (event) => {
  // Not all of it at once at the first visit: the page comes first, the rest when it is used or the phone is idle.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // What the table says is never kept: an old answer about a game would be a lie.
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.respondWith(fresh(request, url));
});

/** From the table if it answers, else as it was last time. */
async function fresh(request, url) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(4000) });
    if (response.ok) cache.put(url.pathname, response.clone());
    return response;
  } catch {
    return (await cache.match(url.pathname)) ?? (await cache.match("/")) ?? Response.error();
  }
}
