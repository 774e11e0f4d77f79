import { OpenAI } from "openai";

/** What a reader saw of one streamed answer. */
export interface Reading {
  /** From the call of `fetch` to the end of the body. */
  readonly ms: number;
  /** To the first bytes of the body. */
  readonly firstMs: number;
  /** To the first stamped frame; 0 unless asked for. */
  readonly firstStampMs: number;
  readonly bytes: number;
  readonly reads: number;
  /** Of each stamped frame, from the moment it was made; empty unless asked for. */
  readonly latencies: readonly number[];
}

/** Asks for an answer by `fetch` and reads it as bytes. */
export async function ask(url: string, body: string, stamped = false): Promise<Reading> {
  const began = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const latencies: number[] = [];
  let firstMs = 0;
  let firstStampMs = 0;
  let bytes = 0;
  let reads = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (reads++ === 0) firstMs = performance.now() - began;
    bytes += value.byteLength;
    if (!stamped) continue;
    const now = performance.timeOrigin + performance.now();
    text += decoder.decode(value, { stream: true });
    const end = text.lastIndexOf("\n\n");
    if (end === -1) continue;
    for (const [, stamp] of text.slice(0, end).matchAll(/"content":"(\d+\.?\d*)"/g)) {
      if (latencies.length === 0) firstStampMs = performance.now() - began;
      latencies.push(now - Number(stamp));
    }
    text = text.slice(end);
  }
  return { ms: performance.now() - began, firstMs, firstStampMs, bytes, reads, latencies };
}

/** Asks several times, at once or one after the other. Returns when it began and ended, in milliseconds since the epoch. */
export async function askMany(
  url: string,
  body: string,
  times: number,
  atOnce: boolean,
): Promise<{ began: number; ended: number }> {
  const began = performance.timeOrigin + performance.now();
  const all = Array.from({ length: times }, () => body);
  if (atOnce) await Promise.all(all.map((each) => ask(url, each)));
  else for (const each of all) await ask(url, each);
  return { began, ended: performance.timeOrigin + performance.now() };
}

/** Asks for an answer by the `openai` package, and reads it chunk by chunk. */
export async function askBySdk(
  baseURL: string,
  body: string,
): Promise<{ ms: number; chunks: number }> {
  const client = new OpenAI({ apiKey: "none", baseURL, dangerouslyAllowBrowser: true });
  const began = performance.now();
  const stream = await client.chat.completions.create(
    JSON.parse(body) as OpenAI.ChatCompletionCreateParamsStreaming,
  );
  let chunks = 0;
  for await (const chunk of stream) if (chunk.choices.length > 0) chunks++;
  return { ms: performance.now() - began, chunks };
}

/** By how much another process's clock is ahead of this page's: half a round trip, the shortest of many. */
export async function clockOffset(url: string): Promise<number> {
  let shortest = Infinity;
  let offset = 0;
  for (let round = 0; round < 100; round++) {
    const sent = performance.timeOrigin + performance.now();
    const theirs = Number(await (await fetch(url)).text());
    const received = performance.timeOrigin + performance.now();
    if (received - sent >= shortest) continue;
    shortest = received - sent;
    offset = theirs - (sent + received) / 2;
  }
  return offset;
}
