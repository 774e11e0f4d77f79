const FILES = ["./", "page.js"];
const MODELS = JSON.stringify({ object: "list", data: [{ id: "none", object: "model" }] });

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open("minimal").then((cache) => cache.addAll(FILES)));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  event.respondWith(
    pathname === "/v1/models"
      ? new Response(MODELS, { headers: { "content-type": "application/json" } })
      : caches.match(event.request).then((stored) => stored ?? fetch(event.request)),
  );
});
