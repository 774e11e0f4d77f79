import { Store } from "../shared/store.ts";
import type { ChatOptions, Conversation, Turn } from "./conversation.ts";
import { type ConversationKeeper, MemoryKeeper } from "./conversation-keeper.ts";

export interface ConversationState {
  /** Newest first; null until they have been read. */
  readonly list: readonly Conversation[] | null;
  /** Null: a conversation that begins with the next question. */
  readonly currentId: string | null;
  readonly turns: readonly Turn[];
  /** Options of the conversation that has not begun yet. */
  readonly draftOptions: Partial<ChatOptions>;
  /** False when nothing survives this window. */
  readonly lasting: boolean;
}

const byDate = (a: Conversation, b: Conversation) => b.updated - a.updated;

/** The conversations of this browser: the list, and the turns of the one that is open. */
export class ConversationStore extends Store<ConversationState> {
  #keeper: ConversationKeeper = new MemoryKeeper();
  #opened: Promise<void> | null = null;
  readonly #transcripts = new Map<string, readonly Turn[]>();
  readonly #open: () => Promise<{ keeper: ConversationKeeper; lasting: boolean }>;
  /** Tells the other tabs that the list is stale. */
  readonly #others: Pick<BroadcastChannel, "postMessage"> | null;

  constructor(
    open: () => Promise<{ keeper: ConversationKeeper; lasting: boolean }>,
    channel: BroadcastChannel | null = null,
  ) {
    super({ list: null, currentId: null, turns: [], draftOptions: {}, lasting: true });
    this.#open = open;
    this.#others = channel;
    channel?.addEventListener("message", () => {
      for (const id of this.#transcripts.keys()) {
        if (id !== this.state.currentId) this.#transcripts.delete(id);
      }
      void this.#readList();
    });
  }

  /** Reads the list; safe to call again. */
  start(): Promise<void> {
    this.#opened ??= (async () => {
      const { keeper, lasting } = await this.#open();
      this.#keeper = keeper;
      this.set({ lasting });
      await this.#readList();
    })();
    return this.#opened;
  }

  async #readList(): Promise<void> {
    const list = [...(await this.#keeper.all())].toSorted(byDate);
    this.set({ list });
  }

  find(id: string | null): Conversation | undefined {
    return this.state.list?.find((conversation) => conversation.id === id);
  }

  /** Shows a conversation, or with null an empty one. Resolves to false when there is none of that id. */
  async open(id: string | null): Promise<boolean> {
    if (id === this.state.currentId) return true;
    if (id === null) {
      this.set({ currentId: null, turns: [], draftOptions: {} });
      return true;
    }
    await this.start();
    if (!this.find(id)) return false;
    const turns = await this.turnsOf(id);
    this.set({ currentId: id, turns });
    return true;
  }

  async turnsOf(id: string): Promise<readonly Turn[]> {
    const known = this.#transcripts.get(id);
    if (known) return known;
    const stored = await this.#keeper.turns(id);
    // Nothing runs when the page starts: what was running then did not end by itself.
    const turns = stored.map((turn) =>
      turn.role === "assistant" && turn.ending === "running"
        ? ({ ...turn, ending: "interrupted" } as const)
        : turn,
    );
    this.#transcripts.set(id, turns);
    return turns;
  }

  /** Begins a conversation and shows it. */
  async create(title: string): Promise<Conversation> {
    await this.start();
    const now = Date.now();
    const conversation: Conversation = {
      id: crypto.randomUUID(),
      title,
      named: false,
      created: now,
      updated: now,
      options: this.state.draftOptions,
    };
    this.#transcripts.set(conversation.id, []);
    this.set({
      list: [conversation, ...(this.state.list ?? [])],
      currentId: conversation.id,
      turns: [],
      draftOptions: {},
    });
    return conversation;
  }

  /** Replaces the turns. `keep: false` while an answer streams, so that the disk is not written per token. */
  async setTurns(id: string, turns: readonly Turn[], keep = true): Promise<void> {
    this.#transcripts.set(id, turns);
    if (id === this.state.currentId) this.set({ turns });
    const conversation = this.find(id);
    if (!keep || !conversation) return;
    await this.#put({ ...conversation, updated: Date.now() }, turns);
  }

  async rename(id: string, title: string): Promise<void> {
    const conversation = this.find(id);
    if (conversation && title.trim() !== "")
      await this.#put({ ...conversation, title: title.trim(), named: true }, null);
  }

  async setOptions(id: string | null, options: Partial<ChatOptions>): Promise<void> {
    const conversation = this.find(id);
    if (conversation) await this.#put({ ...conversation, options }, null);
    else this.set({ draftOptions: options });
  }

  /** Deletes at once; the returned function brings it back as it was. */
  async remove(id: string): Promise<() => Promise<void>> {
    const conversation = this.find(id);
    const turns = await this.turnsOf(id);
    this.#transcripts.delete(id);
    const list = (this.state.list ?? []).filter((other) => other.id !== id);
    this.set(id === this.state.currentId ? { list, currentId: null, turns: [] } : { list });
    await this.#keeper.remove(id);
    this.#others?.postMessage("changed");
    return async () => {
      if (conversation) await this.restore(conversation, turns);
    };
  }

  /** Puts a conversation with its turns into the list, as undo and import do. */
  async restore(conversation: Conversation, turns: readonly Turn[]): Promise<void> {
    this.#transcripts.set(conversation.id, turns);
    if (conversation.id === this.state.currentId) this.set({ turns });
    await this.#put(conversation, turns);
  }

  async #put(conversation: Conversation, turns: readonly Turn[] | null): Promise<void> {
    const others = (this.state.list ?? []).filter((other) => other.id !== conversation.id);
    this.set({ list: [...others, conversation].toSorted(byDate) });
    await this.#keeper.save(conversation, turns);
    this.#others?.postMessage("changed");
  }
}
