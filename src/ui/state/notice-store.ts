import { Store } from "../shared/store.ts";

/** A short message at the foot of the page, with at most one thing to do about it. */
export interface Notice {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void | Promise<void> };
  /** Stays until it is dismissed or replaced. */
  readonly lasting?: boolean;
}

/** One notice at a time: a newer one replaces the older. */
export class NoticeStore extends Store<{ readonly notice: Notice | null }> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ notice: null });
  }

  show(notice: Notice): void {
    clearTimeout(this.#timer);
    this.set({ notice });
    // Long enough to read and to reach by keyboard; undo is offered here.
    if (!notice.lasting) this.#timer = setTimeout(() => this.dismiss(), 10_000);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.set({ notice: null });
  }

  /** While the pointer or the focus is on the notice it must not go away. */
  hold(): void {
    clearTimeout(this.#timer);
  }
}
