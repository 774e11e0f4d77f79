import { openDB, type DBSchema, type IDBPDatabase } from "idb";

import type { ResponseStore, StoredResponse } from "./response-store.ts";

interface Schema extends DBSchema {
  responses: { key: string; value: StoredResponse; indexes: { createdAt: number } };
}

/** As long as OpenAI keeps stored responses. */
const KEEP_SECONDS = 30 * 24 * 60 * 60;

/** Keeps responses in the browser, for page and service worker alike. */
export class IndexedDbResponseStore implements ResponseStore {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name = "slash-v1-responses") {
    this.#name = name;
  }

  async get(id: string): Promise<StoredResponse | undefined> {
    return (await this.#open()).get("responses", id);
  }

  async put(stored: StoredResponse): Promise<void> {
    const transaction = (await this.#open()).transaction("responses", "readwrite");
    const old = IDBKeyRange.upperBound(stored.createdAt - KEEP_SECONDS);
    const outdated = await transaction.store.index("createdAt").getAllKeys(old);
    await Promise.all([
      ...outdated.map((id) => transaction.store.delete(id)),
      transaction.store.put(stored),
      transaction.done,
    ]);
  }

  async delete(id: string): Promise<boolean> {
    const transaction = (await this.#open()).transaction("responses", "readwrite");
    const found = (await transaction.store.getKey(id)) !== undefined;
    await Promise.all([transaction.store.delete(id), transaction.done]);
    return found;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      this.#database = undefined;
    };
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        const store = database.createObjectStore("responses", { keyPath: "id" });
        store.createIndex("createdAt", "createdAt");
      },
      // A newer version of the site wants to upgrade: let it.
      blocking(_current, _blocked, { target }) {
        (target as IDBDatabase | null)?.close();
        forget();
      },
      terminated: forget,
    });
    this.#database.catch(forget);
    return this.#database;
  }
}
