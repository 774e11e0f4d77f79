import type { LitElement, ReactiveController } from "lit";
import type { AppState } from "../state/app-state.ts";
import type { AssistantTurn } from "../state/conversation.ts";
import type { SlashComposer } from "./slash-composer.ts";
import type { SlashTranscript } from "./slash-transcript.ts";

interface Host extends LitElement {
  readonly app: AppState;
  readonly composer: SlashComposer | null;
  readonly transcript: SlashTranscript | null;
  /** A message would be answered. */
  readonly ready: boolean;
}

/** Puts the focus on what comes next, never away from what is being done. */
export class ChatFocusController implements ReactiveController {
  readonly #host: Host;
  #invited: SlashComposer | null = null;
  #ended: AssistantTurn | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    void this.#showFault();
    this.#inviteToWrite();
  }

  /** For a new chat: writing is next, whatever was done before. */
  write(): void {
    this.#invited = null;
    this.#host.composer?.focus();
  }

  /** Once the model is there, the next thing to do is to write; unless something else is being done. */
  #inviteToWrite(): void {
    const { composer, ready, hidden } = this.#host;
    if (!ready || !composer || this.#invited === composer || hidden) return;
    this.#invited = composer;
    if (document.activeElement !== document.body) return;
    if (matchMedia("(pointer: fine)").matches) composer.focus();
  }

  /** When an answer fails, the focus goes to what helps; unless something else is being written. */
  async #showFault(): Promise<void> {
    const host = this.#host;
    const { ended } = host.app.chat.state;
    if (ended === this.#ended) return;
    this.#ended = ended;
    if (!ended?.fault || host.hidden || !host.composer?.empty) return;
    await customElements.whenDefined("slash-transcript");
    await host.updateComplete;
    await host.transcript?.updateComplete;
    await host.transcript?.focusFault();
  }
}
