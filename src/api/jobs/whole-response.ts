import { deferred } from "../../engine/deferred.ts";
import { timingsOf } from "../api-context.ts";
import type { WholeWriter } from "./answer-writer.ts";
import type { Call } from "./call.ts";
import { heldResponse } from "./held-response.ts";
import type { Batch } from "./job-batches.ts";
import { watched } from "./watched.ts";

/** Answers with one JSON object. What is wrong with a request, or with a later one of its jobs, shows before the first `start`. */
export async function wholeResponse(
  call: Call,
  batches: AsyncIterable<Batch>,
  writer: WholeWriter,
  resumable = false,
): Promise<Response> {
  const begun = deferred<void>();
  const gather = async (): Promise<string> => {
    for await (const { job, events } of watched(batches, timingsOf(call.context).silenceMs)) {
      for (const event of events) {
        writer.event(event, job);
        if (event.type === "start") begun.resolve();
      }
    }
    return JSON.stringify(await writer.result());
  };
  return heldResponse(call, begun.promise, gather(), resumable ? () => {} : call.abort);
}
