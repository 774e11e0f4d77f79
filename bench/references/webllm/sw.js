import { ServiceWorkerMLCEngineHandler } from "@mlc-ai/web-llm";
import { stubChunks } from "./stub.js";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const handler = new ServiceWorkerMLCEngineHandler();
handler.engine.chatCompletion = async ({ messages }) => stubChunks(JSON.parse(messages[0].content));
handler.modelId = ["stub"];
