import { serveEngine } from "../channel/serve-engine.ts";
import type { ControlMessage, HelloMessage } from "../channel/host-control.ts";
import type { EngineStatus } from "../engine/engine.ts";
import { createEngine } from "./create-engine.ts";

/** The address of the site, from that of this worker: bundles live in its `assets/`. */
const BASE = new URL(import.meta.env.DEV ? "/" : "../", self.location.href).href;

/**
 * What both worker entries do: hold one engine, and serve it on every port that a page brings over a control port.
 */
export class HostWorker {
  readonly #engine: ReturnType<typeof createEngine>;

  constructor(host: EngineStatus["host"]) {
    this.#engine = createEngine(host, BASE);
  }

  /** Greets a page and takes what it brings. */
  accept(
    control: Pick<MessagePort, "postMessage">,
    on: (listener: (event: MessageEvent<ControlMessage>) => void) => void,
  ): void {
    on((event) => {
      const [port] = event.ports;
      if (event.data.type === "connect" && port !== undefined) void this.#serve(port);
    });
    const hello: HelloMessage = { type: "hello", hasGpu: __SCRIPTED__ || "gpu" in navigator };
    control.postMessage(hello);
  }

  async #serve(port: MessagePort): Promise<void> {
    serveEngine(await this.#engine, port);
  }
}
