import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { ApiError, invalidRequest } from "../api-error.ts";
import type { ModelSource } from "../engine.ts";
import { addedEntry, modelName } from "./added-entry.ts";
import { folderOf } from "./catalogue.ts";
import { inspectModelFiles } from "./model-files.ts";
import type { ModelEntry } from "./model-record.ts";

interface AddedModels extends DBSchema {
  models: { key: string; value: ModelEntry };
}

function open(): Promise<IDBPDatabase<AddedModels>> {
  return openDB<AddedModels>("slash-v1-models", 1, {
    upgrade: (database) => void database.createObjectStore("models", { keyPath: "id" }),
  });
}

/** The models that the user has added. Empty where the browser keeps no databases. */
export async function rememberedModels(): Promise<readonly ModelEntry[]> {
  try {
    const database = await open();
    const models = await database.getAll("models");
    database.close();
    return models;
  } catch {
    return [];
  }
}

export async function rememberModel(entry: ModelEntry): Promise<void> {
  const database = await open();
  await database.put("models", entry);
  database.close();
}

/** Takes a model out of the list; nothing happens when it isn't there. */
export async function forgetModel(id: string): Promise<void> {
  const database = await open();
  await database.delete("models", id);
  database.close();
}

/**
 * Looks at a model's small files before anything of it is stored.
 *
 * @throws ApiError 400 when the addresses are not what a WebLLM model needs
 */
export async function inspectSource(source: ModelSource, signal: AbortSignal): Promise<ModelEntry> {
  const id = modelName(source.id);
  const url = folderOf(absolute(source.url, "url"));
  const library = absolute(source.library, "library");
  try {
    const described = await inspectModelFiles(url, signal);
    return addedEntry({ id, ownedBy: new URL(url).host, url, library, ...described });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    if (error instanceof TypeError) {
      // Of `fetch`: nothing came, and the browser does not say why.
      throw invalidRequest(
        "This address cannot be read: its server cannot be reached, or does not let other sites read its files (CORS).",
        "url",
      );
    }
    throw invalidRequest(
      "There is no WebLLM model at this address: its mlc-chat-config.json or tensor-cache.json could not be read.",
      "url",
    );
  }
}

function absolute(address: string, param: string): string {
  try {
    return new URL(address).href;
  } catch {
    throw invalidRequest("This is not a complete address. It starts with https://.", param);
  }
}
