import { serveEngine } from "../channel/serve-engine.ts";
import type { ControlMessage, HelloMessage } from "../channel/host-control.ts";
import type { EngineStatus } from "../engine/engine.ts";
import { createApi } from "./create-api.ts";
import { createEngine } from "./create-engine.ts";

/** The address of the site, from that of this worker: bundles live in its `assets/`. */
const BASE = new URL(import.meta.env.DEV ? "/" : "../", self.location.href).href;

/** One engine, served on every port that a page brings. */
export class HostWorker {
  readonly #engine: ReturnType<typeof createEngine>;

  constructor(host: EngineStatus["host"]) {
    this.#engine = createEngine(host, BASE);
  }

  /** Tells a page that the worker runs. */
  greet(control: { postMessage(message: HelloMessage): void }): void {
    control.postMessage({ type: "hello", hasGpu: __SCRIPTED__ || "gpu" in navigator });
  }

  /** Takes the port that a page brings. */
  receive(message: MessageEvent<ControlMessage>): void {
    const [port] = message.ports;
    if (message.data.type === "connect" && port !== undefined) void this.#serve(port);
  }

  async #serve(port: MessagePort): Promise<void> {
    const engine = await this.#engine;
    serveEngine({ admin: engine, http: createApi(engine, BASE) }, port);
  }
}
