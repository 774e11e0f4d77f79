import { ServiceWorkerMLCEngine } from "@mlc-ai/web-llm";
import { stubChunks } from "./stub.js";

await navigator.serviceWorker.register("sw.js");
if (navigator.serviceWorker.controller === null) {
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
}
const engine = new ServiceWorkerMLCEngine();
// As after `reload`, which needs a model.
engine.modelId = ["stub"];

/** Reads an answer through WebLLM's channel. */
globalThis.askWorker = (load) => read(engine, load);
/** Reads the same chunks without any channel. */
globalThis.askDirect = (load) => read({ chatCompletion: async () => stubChunks(load) }, load);

async function read(from, load) {
  const began = performance.now();
  const latencies = [];
  let firstMs = null;
  let chunks = 0;
  const answer = await from.chatCompletion({
    stream: true,
    messages: [{ role: "user", content: JSON.stringify(load) }],
  });
  for await (const chunk of answer) {
    firstMs ??= performance.now() - began;
    chunks++;
    if (load.stamp) {
      const now = performance.timeOrigin + performance.now();
      latencies.push(now - Number(chunk.choices[0].delta.content));
    }
  }
  return { ms: performance.now() - began, firstMs, chunks, latencies };
}
