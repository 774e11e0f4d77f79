import { Store } from "../shared/store.ts";

/** Whether the app opens without a network. */
export interface KeptState {
  /** All files that it needs for that are in this browser; null while they are being fetched. */
  readonly kept: boolean | null;
}

/** What may be said of working offline: nothing before the files are really here. */
export class KeptStore extends Store<KeptState> {
  constructor() {
    super({ kept: null });
  }

  /** Takes what {@link SlashV1.kept} comes to. */
  async follow(kept: Promise<boolean>): Promise<void> {
    try {
      this.set({ kept: await kept });
    } catch {
      this.set({ kept: false });
    }
  }
}
