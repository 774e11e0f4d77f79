import type { IDBPDatabase, DBSchema } from "idb";
import type { Conversation, Turn } from "./conversation.ts";

/** Where conversations stay. */
export interface ConversationKeeper {
  all(): Promise<readonly Conversation[]>;
  turns(id: string): Promise<readonly Turn[]>;
  save(conversation: Conversation, turns: readonly Turn[] | null): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Keeps conversations while the page is open: where IndexedDB is missing or refused, and in tests. */
export class MemoryKeeper implements ConversationKeeper {
  readonly #conversations = new Map<string, Conversation>();
  readonly #turns = new Map<string, readonly Turn[]>();

  async all(): Promise<readonly Conversation[]> {
    return [...this.#conversations.values()];
  }

  async turns(id: string): Promise<readonly Turn[]> {
    return this.#turns.get(id) ?? [];
  }

  async save(conversation: Conversation, turns: readonly Turn[] | null): Promise<void> {
    this.#conversations.set(conversation.id, conversation);
    if (turns) this.#turns.set(conversation.id, turns);
  }

  async remove(id: string): Promise<void> {
    this.#conversations.delete(id);
    this.#turns.delete(id);
  }
}

interface ChatSchema extends DBSchema {
  conversations: { key: string; value: Conversation };
  /** Apart from the list, so that opening the app does not read every word ever written. */
  transcripts: { key: string; value: { readonly id: string; readonly turns: readonly Turn[] } };
}

/** Keeps conversations in IndexedDB. */
export class DatabaseKeeper implements ConversationKeeper {
  readonly #database: IDBPDatabase<ChatSchema>;

  private constructor(database: IDBPDatabase<ChatSchema>) {
    this.#database = database;
  }

  static async open(name = "slash-v1-chats"): Promise<DatabaseKeeper> {
    const { openDB } = await import("idb");
    const database = await openDB<ChatSchema>(name, 1, {
      upgrade(fresh) {
        fresh.createObjectStore("conversations", { keyPath: "id" });
        fresh.createObjectStore("transcripts", { keyPath: "id" });
      },
      // A newer version of the app in another tab must not wait for this one.
      blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    });
    return new DatabaseKeeper(database);
  }

  all(): Promise<readonly Conversation[]> {
    return this.#database.getAll("conversations");
  }

  async turns(id: string): Promise<readonly Turn[]> {
    return (await this.#database.get("transcripts", id))?.turns ?? [];
  }

  async save(conversation: Conversation, turns: readonly Turn[] | null): Promise<void> {
    const change = this.#database.transaction(["conversations", "transcripts"], "readwrite");
    await Promise.all([
      change.objectStore("conversations").put(conversation),
      turns ? change.objectStore("transcripts").put({ id: conversation.id, turns }) : undefined,
      change.done,
    ]);
  }

  async remove(id: string): Promise<void> {
    const change = this.#database.transaction(["conversations", "transcripts"], "readwrite");
    await Promise.all([
      change.objectStore("conversations").delete(id),
      change.objectStore("transcripts").delete(id),
      change.done,
    ]);
  }
}

/** The database where there is one, else memory. */
export async function openKeeper(): Promise<{ keeper: ConversationKeeper; lasting: boolean }> {
  try {
    return { keeper: await DatabaseKeeper.open(), lasting: true };
  } catch {
    return { keeper: new MemoryKeeper(), lasting: false };
  }
}
