import type { LitElement, ReactiveController } from "lit";

/** What the chat does with keys and files wherever on the page they come. */
export interface PageInput {
  stop(): void;
  newChat(): void;
  take(files: readonly File[]): void;
}

/** Hears keys and dropped files for a place of the app, while it is the one shown. */
export function hearPage(host: LitElement, input: PageInput): void {
  host.addController(new PageInputController(host, input));
}

class PageInputController implements ReactiveController {
  readonly #host: LitElement;
  readonly #input: PageInput;

  constructor(host: LitElement, input: PageInput) {
    this.#host = host;
    this.#input = input;
  }

  hostConnected(): void {
    document.addEventListener("keydown", this.#onKey);
    this.#host.addEventListener("dragover", this.#onDrag);
    this.#host.addEventListener("drop", this.#onDrop);
  }

  hostDisconnected(): void {
    document.removeEventListener("keydown", this.#onKey);
    this.#host.removeEventListener("dragover", this.#onDrag);
    this.#host.removeEventListener("drop", this.#onDrop);
  }

  readonly #onKey = (event: KeyboardEvent) => {
    if (this.#host.hidden || event.defaultPrevented) return;
    if (event.key === "Escape") this.#input.stop();
    if (event.key === "O" && event.shiftKey && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#input.newChat();
    }
  };

  /** A file that misses the composer must not replace the page. */
  readonly #onDrag = (event: DragEvent) => event.preventDefault();

  readonly #onDrop = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#input.take(files);
  };
}
