import type { SlashV1 } from "../../page/slash-v1.ts";
import { paced } from "../shared/paced.ts";
import { readEvents } from "../shared/read-events.ts";
import { Store } from "../shared/store.ts";
import { words } from "../words.ts";
import { type AnswerChunk, applyChunk, endAnswer, type RunningAnswer } from "./answer.ts";
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
import type { SettingsStore } from "./settings-store.ts";

export interface ChatState {
  /** Conversations that are being answered by this tab. */
  readonly running: ReadonlySet<string>;
  /** Requests before ours in the queue while nothing of the answer has come; null otherwise. */
  readonly before: number | null;
  /** The last answer that ended here, for the screen reader. */
  readonly ended: AssistantTurn | null;
}

/** Asks `/v1/chat/completions` and writes what comes back into the conversation. */
export class ChatSession extends Store<ChatState> {
  readonly #slash: SlashV1;
  readonly #engine: EngineStore;
  readonly #settings: SettingsStore;
  readonly #conversations: ConversationStore;
  readonly #running = new Map<string, AbortController>();

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
    engine.addEventListener("change", () => this.#watchQueue());
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
    this.stop(id);
    const before = await this.#conversations.turnsOf(id);
    const at = before.findIndex((turn) => turn.id === turnId);
    const turn = before[at];
    if (!turn) return null;
    const kept = before.slice(0, at);
    if (turn.role === "user") kept.push(text === undefined ? turn : { ...turn, text });
    void this.#answer(id, kept, this.options());
    return async () => {
      this.stop(id);
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
    if (id !== null) this.#running.get(id)?.abort(new DOMException("Stopped", "AbortError"));
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
    const model = this.#engine.chosen(this.#settings.state.model);
    const control = new AbortController();
    this.#running.set(id, control);
    this.set({ running: new Set(this.#running.keys()) });
    const turn: AssistantTurn = {
      role: "assistant",
      id: begun?.id ?? crypto.randomUUID(),
      text: begun?.text ?? "",
      created: Date.now(),
      model: model?.name ?? "",
      toolCalls: [],
      json: options.schema.trim() !== "",
      ending: "running",
      fault: null,
      figures: {
        firstTokenMs: null,
        tokensPerSecond: null,
        promptTokens: null,
        completionTokens: null,
        contextLength: model?.contextLength ?? null,
      },
    };
    await this.#conversations.setTurns(id, [...turns, turn]);
    let answer: RunningAnswer = {
      turn,
      clock: { sent: performance.now(), first: null, last: null, pieces: 0 },
    };
    const publish = paced(() => {
      void this.#conversations.setTurns(id, [...turns, answer.turn], false);
    });
    let ended: AssistantTurn;
    try {
      if (!model) throw new FaultError(words.faults.noModel);
      if (this.#engine.state.obstacle === null) {
        await this.#engine.ready(model.id, control.signal);
        answer = { ...answer, clock: { ...answer.clock, sent: performance.now() } };
      }
      this.#joinQueue();
      const messages = begun ? [...turns, begun] : turns;
      const response = await this.#slash.fetch(`${this.#slash.baseUrl}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(buildChatRequest(messages, options, model.id)),
        signal: control.signal,
      });
      if (!response.ok || !response.body) throw await faultOfResponse(response);
      for await (const event of readEvents(response.body)) {
        if (event.data === "[DONE]") break;
        const chunk = JSON.parse(event.data) as AnswerChunk;
        if (chunk.error) throw new FaultError(chunk.error.message, chunk.error.code ?? null);
        answer = applyChunk(answer, chunk, performance.now());
        if (answer.clock.first !== null && this.state.before !== null) this.set({ before: null });
        publish.ask();
      }
      const cut = answer.turn.ending === "running";
      ended = endAnswer(
        answer,
        cut ? "failed" : answer.turn.ending,
        cut ? { message: words.faults.cut, code: "network", status: null } : null,
      );
    } catch (error) {
      ended = control.signal.aborted
        ? endAnswer(answer, "stopped")
        : endAnswer(answer, "failed", toFault(error) satisfies Fault);
    }
    publish.cancel();
    this.#running.delete(id);
    this.set({ running: new Set(this.#running.keys()), before: null, ended });
    await this.#conversations.setTurns(id, [...turns, ended]);
  }

  #joinQueue(): void {
    const status = this.#engine.state.status;
    this.set({ before: status ? status.running + status.waiting : null });
  }

  /** Others may join behind us, so the number can only fall. */
  #watchQueue(): void {
    const { before } = this.state;
    const status = this.#engine.state.status;
    if (before === null || !status) return;
    const now = Math.min(before, Math.max(0, status.running + status.waiting - 1));
    if (now !== before) this.set({ before: now });
  }
}
