import { HOST_LOCK, type ControlMessage, type HelloMessage } from "../channel/host-control.ts";
import type { ToServiceWorker } from "../channel/worker-messages.ts";

/** Where the engine can be reached from this page. */
export interface HostConnection {
  readonly kind: "shared-worker" | "dedicated-worker" | "other-tab";
  /** Hands a port to the engine, which then serves it. */
  connect(port: MessagePort): void;
}

/** A SharedWorker that does not greet within this time is taken for broken. */
const HELLO_LIMIT_MS = 15_000;

declare global {
  interface WorkerOptions {
    /** Chromium: keeps a SharedWorker over a reload and for a while after the last tab. */
    readonly extendedLifetime?: boolean;
  }
}

/**
 * Finds or starts the engine's worker: a SharedWorker where it has WebGPU, else a dedicated worker in the tab that gets
 * the lock. A tab without the lock reaches the engine through the service worker, and takes over when the lock is free.
 *
 * @param serviceWorker - null in a page that has none; such a page keeps to itself
 */
export async function connectHost(serviceWorker: ServiceWorker | null): Promise<HostConnection> {
  return (await connectShared()) ?? elect(serviceWorker);
}

async function connectShared(): Promise<HostConnection | null> {
  if (typeof SharedWorker === "undefined") return null;
  try {
    const worker = new SharedWorker(new URL("../host/engine-worker.ts", import.meta.url), {
      type: "module",
      name: "slash-v1",
      extendedLifetime: true,
    });
    const greeted = hello(worker.port, worker);
    worker.port.start();
    if (!(await greeted).hasGpu) {
      worker.port.close();
      return null;
    }
    return { kind: "shared-worker", connect: (port) => send(worker.port, port) };
  } catch {
    return null;
  }
}

function elect(serviceWorker: ServiceWorker | null): Promise<HostConnection> {
  return new Promise((resolve, reject) => {
    if (serviceWorker === null) {
      startDedicated().then(resolve, reject);
      return;
    }
    let own: HostConnection | null = null;
    const connection: HostConnection = {
      get kind() {
        return own === null ? "other-tab" : own.kind;
      },
      connect: (port) => {
        if (own !== null) own.connect(port);
        else {
          const message: ToServiceWorker = { type: "slash-v1:find-engine" };
          serviceWorker.postMessage(message, [port]);
        }
      },
    };
    // The lock goes with the tab, and so does the worker: the next in line starts its own.
    void navigator.locks.request(HOST_LOCK, async () => {
      try {
        own = await startDedicated();
      } catch (error) {
        reject(error);
        return;
      }
      resolve(connection);
      await new Promise(() => {});
    });
    void navigator.locks.query().then(({ held = [] }) => {
      if (own === null && held.some(({ name }) => name === HOST_LOCK)) resolve(connection);
    });
  });
}

async function startDedicated(): Promise<HostConnection> {
  const worker = new Worker(new URL("../host/engine-worker.ts", import.meta.url), {
    type: "module",
    name: "slash-v1",
  });
  await hello(worker, worker);
  return { kind: "dedicated-worker", connect: (port) => send(worker, port) };
}

function send(control: Pick<MessagePort, "postMessage">, port: MessagePort): void {
  const message: ControlMessage = { type: "connect" };
  control.postMessage(message, [port]);
}

function hello(
  control: Pick<EventTarget, "addEventListener">,
  worker: EventTarget,
): Promise<HelloMessage> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error("The engine's worker did not start.")),
      HELLO_LIMIT_MS,
    );
    control.addEventListener("message", (event) => {
      const data: unknown = (event as MessageEvent<unknown>).data;
      if (!isHello(data)) return;
      clearTimeout(limit);
      resolve(data);
    });
    worker.addEventListener("error", () => {
      clearTimeout(limit);
      reject(new Error("The engine's worker could not be loaded."));
    });
  });
}

function isHello(data: unknown): data is HelloMessage {
  return typeof data === "object" && data !== null && "type" in data && data.type === "hello";
}
