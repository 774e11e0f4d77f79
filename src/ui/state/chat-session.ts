import type { ModelInfo } from "../../engine/model-info.ts";
import type { SlashV1 } from "../../page/slash-v1.ts";
import { paced } from "../shared/paced.ts";
import { Store } from "../shared/store.ts";
import { words } from "../words.ts";
import { endAnswer } from "./answer.ts";
import { newTurn, sentAnswer, unsentAnswer } from "./new-answer.ts";
import { buildChatRequest } from "./chat-request.ts";
import {
  type AssistantTurn,
  type ChatOptions,
  type Fault,
  titleFrom,
  type Turn,
} from "./conversation.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { EngineStore } from "./engine-store.ts";
import { FaultError, faultOfResponse, toFault } from "./fault.ts";
import { requestsBefore, stillBefore } from "./queue-position.ts";
import type { SettingsStore } from "./settings-store.ts";

export interface ChatState {
  /** Conversations that are being answered by this tab. */
  readonly running: ReadonlySet<string>;
  /** Requests before ours in the queue while nothing of the answer has come; null otherwise. */
  readonly before: number | null;
  /** The last answer that ended here, for the screen reader. */
  readonly ended: AssistantTurn | null;
}

/** Older answers are not asked for: the engine keeps none that long. */
const resumableFor = 60 * 60 * 1000;

/** Asks `/v1/chat/completions` and writes what comes back into the conversation. */
export class ChatSession extends Store<ChatState> {
  readonly #slash: SlashV1;
  readonly #engine: EngineStore;
  readonly #settings: SettingsStore;
  readonly #conversations: ConversationStore;
  readonly #running = new Map<string, { control: AbortController; done: Promise<void> }>();
  /** Answers that were asked for once after a reload. */
  readonly #tried = new Set<string>();

  constructor(
    slash: SlashV1,
    engine: EngineStore,
    settings: SettingsStore,
    conversations: ConversationStore,
  ) {
    super({ running: new Set(), before: null, ended: null });
    this.#slash = slash;
    this.#engine = engine;
    this.#settings = settings;
    this.#conversations = conversations;
    engine.addEventListener("change", () => {
      const before = stillBefore(this.state.before, engine.state.status);
      if (before !== this.state.before) this.set({ before });
    });
  }

  /** The options that hold for the open conversation. */
  options(): ChatOptions {
    const { currentId, draftOptions } = this.#conversations.state;
    const own = this.#conversations.find(currentId)?.options ?? draftOptions;
    return { ...this.#settings.state.chat, ...own };
  }

  /** Adds a question to the open conversation (or begins one) and answers it. */
  async send(text: string): Promise<void> {
    const store = this.#conversations;
    const options = this.options();
    let id = store.state.currentId;
    if (id === null) id = (await store.create(titleFrom(text, words.chat.untitled))).id;
    const question: Turn = { role: "user", id: crypto.randomUUID(), text, created: Date.now() };
    await this.#answer(id, [...(await store.turnsOf(id)), question], options);
  }

  /** Answers again from a turn on: with the same question, or with an edited one. Resolves to the way back. */
  async again(turnId: string, text?: string): Promise<(() => Promise<void>) | null> {
    const id = this.#conversations.state.currentId;
    if (id === null) return null;
    await this.#stopped(id);
    const before = await this.#conversations.turnsOf(id);
    const at = before.findIndex((turn) => turn.id === turnId);
    const turn = before[at];
    if (!turn) return null;
    const kept = before.slice(0, at);
    if (turn.role === "user") kept.push(text === undefined ? turn : { ...turn, text });
    void this.#answer(id, kept, this.options());
    return async () => {
      await this.#stopped(id);
      await this.#conversations.setTurns(id, before);
    };
  }

  /** Lets a cut answer go on where it ended. */
  async continue(turnId: string): Promise<void> {
    const id = this.#conversations.state.currentId;
    if (id === null) return;
    const turns = await this.#conversations.turnsOf(id);
    const last = turns.at(-1);
    if (last?.role !== "assistant" || last.id !== turnId) return;
    await this.#answer(id, turns.slice(0, -1), this.options(), last);
  }

  /** Gives the model what its function calls returned, and lets it answer. */
  async giveResults(
    results: readonly { callId: string; name: string; text: string }[],
  ): Promise<void> {
    const id = this.#conversations.state.currentId;
    if (id === null) return;
    const turns = await this.#conversations.turnsOf(id);
    const given = results.map((result): Turn => ({
      role: "tool",
      id: crypto.randomUUID(),
      created: Date.now(),
      ...result,
    }));
    await this.#answer(id, [...turns, ...given], this.options());
  }

  stop(id: string | null): void {
    if (id === null) return;
    this.#running.get(id)?.control.abort(new DOMException("Stopped", "AbortError"));
  }

  async #stopped(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.stop(id);
    await running?.done;
  }

  /** Picks up an answer that the page left while it ran, if the engine still has it. */
  async resume(): Promise<void> {
    const { currentId: id } = this.#conversations.state;
    if (id === null || this.#running.has(id)) return;
    const turns = await this.#conversations.turnsOf(id);
    const last = turns.at(-1);
    if (last?.role !== "assistant" || last.ending !== "interrupted") return;
    if (Date.now() - last.created > resumableFor || this.#tried.has(last.id)) return;
    this.#tried.add(last.id);
    const url = `${this.#slash.baseUrl}/stream?conv_id=${encodeURIComponent(last.id)}`;
    const response = await this.#slash.fetch(url).catch(() => null);
    if (!response?.ok || !response.body) return;
    const { body } = response;
    const fresh = { ...last, text: "", toolCalls: [], ending: "running" } as const;
    await this.#run(id, turns.slice(0, -1), fresh, async () => body);
  }

  isRunning(id: string | null): boolean {
    return id !== null && this.state.running.has(id);
  }

  async #answer(
    id: string,
    turns: readonly Turn[],
    options: ChatOptions,
    begun: AssistantTurn | null = null,
  ): Promise<void> {
    if (this.#running.has(id)) return;
    const turn = newTurn(options.schema.trim() !== "", begun);
    await this.#run(id, turns, turn, async (signal, mark) => {
      // The page is there before the list of models is.
      if (this.#engine.state.obstacle === null) await this.#engine.listed(signal);
      const model = this.#engine.chosen(this.#settings.state.model);
      if (!model) throw new FaultError(words.faults.noModel);
      if (this.#engine.state.obstacle === null) await this.#engine.ready(model.id, signal);
      this.set({ before: requestsBefore(this.#engine.state.status) });
      const messages = begun ? [...turns, begun] : turns;
      mark(model);
      const response = await this.#slash.fetch(`${this.#slash.baseUrl}/chat/completions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          // So that the answer outlives a reload; what goes on from an earlier part could not be told apart.
          ...(begun ? {} : { "x-conversation-id": turn.id }),
        },
        body: JSON.stringify(buildChatRequest(messages, options, model.id)),
        signal,
      });
      if (!response.ok || !response.body) throw await faultOfResponse(response);
      return response.body;
    });
  }

  /** Reads a stream into a turn until it ends, one way or another. */
  async #run(
    id: string,
    turns: readonly Turn[],
    turn: AssistantTurn,
    open: (
      signal: AbortSignal,
      /** Says that the request is about to be sent, and to which model. */
      mark: (model: ModelInfo) => void,
    ) => Promise<ReadableStream<Uint8Array>>,
  ): Promise<void> {
    const control = new AbortController();
    const { promise: done, resolve: settle } = withResolvers();
    this.#running.set(id, { control, done });
    this.set({ running: new Set(this.#running.keys()) });
    await this.#conversations.setTurns(id, [...turns, turn]);
    let answer = unsentAnswer(turn);
    let kept = performance.now();
    const publish = paced(() => {
      // On disk every second, so that a closed page loses little.
      const keep = performance.now() - kept > 1000;
      if (keep) kept = performance.now();
      void this.#conversations.setTurns(id, [...turns, answer.turn], keep);
    });
    let ended: AssistantTurn;
    try {
      const body = await open(control.signal, ({ name, contextLength }) => {
        answer = sentAnswer(answer, name, contextLength);
        void this.#conversations.setTurns(id, [...turns, answer.turn], true);
      });
      // Comes with the transcript's code, ahead of the first answer.
      const { followAnswer } = await import("./follow-answer.ts");
      await followAnswer(body, answer, (next) => {
        answer = next;
        if (answer.clock.first !== null && this.state.before !== null) this.set({ before: null });
        publish.ask();
      });
      ended = endAnswer(answer, answer.turn.ending);
    } catch (error) {
      if (control.signal.aborted) this.#forget(turn.id);
      ended = control.signal.aborted
        ? endAnswer(answer, "stopped")
        : endAnswer(answer, "failed", toFault(error) satisfies Fault);
    }
    publish.cancel();
    this.#running.delete(id);
    this.set({ running: new Set(this.#running.keys()), before: null, ended });
    await this.#conversations.setTurns(id, [...turns, ended]);
    settle();
  }

  /** An answer one can come back to goes on without a reader, so stopping it has to be said. */
  #forget(turnId: string): void {
    const url = `${this.#slash.baseUrl}/stream?conv_id=${encodeURIComponent(turnId)}`;
    this.#slash.fetch(url, { method: "DELETE" }).catch(() => undefined);
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
