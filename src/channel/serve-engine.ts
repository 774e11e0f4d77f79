import { toApiError } from "../engine/api-error.ts";
import type { EngineAdmin } from "../engine/engine.ts";
import { watchLife } from "./life.ts";
import { serveHttp, type HttpHandler } from "./serve-http.ts";
import {
  BEAT_INTERVAL_MS,
  CLIENT_LIMIT_BEATS,
  PROTOCOL_VERSION,
  type CallMessage,
  type ClientMessage,
  type HostMessage,
} from "./protocol.ts";

/** What is served: the engine's admin side, and `/v1` as a function. */
export interface Served {
  readonly admin: EngineAdmin;
  readonly http: HttpHandler;
}

/**
 * Serves an engine on a port, until the other end is gone.
 *
 * @param life - of this context ({@link ownLife})
 */
export function serveEngine(served: Served, port: MessagePort, life: string | null = null): void {
  const calls = new Map<number, AbortController>();
  let stopWatchingLife = (): void => {};
  let silentBeats = 0;
  let beat: ReturnType<typeof setInterval> | null = null;

  const send = (message: HostMessage): void => port.postMessage(message);

  const abandon = (): void => {
    if (beat !== null) clearInterval(beat);
    beat = null;
    for (const call of calls.values())
      call.abort(new DOMException("The client went away.", "AbortError"));
    calls.clear();
  };

  const leave = (): void => {
    stopWatchingLife();
    abandon();
    port.close();
  };

  const watch = (): void => {
    beat ??= setInterval(() => {
      if (calls.size === 0 && beat !== null) {
        clearInterval(beat);
        beat = null;
      } else if (++silentBeats > CLIENT_LIMIT_BEATS) {
        // It may only have slept.
        send({ type: "bye" });
        leave();
      } else send({ type: "beat" });
    }, BEAT_INTERVAL_MS);
  };

  const run = async (message: CallMessage): Promise<void> => {
    const { id } = message;
    const controller = new AbortController();
    calls.set(id, controller);
    send({ type: "accepted", id });
    watch();
    try {
      for await (const events of open(served, message, controller.signal)) {
        if (controller.signal.aborted) return;
        send({ type: "events", id, events });
      }
      if (!controller.signal.aborted) send({ type: "end", id });
    } catch (error) {
      if (!controller.signal.aborted)
        send({ type: "error", id, error: toApiError(error).toFields() });
    } finally {
      calls.delete(id);
    }
  };

  port.addEventListener("message", (event: MessageEvent<ClientMessage>) => {
    silentBeats = 0;
    const message = event.data;
    if (message.type === "call") void run(message);
    else if (message.type === "cancel") {
      calls.get(message.id)?.abort(new DOMException("The client cancelled.", "AbortError"));
      calls.delete(message.id);
    } else if (message.type === "life") stopWatchingLife = watchLife(message.life, leave);
    else if (message.type === "bye") leave();
  });
  port.addEventListener("close", leave);
  port.start();
  send({ type: "ready", version: PROTOCOL_VERSION, life });
}

/** Every call as a stream of batches. */
function open(
  { admin, http }: Served,
  message: CallMessage,
  signal: AbortSignal,
): AsyncIterable<readonly unknown[]> {
  switch (message.method) {
    case "http":
      return serveHttp(http, message.argument, signal);
    case "status":
      return each(admin.status(signal));
    case "download":
      return each(admin.download(message.argument, signal));
    case "load":
      return each(admin.load(message.argument, signal));
    case "unload":
      return none(admin.unload(signal));
    case "remove":
      return none(admin.remove(message.argument, signal));
    case "add":
      return one(admin.add(message.argument, signal));
    case "addFiles":
      return each(admin.addFiles(message.argument, signal));
  }
}

async function* one<T>(value: Promise<T>): AsyncGenerator<readonly T[]> {
  yield [await value];
}

async function* none(done: Promise<void>): AsyncGenerator<readonly never[]> {
  await done;
  yield [];
}

async function* each<T>(values: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const value of values) yield [value];
}
