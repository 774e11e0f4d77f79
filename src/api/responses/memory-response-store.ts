import type { ResponseStore, StoredResponse } from "./response-store.ts";

/** Keeps responses for as long as the page or the process lives, the newest `limit` of them. */
export class MemoryResponseStore implements ResponseStore {
  readonly #stored = new Map<string, StoredResponse>();
  readonly #deleted = new Set<string>();
  readonly #limit: number;

  constructor(limit = 1000) {
    this.#limit = limit;
  }

  async get(id: string): Promise<StoredResponse | undefined> {
    return this.#stored.get(id);
  }

  async put(stored: StoredResponse): Promise<void> {
    if (this.#deleted.has(stored.id)) return;
    this.#stored.set(stored.id, stored);
    const [oldest] = this.#stored.keys();
    if (this.#stored.size > this.#limit && oldest !== undefined) this.#stored.delete(oldest);
  }

  async delete(id: string): Promise<boolean> {
    const found = this.#stored.delete(id);
    if (found) this.#deleted.add(id);
    return found;
  }
}
