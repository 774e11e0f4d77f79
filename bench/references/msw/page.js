import { http, HttpResponse } from "msw";
import { setupWorker } from "msw/browser";
import { emit } from "../frames.js";

const answer = http.post("*/v1/chat/completions", async ({ request }) => {
  const load = await request.json();
  const body = new ReadableStream({
    async start(controller) {
      // Not awaited: `start` holds back reads.
      void emit(load, (bytes) => controller.enqueue(bytes)).then(() => controller.close());
    },
  });
  return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
});

await setupWorker(answer).start({ quiet: true, onUnhandledRequest: "bypass" });
