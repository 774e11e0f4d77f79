import { EngineClient } from "../channel/engine-client.ts";
import type { FromServiceWorker, ToServiceWorker } from "../channel/worker-messages.ts";
import type { EngineAdmin } from "../engine/engine.ts";
import { findObstacle } from "./find-obstacle.ts";
import { connectHost, type HostConnection } from "./host-connection.ts";
import { registerServiceWorker, serviceWorkerContainer } from "./register-service-worker.ts";
import { ReconnectingAdmin } from "./reconnecting-admin.ts";
import type { SlashV1 } from "./slash-v1.ts";

export interface StartOptions {
  /** Address of the service worker; default: `sw.js` beside the page. Its folder becomes the scope. */
  readonly serviceWorker?: string | URL;
}

/**
 * Makes `/v1` answer on this page: registers the service worker, starts or finds the engine, and joins the two.
 *
 * Resolves when `fetch("v1/…")` is answered; the model is loaded at the first request that needs it.
 */
export async function startSlashV1(options: StartOptions = {}): Promise<SlashV1> {
  const serviceWorkerUrl = new URL(options.serviceWorker ?? "sw.js", document.baseURI);
  const baseUrl = new URL("v1", serviceWorkerUrl).href;
  const registering = registerServiceWorker(serviceWorkerUrl, async () =>
    untilIdle(await connected),
  );
  // Beside the registration: a first visit's answer needs both.
  const connected = connectHost(
    new URL(".", serviceWorkerUrl).href,
    registering.then((registration) => registration !== null),
  );
  // From the first moment: a port that the service worker sends to nobody is lost.
  answerServiceWorker(serviceWorkerUrl, connected);
  const looking = findObstacle();
  const [registration, host] = await Promise.all([registering, connected]);
  const connect = (): EngineClient => connectTo(host);
  const admin: EngineAdmin = new ReconnectingAdmin(connect);
  if (registration !== null) {
    offerEngine(host);
    return {
      baseUrl,
      mode: "service-worker",
      fetch: (input, init) => fetch(input, init),
      obstacle: await looking,
      admin,
      kept: keepSite(),
      onUpdate: (listener) => registration.onUpdate(listener),
    };
  }
  const { inPageFetch } = await import("./in-page-fetch.ts");
  return {
    baseUrl,
    mode: "in-page",
    fetch: inPageFetch(new URL(baseUrl), connect),
    obstacle: await looking,
    admin,
    kept: Promise.resolve(false),
    onUpdate: () => () => {},
  };
}

/** Hands the ports that the service worker sends to the engine, as soon as there is one. */
function answerServiceWorker(url: URL, connected: Promise<HostConnection>): void {
  // Told to whoever waits; a page without an engine has nothing else to do about it.
  connected.catch(() => {});
  const container = serviceWorkerContainer();
  container?.addEventListener("message", (event: MessageEvent<FromServiceWorker | null>) => {
    const [port] = event.ports;
    const worker = event.source as ServiceWorker | null;
    // A site that embeds us may have messages of its own; another one on this origin has an engine of its own.
    if (event.data === null || (worker !== null && !isAt(worker, url))) return;
    if (event.data.type === "slash-v1:awake") {
      const message: ToServiceWorker = { type: "slash-v1:awake" };
      worker?.postMessage(message);
    } else if (event.data.type === "slash-v1:check-host") {
      connected.then((host) => host.check()).catch(() => {});
    }
    const isQuestion = event.data.type === "slash-v1:has-engine";
    if (port === undefined || !(isQuestion || event.data.type === "slash-v1:connect")) return;
    connected.then(
      (host) => {
        // Another tab has the engine: the service worker asks that one, too.
        if (host.kind === "other-tab") port.close();
        else if (isQuestion) port.postMessage(true);
        else host.connect(port);
      },
      () => port.close(),
    );
  });
  container?.startMessages();
}

function isAt({ scriptURL }: ServiceWorker, { origin, pathname }: URL): boolean {
  const script = new URL(scriptURL);
  return script.origin === origin && script.pathname === pathname;
}

/** Brings the service worker a port to the engine, so that it need not ask: now, and when a new version takes over. */
function offerEngine(host: HostConnection): void {
  const container = navigator.serviceWorker;
  const offer = (): void => {
    if (host.kind === "other-tab") return;
    const message: ToServiceWorker = { type: "slash-v1:engine-port" };
    container.controller?.postMessage(message, [newPort(host)]);
  };
  container.addEventListener("controllerchange", offer);
  host.onHost(offer);
}

/** Has the service worker keep what a start without a network needs. A first visit has come without it. */
function keepSite(): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const message: ToServiceWorker = { type: "slash-v1:keep" };
  navigator.serviceWorker.controller?.postMessage(message, [port2]);
  return new Promise((resolve) => {
    port1.addEventListener("message", ({ data }: MessageEvent<boolean>) => resolve(data));
    port1.start();
  });
}

function connectTo(host: HostConnection): EngineClient {
  return new EngineClient(newPort(host));
}

/** Resolves when the engine has nothing to do. One that cannot be asked has nothing to do, either. */
async function untilIdle(host: HostConnection): Promise<void> {
  const client = connectTo(host);
  const enough = new AbortController();
  try {
    for await (const { running, waiting } of client.status(enough.signal)) {
      if (running === 0 && waiting === 0) return;
    }
  } catch {
    // The engine is gone.
  } finally {
    client.close();
  }
}

/** One end of a new channel; the engine serves the other. */
function newPort(host: HostConnection): MessagePort {
  const { port1, port2 } = new MessageChannel();
  host.connect(port2);
  return port1;
}
