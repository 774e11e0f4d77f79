/** A file of its own, so that the bundle with WebLLM has a name the service worker knows (sw/engine-program.ts). */
export { loadModel } from "../engine/webllm/load-model.ts";
