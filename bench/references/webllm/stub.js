/** A model of no cost: chunks as WebLLM makes them. */
export async function* stubChunks({ count, delayMs, firstDelayMs, stamp }) {
  if (firstDelayMs > 0) await sleep(firstDelayMs);
  for (let index = 0; index < count; index++) {
    if (delayMs > 0) await sleep(delayMs);
    const content = stamp ? String(performance.timeOrigin + performance.now()) : "word";
    yield {
      id: "chatcmpl-123456789012345678901234567890",
      choices: [
        { delta: { content, role: "assistant" }, finish_reason: null, index: 0, logprobs: null },
      ],
      model: "stub",
      object: "chat.completion.chunk",
      created: 1_760_000_000,
    };
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
