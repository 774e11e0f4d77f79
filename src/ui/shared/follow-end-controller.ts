import type { ReactiveController, ReactiveControllerHost } from "lit";

/** How near to the end still counts as being there, in pixels. */
const nearly = 48;

/** Keeps a scrolling element at its end while the reader is there, and leaves it alone when not. */
export class FollowEndController implements ReactiveController {
  /** The reader sees the end. */
  atEnd = true;
  readonly #host: ReactiveControllerHost;
  readonly #scroller: () => HTMLElement | null;
  #watched: HTMLElement | null = null;
  readonly #sizes = new ResizeObserver(() => this.#follow());

  constructor(host: ReactiveControllerHost, scroller: () => HTMLElement | null) {
    this.#host = host;
    this.#scroller = scroller;
    host.addController(this);
  }

  hostUpdated(): void {
    const element = this.#scroller();
    if (element && element !== this.#watched) {
      this.#watched = element;
      element.addEventListener("scroll", this.#onScroll, { passive: true });
      // The content grows when children draw, which is after the host has.
      this.#sizes.observe(element);
      for (const child of element.children) this.#sizes.observe(child);
    }
    this.#follow();
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#watched?.removeEventListener("scroll", this.#onScroll);
    this.#watched = null;
  }

  /** Goes to the end and stays there. */
  toEnd(): void {
    this.#set(true);
    this.#follow();
  }

  #follow(): void {
    const element = this.#watched;
    if (this.atEnd && element) element.scrollTop = element.scrollHeight;
  }

  readonly #onScroll = () => {
    const element = this.#watched;
    if (!element || element.clientHeight === 0) return;
    this.#set(element.scrollHeight - element.scrollTop - element.clientHeight < nearly);
  };

  #set(atEnd: boolean): void {
    if (atEnd === this.atEnd) return;
    this.atEnd = atEnd;
    this.#host.requestUpdate();
  }
}
