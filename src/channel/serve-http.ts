import type { HttpEvent, HttpRequest } from "./protocol.ts";

/** `/v1` as a function, as the API layer has it. */
export type HttpHandler = (request: Request) => Promise<Response>;

/** Answers a request that came over a port, and tells the response as events. */
export async function* serveHttp(
  handle: HttpHandler,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly HttpEvent[]> {
  const request = new Request(url, { method, headers: copyOf(headers), body, signal });
  const response = await handle(request);
  const reader = response.body?.getReader();
  const head: HttpEvent = {
    type: "head",
    status: response.status,
    headers: [...response.headers],
    hasBody: reader !== undefined,
  };
  if (reader === undefined) {
    yield [head];
    return;
  }
  // The work behind a body hears of a reader that has left only through its `cancel`.
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  let batch: HttpEvent[] = [head];
  let next = reader.read();
  // What is there already goes along with the head: one message less before the first byte.
  if ((await Promise.race([next, Promise.resolve(null)])) === null) {
    yield batch;
    batch = [];
  }
  for (;;) {
    const { done, value } = await next;
    if (!done) batch.push({ type: "body", bytes: value });
    if (batch.length > 0) yield batch;
    if (done) return;
    batch = [];
    next = reader.read();
  }
}

function copyOf(headers: HttpRequest["headers"]): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}
