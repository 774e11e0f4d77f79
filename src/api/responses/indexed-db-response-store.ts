import { openDB, type DBSchema, type IDBPDatabase } from "idb";

import type { ResponseStore, StoredResponse } from "./response-store.ts";

/** Stands where a response was until it would have gone by itself. */
type Deleted = Pick<StoredResponse, "id" | "createdAt"> & { readonly deleted: true };

interface Schema extends DBSchema {
  responses: { key: string; value: StoredResponse | Deleted; indexes: { createdAt: number } };
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
    const found = await (await this.#open()).get("responses", id);
    return isThere(found) ? found : undefined;
  }

  async put(stored: StoredResponse): Promise<void> {
    const transaction = (await this.#open()).transaction("responses", "readwrite");
    const old = IDBKeyRange.upperBound(stored.createdAt - KEEP_SECONDS);
    const outdated = await transaction.store.index("createdAt").getAllKeys(old);
    const present = await transaction.store.get(stored.id);
    const isDeleted = present !== undefined && !isThere(present);
    await Promise.all([
      ...outdated.map((id) => transaction.store.delete(id)),
      isDeleted ? undefined : transaction.store.put(stored),
      transaction.done,
    ]);
  }

  async delete(id: string): Promise<boolean> {
    const transaction = (await this.#open()).transaction("responses", "readwrite");
    const found = await transaction.store.get(id);
    const mark = isThere(found) && { id, createdAt: found.createdAt, deleted: true as const };
    await Promise.all([mark && transaction.store.put(mark), transaction.done]);
    return isThere(found);
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

function isThere(record: StoredResponse | Deleted | undefined): record is StoredResponse {
  return record !== undefined && !("deleted" in record);
}
