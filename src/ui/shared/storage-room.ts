/** What the browser lets this site keep. */
export interface StorageRoom {
  /** Bytes. */
  readonly used: number;
  /** Bytes that may be used in all. */
  readonly quota: number;
  /** The browser has promised not to clear it when space runs short. */
  readonly lasting: boolean;
}

/** The room there is; null where the browser does not tell. */
export async function readRoom(): Promise<StorageRoom | null> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { used: usage, quota, lasting: await navigator.storage.persisted() };
  } catch {
    return null;
  }
}

/** Asks the browser to keep what this site stores. Some ask the person; resolves to what was granted. */
export async function askToKeep(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
