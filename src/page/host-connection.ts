import { ElectedHost } from "./elected-host.ts";
import { WorkerHost } from "./worker-host.ts";

/** Where the engine can be reached from this page. */
export interface HostConnection {
  readonly kind: "shared-worker" | "dedicated-worker" | "other-tab";
  /** Hands a port to the engine, which then serves it. */
  connect(port: MessagePort): void;
  /** Calls back if this page has the engine, and whenever it gets it. */
  onHost(listener: () => void): void;
  /** Takes the engine over if the tab that has it no longer answers. */
  check(): Promise<void>;
}

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
 * @param site - its absolute address, with a slash at the end
 * @param hasServiceWorker - a page that has none keeps to itself
 */
export async function connectHost(
  site: string,
  hasServiceWorker: Promise<boolean>,
): Promise<HostConnection> {
  const shared = await connectShared();
  if (shared !== null) return shared;
  const own = new WorkerHost("dedicated-worker", openDedicated);
  if ((await hasServiceWorker) && "locks" in navigator) return ElectedHost.join(own, site);
  await own.start();
  return own;
}

async function connectShared(): Promise<HostConnection | null> {
  if (typeof SharedWorker === "undefined") return null;
  const host = new WorkerHost("shared-worker", () => {
    const worker = new SharedWorker(new URL("../host/engine-worker.ts", import.meta.url), {
      type: "module",
      name: "slash-v1",
      extendedLifetime: true,
    });
    return { worker, control: worker.port, end: () => worker.port.close() };
  });
  try {
    if ((await host.start()).hasGpu) return host;
  } catch {
    // Its script could not be loaded as a SharedWorker; a dedicated one tells what is wrong.
  }
  host.close();
  return null;
}

function openDedicated(): ReturnType<ConstructorParameters<typeof WorkerHost>[1]> {
  const worker = new Worker(new URL("../host/engine-worker.ts", import.meta.url), {
    type: "module",
    name: "slash-v1",
  });
  return { worker, control: worker, end: () => worker.terminate() };
}
