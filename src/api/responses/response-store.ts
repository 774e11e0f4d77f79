import type { JsonObject } from "../../engine/job.ts";

/** A stored answer of `POST /v1/responses`, with all it takes to go on from it. */
export interface StoredResponse {
  readonly id: string;
  /** Unix time in whole seconds. */
  readonly createdAt: number;
  /** The response object as it was sent. */
  readonly response: JsonObject;
  /**
   * All input items this answer was made from, those of earlier responses too: a conversation goes on from one record,
   * also when earlier ones have been deleted.
   */
  readonly input: readonly JsonObject[];
}

/** Where responses are kept. Nothing leaves the browser. */
export interface ResponseStore {
  get(id: string): Promise<StoredResponse | undefined>;
  /** Adds or replaces. What was deleted stays deleted, also when its stream is read once more. */
  put(stored: StoredResponse): Promise<void>;
  /** Resolves to false when there was none. */
  delete(id: string): Promise<boolean>;
}
