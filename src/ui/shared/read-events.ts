import { createParser, type EventSourceMessage } from "eventsource-parser";

/** The events of a response body in order. Leaving the loop early cancels the body. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<EventSourceMessage, void, void> {
  const ready: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => ready.push(event) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let ended = false;
  try {
    while (!ended) {
      const { done, value } = await reader.read();
      ended = done;
      if (value) parser.feed(decoder.decode(value, { stream: true }));
      while (ready.length > 0) {
        const event = ready.shift();
        if (event) yield event;
      }
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}
