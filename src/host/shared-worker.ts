/// <reference lib="webworker" />
import { HostWorker } from "./host-worker.ts";

declare const self: SharedWorkerGlobalScope;

const worker = new HostWorker("shared-worker");

// Registered at first evaluation: the first page's `connect` comes at once.
self.addEventListener("connect", (event) => {
  const [control] = event.ports;
  if (control === undefined) return;
  worker.accept(control, (listener) => control.addEventListener("message", listener));
  control.start();
});
