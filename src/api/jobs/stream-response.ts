import { toApiError } from "../../engine/api-error.ts";
import { timingsOf } from "../api-context.ts";
import { FrameStream } from "../sse/frame-stream.ts";
import type { Emit, StreamWriter } from "./answer-writer.ts";
import type { Call } from "./call.ts";
import type { Batch } from "./job-batches.ts";
import { watched } from "./watched.ts";
import { within } from "./within.ts";

/** What differs from an ordinary stream. */
export interface StreamOptions {
  /** The work goes on when the reader leaves; the client stops it by `DELETE …/stream`. */
  readonly resumable?: boolean;
  /** Frames that the reader has already. */
  readonly skip?: number;
}

/**
 * Answers with a stream of frames.
 *
 * The headers wait for the first `start` (or `resumed`), so that an error before it is plain JSON with its own status;
 * after the grace time they leave anyway, and such an error becomes a frame.
 */
export async function streamResponse(
  call: Call,
  batches: AsyncIterable<Batch>,
  writerFor: (emit: Emit) => StreamWriter,
  { resumable = false, skip = 0 }: StreamOptions = {},
): Promise<Response> {
  const { graceMs, commentMs, silenceMs } = timingsOf(call.context);
  const stop = resumable ? () => {} : call.abort;
  const stream = new FrameStream(stop, commentMs, skip);
  const writer = writerFor(stream.frame);
  call.request.signal.addEventListener("abort", () => stream.error(call.request.signal.reason));
  let begun = false;

  const started = new Promise<void>((resolve, reject) => {
    async function pump(): Promise<void> {
      for await (const { job, events } of watched(batches, silenceMs)) {
        for (const event of events) {
          if (event.type === "start" || event.type === "resumed") begun = true;
          writer.event(event, job);
          if (WAITING.has(event.type)) stream.comment(call.context.now());
        }
        stream.flush();
        if (begun) resolve();
      }
      await writer.end();
    }
    pump()
      .then(resolve, (error: unknown) => {
        // Until the headers are out, the error is the response; the frame is there in case both happen at once.
        if (begun) resolve();
        else reject(error);
        if (call.signal.aborted) stream.error(error);
        else writer.fail(toApiError(error));
        // Whatever failed, nobody waits for the rest.
        stop();
      })
      .finally(() => stream.close());
  });

  await within(started, graceMs);
  begun = true;
  return new Response(stream.body, { headers: STREAM_HEADERS });
}

const WAITING: ReadonlySet<string> = /* @__PURE__ */ new Set(["queued", "loading", "beat"]);

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
};
