import { finishResponse } from "../src/api/http/finish-response.ts";
import { EngineClient } from "../src/channel/engine-client.ts";
import { EngineConnection } from "../src/channel/engine-connection.ts";
import { relayRequest } from "../src/channel/relay-request.ts";
import type { ToServiceWorker } from "../src/channel/worker-messages.ts";
import { answerAlone, answerAtOnce } from "./answer-alone.ts";
import { serveAppShell } from "./app-shell.ts";
import { watchAsker } from "./asker-gone.ts";
import { dropFormerNames, engineProgram, isEngineProgram } from "./engine-program.ts";
import { findEngine, forwardToHost } from "./find-engine.ts";
import { stayAwake } from "./stay-awake.ts";

declare const self: ServiceWorkerGlobalScope;

const basePath = `${new URL(self.registration.scope).pathname}v1`;
const engine = new EngineConnection(findEngine, stayAwake);

// Before Workbox, so that nothing under /v1/ ever becomes the app page. `respondWith` is called at once; everything
// that is not ours stays untouched.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  if (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`)) {
    event.respondWith(answer(event).then((response) => finishResponse(event.request, response)));
  } else if (event.request.method === "GET" && isEngineProgram(url)) {
    event.respondWith(engineProgram(event));
  }
});

async function answer({ request, clientId }: FetchEvent): Promise<Response> {
  const certain = answerAtOnce(request, basePath);
  if (certain !== null) return certain;
  const asker = watchAsker(clientId);
  try {
    const response = await relayRequest(engine, request, asker.gone);
    const isWithoutEngine = response.status === 503 && engine.isMissing;
    return (isWithoutEngine ? answerAlone(request, basePath) : null) ?? response;
  } finally {
    asker.end();
  }
}

self.addEventListener("message", (event) => {
  // Anybody may post anything here, null too.
  const message = (event.data ?? {}) as Partial<ToServiceWorker>;
  const [port] = event.ports;
  if (message.type === "slash-v1:engine-port" && port !== undefined)
    engine.use(new EngineClient(port));
  else if (message.type === "slash-v1:find-engine" && port !== undefined) void forwardToHost(port);
  else if (message.type === "slash-v1:keep" && port !== undefined) {
    files.keep(event, port);
    event.waitUntil(dropFormerNames());
  } else if (message.type === "slash-v1:take-over") void self.skipWaiting();
});

const files = serveAppShell(basePath);

self.addEventListener("install", (event) => files.install(event));
self.addEventListener("activate", (event) => {
  files.activate(event);
  // The first visit is controlled without a reload.
  event.waitUntil(self.clients.claim());
});
