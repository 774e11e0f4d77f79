import { emit } from "./frames.js";

addEventListener("connect", ({ ports: [control] }) => {
  control.addEventListener("message", ({ ports: [port] }) => {
    port.addEventListener("message", async ({ data: { id, load } }) => {
      await emit(load, (bytes) => port.postMessage({ id, bytes }));
      port.postMessage({ id, bytes: null });
    });
    port.start();
  });
  control.start();
});
