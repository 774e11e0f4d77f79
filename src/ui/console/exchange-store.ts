import { paced } from "../shared/paced.ts";
import { Store } from "../shared/store.ts";
import { words } from "../words.ts";
import { methodOf, pathOf, type ConsoleRoute } from "./presets.ts";
import { SseTranscript, type StreamFrame } from "./sse-transcript.ts";

/** A request and what came back, as far as it has come. */
export interface Exchange {
  readonly phase: "none" | "waiting" | "receiving" | "done" | "stopped" | "failed";
  /** `POST /v1/chat/completions` */
  readonly request: string;
  readonly status: number | null;
  readonly headers: readonly (readonly [string, string])[];
  /** Null where the response is no event stream. */
  readonly frames: readonly StreamFrame[] | null;
  readonly text: string;
  /** The JSON values that came: the data of frames, or the one body. */
  readonly values: readonly unknown[];
  readonly bytes: number;
  /** Milliseconds since sending until the headers, the first frame, and the end. */
  readonly headersMs: number | null;
  readonly endMs: number | null;
  /** Why there is no response, or no end of it. */
  readonly fault: string | null;
}

const nothing: Exchange = {
  phase: "none",
  request: "",
  status: null,
  headers: [],
  frames: null,
  text: "",
  values: [],
  bytes: 0,
  headersMs: null,
  endMs: null,
  fault: null,
};

function parse(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** Sends one request at a time and records what comes back, byte by byte. */
export class ExchangeStore extends Store<Exchange> {
  readonly #fetch: typeof fetch;
  readonly #baseUrl: string;
  #control: AbortController | null = null;

  constructor(send: typeof fetch, baseUrl: string) {
    super(nothing);
    this.#fetch = send;
    this.#baseUrl = baseUrl;
  }

  get running(): boolean {
    return this.state.phase === "waiting" || this.state.phase === "receiving";
  }

  stop(): void {
    this.#control?.abort();
  }

  async send(route: ConsoleRoute, model: string, body: object | null): Promise<void> {
    this.stop();
    const control = new AbortController();
    this.#control = control;
    const method = methodOf(route);
    const url = `${this.#baseUrl}/${pathOf(route, model)}`;
    this.set({
      ...nothing,
      phase: "waiting",
      request: `${method} ${new URL(url).pathname}`,
    });
    const sent = performance.now();
    const now = () => performance.now() - sent;
    try {
      const response = await this.#fetch(url, {
        method,
        signal: control.signal,
        ...(method === "POST"
          ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
          : {}),
      });
      this.set({
        phase: "receiving",
        status: response.status,
        headers: [...response.headers],
        headersMs: now(),
      });
      await this.#read(response, now, control.signal);
      this.set({ phase: "done", endMs: now() });
    } catch (error) {
      if (this.#control !== control) return;
      if (control.signal.aborted) this.set({ phase: "stopped", endMs: now() });
      else {
        const reason = error instanceof Error ? error.message : "";
        this.set({
          phase: "failed",
          endMs: now(),
          fault: `${words.faults.network} ${reason}`.trim(),
        });
      }
    }
  }

  async #read(response: Response, now: () => number, signal: AbortSignal): Promise<void> {
    const stream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const transcript = new SseTranscript();
    const values: unknown[] = [];
    const decoder = new TextDecoder();
    let [text, bytes, seen] = ["", 0, 0];
    const show = paced(() => {
      for (const frame of transcript.frames.slice(seen)) {
        if (frame.data !== null) values.push(...parse(frame.data));
      }
      seen = transcript.frames.length;
      this.set(
        stream
          ? { bytes, frames: [...transcript.frames], values: [...values] }
          : { bytes, text, values: parse(text) },
      );
    });
    const reader = response.body?.getReader();
    try {
      for (let done = reader === undefined; !done;) {
        const part = await reader?.read();
        signal.throwIfAborted();
        done = part?.done ?? true;
        if (!part?.value) continue;
        bytes += part.value.byteLength;
        const piece = decoder.decode(part.value, { stream: true });
        if (stream) transcript.feed(piece, now());
        else text += piece;
        show.ask();
      }
      transcript.end(now());
    } finally {
      show.now();
      if (signal.aborted) await reader?.cancel().catch(() => undefined);
    }
  }
}
