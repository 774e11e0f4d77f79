/// <reference lib="webworker" />
import { HostWorker } from "./host-worker.ts";

declare const self: DedicatedWorkerGlobalScope;

new HostWorker("dedicated-worker").accept(self, (listener) =>
  self.addEventListener("message", listener),
);
