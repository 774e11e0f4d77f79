import { serveEngine, type Served } from "../channel/serve-engine.ts";
import type { ControlMessage, HelloMessage } from "../channel/host-control.ts";
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
  greet(control: Control): void {
    control.postMessage({ type: "hello", hasGpu: __SCRIPTED__ || "gpu" in navigator });
  }

  /** Takes the port that a page brings. */
  receive(message: MessageEvent<ControlMessage>, control: Control): void {
    const [port] = message.ports;
    if (message.data.type !== "connect" || port === undefined) return;
    serveEngine(this.#served, port);
    this.greet(control);
  }
}
