import type { ControlMessage } from "../channel/host-control.ts";
import { HostWorker } from "./host-worker.ts";

/** One file for both kinds of worker, so that a site carries WebLLM once. */
declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope;

// Listeners are there at first evaluation: a page's first message comes at once.
if ("SharedWorkerGlobalScope" in self) {
  const worker = new HostWorker("shared-worker");
  const shared = self as SharedWorkerGlobalScope;
  shared.addEventListener("connect", (event) => {
    const [control] = event.ports;
    if (control === undefined) return;
    control.addEventListener("message", (message: MessageEvent<ControlMessage>) => {
      void worker.receive(message, control);
    });
    control.start();
    void worker.greet(control);
  });
} else {
  const worker = new HostWorker("dedicated-worker");
  const dedicated = self as DedicatedWorkerGlobalScope;
  dedicated.addEventListener("message", (message: MessageEvent<ControlMessage>) => {
    void worker.receive(message, dedicated);
  });
  void worker.greet(dedicated);
}
