import { errorBody, toApiError, unread } from "../engine/api-error.ts";
import { randomId } from "../engine/random-id.ts";
import { UnreadBytes } from "../engine/unread-bytes.ts";
import type { EngineConnection } from "./engine-connection.ts";
import type { HttpEvent, HttpRequest } from "./protocol.ts";

/**
 * Has a request under `/v1` answered by the engine's worker. Always resolves to a response.
 *
 * The body is pushed as it comes. When the reader leaves, the work behind it stops: in a service worker that shows in
 * the body's `cancel`, never in the request's signal (w3c/ServiceWorker#1544).
 *
 * @param gone - aborts when the asker is seen to be gone before there is a body
 */
export async function relayRequest(
  connection: EngineConnection,
  request: Request,
  gone?: AbortSignal,
): Promise<Response> {
  const leave = new AbortController();
  const signal = AbortSignal.any([request.signal, leave.signal, ...(gone ? [gone] : [])]);
  try {
    const events = connection.http(await toData(request), signal)[Symbol.asyncIterator]();
    const first = await events.next();
    const [head, ...rest] = first.done === true ? [] : first.value;
    if (head?.type !== "head") throw new Error("The engine sent no response.");
    const headers = head.headers.map(([name, value]): [string, string] => [name, value]);
    const type = new Headers(headers).get("content-type") ?? "";
    const isStream = type.startsWith("text/event-stream");
    const body = head.hasBody ? bodyOf(rest, events, { leave, signal, isStream }) : null;
    if (body === null) await events.return?.(undefined);
    return new Response(body, { status: head.status, headers });
  } catch (error) {
    request.signal.throwIfAborted();
    return errorResponse(error);
  }
}

async function toData(request: Request): Promise<HttpRequest> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return {
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : null,
  };
}

interface BodyOptions {
  readonly leave: AbortController;
  /** Aborts when the asker leaves. */
  readonly signal: AbortSignal;
  /** A stream of events tells a fault in a last one; any other body can only break off. */
  readonly isStream: boolean;
}

function bodyOf(
  rest: readonly HttpEvent[],
  events: AsyncIterator<readonly HttpEvent[]>,
  { leave, signal, isStream }: BodyOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Of what the browser has taken into its own buffers (20 MB in Chromium) nothing is known here.
        const unreadBytes = new UnreadBytes();
        const push = (batch: readonly HttpEvent[]): void => {
          for (const event of batch) {
            if (event.type !== "body") continue;
            controller.enqueue(event.bytes);
            if (unreadBytes.add(event.bytes.byteLength, -(controller.desiredSize ?? 0)))
              throw unread();
          }
        };
        const pump = async (): Promise<void> => {
          push(rest);
          for (;;) {
            const { done, value } = await events.next();
            if (done === true) break;
            push(value);
          }
          controller.close();
        };
        pump().catch((error: unknown) => {
          const isWanted = !signal.aborted;
          leave.abort(error);
          void events.return?.(undefined).catch(() => {});
          // A body of a service worker that breaks may just end at its reader's (seen in Chromium 156, of unread ones).
          if (isWanted && isStream) {
            controller.enqueue(faultFrame(error));
            controller.close();
          } else controller.error(error);
        });
      },
      cancel(reason) {
        leave.abort(reason ?? new DOMException("The reader left.", "AbortError"));
      },
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

/** A fault after the first byte, as the API layer would tell it (src/api/sse/frames.ts); never a silent end. */
function faultFrame(error: unknown): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(errorBody(toApiError(error)))}\n\n`);
}

/** For what fails before the API layer is reached; it has the error's shape, and the headers clients look at. */
function errorResponse(error: unknown): Response {
  const apiError = toApiError(error);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-request-id": randomId("req_"),
    "x-should-retry": "true",
  };
  const { status, retryAfter } = apiError;
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  return new Response(JSON.stringify(errorBody(apiError)), { status, headers });
}
