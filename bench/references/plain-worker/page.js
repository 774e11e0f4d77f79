// The least that a relay needs: a SharedWorker that makes the frames, and its port in the service worker's hands.
const { port1, port2 } = new MessageChannel();
const source = new SharedWorker("source.js", { type: "module" });
source.port.start();
source.port.postMessage("serve", [port1]);
await navigator.serviceWorker.register("sw.js");
if (navigator.serviceWorker.controller === null) {
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
}
navigator.serviceWorker.controller?.postMessage("port", [port2]);
