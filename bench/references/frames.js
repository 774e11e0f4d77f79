// What every reference sends: frames as OpenAI's, as long as those of slash-v1.

const encoder = new TextEncoder();
const BEFORE =
  'data: {"id":"chatcmpl-123456789012345678901234567890","object":"chat.completion.chunk","created":1760000000,"model":"scripted","system_fingerprint":"fp_slash_v1","choices":[{"index":0,"delta":{"content":';
const AFTER = '},"logprobs":null,"finish_reason":null}]}\n\n';

/** @param {string} text */
export function frameOf(text) {
  return encoder.encode(`${BEFORE}${JSON.stringify(text)}${AFTER}`);
}

/**
 * Makes the frames of an answer. `stamp`: the text is the moment at which it is made.
 *
 * @param {{ count: number, delayMs: number, firstDelayMs: number, stamp: boolean }} load
 * @param {(frame: Uint8Array) => void} push
 */
export async function emit({ count, delayMs, firstDelayMs, stamp }, push) {
  if (firstDelayMs > 0) await sleep(firstDelayMs);
  for (let index = 0; index < count; index++) {
    if (delayMs > 0) await sleep(delayMs);
    push(frameOf(stamp ? String(performance.timeOrigin + performance.now()) : "word"));
  }
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
