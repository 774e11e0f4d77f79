import { serveEngine, type Served } from "../channel/serve-engine.ts";
import type { ControlMessage, HelloMessage } from "../channel/host-control.ts";
import { ownLife } from "../channel/life.ts";
import type { EngineStatus } from "../engine/engine.ts";
import { createApi } from "./create-api.ts";
import { createEngine } from "./create-engine.ts";

/** The address of the site, from that of this worker: bundles live in its `assets/`. */
const BASE = new URL(import.meta.env.DEV ? "/" : "../", self.location.href).href;

/** A page, or whatever stands for one. */
interface Control {
  postMessage(message: HelloMessage): void;
}

/** One engine, served on every port that a page brings. */
export class HostWorker {
  readonly #served: Served;

  constructor(host: EngineStatus["host"]) {
    const engine = createEngine(host, BASE);
    this.#served = { admin: engine, http: createApi(engine, BASE) };
  }

  /** Tells a page that the worker runs. */
  async greet(control: Control): Promise<void> {
    const hasGpu = __SCRIPTED__ || "gpu" in navigator;
    control.postMessage({ type: "hello", hasGpu, life: await ownLife() });
  }

  /** Takes the port that a page brings. */
  async receive(message: MessageEvent<ControlMessage>, control: Control): Promise<void> {
    const [port] = message.ports;
    if (message.data.type !== "connect" || port === undefined) return;
    // The lock is held before anybody is told of it.
    serveEngine(this.#served, port, await ownLife());
    await this.greet(control);
  }
}
