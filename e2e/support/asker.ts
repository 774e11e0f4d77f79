/** What has come of a request so far. */
export interface AskState {
  readonly status: number | null;
  /** All text deltas joined; of a whole answer, its text; of an error, its body. */
  readonly text: string;
  readonly finish: string | null;
  /** Frames with data that have come, `[DONE]` among them. */
  readonly frames: number;
  readonly sawDone: boolean;
  /** Of an error frame. */
  readonly errorCode: string | null;
  /** Why reading failed; null when it did not. */
  readonly failure: string | null;
  readonly isOver: boolean;
  /** Milliseconds since it was sent: first text, and the end. */
  readonly firstMs: number | null;
  readonly endMs: number | null;
}

export interface AskOptions {
  readonly stream?: boolean;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly conversation?: string;
  /** Turns before the question, the user's and the assistant's by turns. */
  readonly history?: readonly string[];
  /** Asks for a JSON object. */
  readonly json?: boolean;
  /** Milliseconds before the first read, and between two reads. Infinity: never reads. */
  readonly firstReadMs?: number;
  readonly readMs?: number;
  /** Instead of a chat request: this address by GET. */
  readonly get?: string;
}

/** In the page: sends requests, and keeps what comes of them. */
export interface Asker {
  start(content: string, options?: AskOptions): number;
  state(id: number): AskState;
  /** Resolves at the end, however it comes. */
  over(id: number): Promise<AskState>;
  /** Resolves when so many frames have come, or it is over. */
  frames(id: number, count: number): Promise<AskState>;
  abort(id: number): void;
  /** Cancels the body's reader. */
  leave(id: number): void;
}

declare global {
  interface Window {
    asker: Asker;
  }
}

/** Runs in the page, before its own scripts. Must not use anything from outside itself. */
export function installAsker(): void {
  interface Running {
    state: AskState;
    readonly control: AbortController;
    reader: ReadableStreamDefaultReader<Uint8Array> | null;
    readonly end: Promise<void>;
  }
  const all: Running[] = [];
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  const body = (content: string, options: AskOptions): string =>
    JSON.stringify({
      model: options.model ?? "scripted",
      messages: [...(options.history ?? []), content].map((text, index) => ({
        role: index % 2 === 0 ? "user" : "assistant",
        content: text,
      })),
      temperature: 0,
      stream: options.stream ?? true,
      ...(options.maxTokens !== undefined && { max_tokens: options.maxTokens }),
      ...(options.json === true && { response_format: { type: "json_object" } }),
    });

  const readFrame = (running: Running, data: string, sent: number): void => {
    const { state } = running;
    if (data === "[DONE]") {
      running.state = { ...state, frames: state.frames + 1, sawDone: true };
      return;
    }
    const chunk = JSON.parse(data) as {
      choices?: { delta?: { content?: string }; finish_reason?: string | null }[];
      error?: { code: string | null };
    };
    const [choice] = chunk.choices ?? [];
    const piece = choice?.delta?.content ?? "";
    running.state = {
      ...state,
      frames: state.frames + 1,
      text: state.text + piece,
      finish: choice?.finish_reason ?? state.finish,
      errorCode: chunk.error === undefined ? state.errorCode : (chunk.error.code ?? "none"),
      firstMs: state.firstMs ?? (piece === "" ? null : performance.now() - sent),
    };
  };

  const run = async (running: Running, content: string, options: AskOptions): Promise<void> => {
    const sent = performance.now();
    const set = (change: Partial<AskState>): void => {
      running.state = { ...running.state, ...change };
    };
    try {
      const { signal } = running.control;
      const response = await (options.get === undefined
        ? fetch("v1/chat/completions", {
            method: "POST",
            headers: {
              "content-type": "application/json",
              ...(options.conversation !== undefined && {
                "x-conversation-id": options.conversation,
              }),
            },
            body: body(content, options),
            signal,
          })
        : fetch(options.get, { signal }));
      set({ status: response.status });
      if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
        const text = await response.text();
        const json = (text === "" ? {} : JSON.parse(text)) as {
          choices?: { message: { content: string }; finish_reason: string }[];
          error?: { code: string };
        };
        set({
          text: json.choices?.[0]?.message.content ?? text,
          finish: json.choices?.[0]?.finish_reason ?? null,
          errorCode: json.error?.code ?? null,
        });
        return;
      }
      if (response.body === null) throw new Error("no body");
      if (options.firstReadMs === Infinity) await new Promise(() => {});
      await pause(options.firstReadMs ?? 0);
      const reader = response.body.getReader();
      running.reader = reader;
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        if (options.readMs !== undefined) await pause(options.readMs);
        const { done, value } = await reader.read();
        if (done) break;
        const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) {
          if (part.startsWith("data: ")) readFrame(running, part.slice(6), sent);
        }
      }
    } catch (error) {
      set({ failure: String(error) });
    } finally {
      set({ isOver: true, endMs: performance.now() - sent });
    }
  };

  const find = (id: number): Running => {
    const running = all[id];
    if (running === undefined) throw new Error(`no request ${id}`);
    return running;
  };

  window.asker = {
    start: (content, options = {}) => {
      const running: { -readonly [K in keyof Running]: Running[K] } = {
        state: {
          status: null,
          text: "",
          finish: null,
          frames: 0,
          sawDone: false,
          errorCode: null,
          failure: null,
          isOver: false,
          firstMs: null,
          endMs: null,
        },
        control: new AbortController(),
        reader: null,
        end: Promise.resolve(),
      };
      running.end = run(running, content, options);
      return all.push(running) - 1;
    },
    state: (id) => find(id).state,
    over: async (id) => {
      await find(id).end;
      return find(id).state;
    },
    frames: async (id, count) => {
      while (find(id).state.frames < count && !find(id).state.isOver) await pause(10);
      return find(id).state;
    },
    abort: (id) => find(id).control.abort(),
    leave: (id) => void find(id).reader?.cancel(),
  };
}
