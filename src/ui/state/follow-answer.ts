import { readEvents } from "../shared/read-events.ts";
import { words } from "../words.ts";
import { type AnswerChunk, applyChunk, type RunningAnswer } from "./answer.ts";
import { FaultError } from "./fault.ts";

/**
 * Reads the stream of an answer to its end, and tells every step.
 *
 * Throws a {@link FaultError} when the stream carries an error, or ends before the answer does.
 */
export async function followAnswer(
  body: ReadableStream<Uint8Array>,
  from: RunningAnswer,
  tell: (answer: RunningAnswer) => void,
): Promise<void> {
  let answer = from;
  for await (const event of readEvents(body)) {
    if (event.data === "[DONE]") break;
    const chunk = JSON.parse(event.data) as AnswerChunk;
    if (chunk.error) throw new FaultError(chunk.error.message, chunk.error.code ?? null);
    answer = applyChunk(answer, chunk, performance.now());
    tell(answer);
  }
  if (answer.turn.ending === "running") throw new FaultError(words.faults.cut, "network");
}
