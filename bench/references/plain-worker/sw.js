let engine;
let nextId = 1;
const open = new Map();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", ({ ports: [port] }) => {
  engine = port;
  engine.addEventListener("message", ({ data: { id, bytes } }) => {
    if (bytes !== null) open.get(id)?.enqueue(bytes);
    else {
      open.get(id)?.close();
      open.delete(id);
    }
  });
  engine.start();
});

self.addEventListener("fetch", (event) => {
  if (!new URL(event.request.url).pathname.startsWith("/v1/")) return;
  event.respondWith(relay(event.request));
});

async function relay(request) {
  const id = nextId++;
  const load = await request.json();
  const body = new ReadableStream({
    start: (controller) => void open.set(id, controller),
    cancel: () => void open.delete(id),
  });
  engine.postMessage({ id, load });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
