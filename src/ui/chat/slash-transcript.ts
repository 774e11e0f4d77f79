import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { Turn } from "../state/conversation.ts";
import { words } from "../words.ts";
import { FollowEndController } from "../shared/follow-end-controller.ts";
import "../shared/slash-code.ts";
import "./slash-answer.ts";
import "./slash-question.ts";

/** The turns of a conversation, in a scroll of its own that follows the end only for a reader who is there. */
@customElement("slash-transcript")
export class SlashTranscript extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        position: relative;
        display: block;
        min-block-size: 0;
      }
      .scroll {
        block-size: 100%;
        overflow-y: auto;
        overscroll-behavior: contain;
        scrollbar-gutter: stable both-edges;
      }
      .turns {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
        max-inline-size: 72ch;
        margin-inline: auto;
        padding: var(--space-6) var(--space-4) var(--space-8);
      }
      .tool {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-2);
      }
      .tool h2 {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        font-size: var(--size-s);
      }
      .to-end {
        position: absolute;
        inset-block-end: var(--space-3);
        inset-inline: 0;
        margin-inline: auto;
        inline-size: fit-content;
        border-radius: 999px;
        box-shadow: var(--shadow);
      }
    `,
  ];

  @property({ attribute: false }) turns: readonly Turn[] = [];
  /** Another conversation starts at its end again. */
  @property({ attribute: false }) conversationId: string | null = null;
  /** What there is to say while an answer has no words yet. */
  @property() waiting = "";

  @query(".scroll") private readonly scroller!: HTMLElement | null;
  readonly #follow = new FollowEndController(this, () => this.scroller);

  /** Goes to the end, as after sending. */
  toEnd() {
    this.#follow.toEnd();
  }

  /** Puts the focus on what helps with the failure of the last answer. */
  async focusFault() {
    const answer = [...this.renderRoot.querySelectorAll("slash-answer")].at(-1);
    await answer?.updateComplete;
    const fault = answer?.renderRoot.querySelector("slash-fault");
    await fault?.updateComplete;
    fault?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("conversationId")) this.#follow.atEnd = true;
  }

  override render() {
    const last = this.turns.at(-1);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label=${words.chat.transcript}>
        <div class="turns" role="log" aria-live="off">
          ${repeat(
            this.turns,
            (turn) => turn.id,
            (turn) => this.#turn(turn, turn === last),
          )}
        </div>
      </div>
      ${
        this.#follow.atEnd
          ? nothing
          : html`<button class="to-end" @click=${() => this.#follow.toEnd()}>
              ${icons.arrowDown}${words.chat.toEnd}
            </button>`
      }
    `;
  }

  #turn(turn: Turn, last: boolean) {
    switch (turn.role) {
      case "user":
        return html`<slash-question .turn=${turn}></slash-question>`;
      case "assistant":
        return html`<slash-answer
          .turn=${turn}
          ?last=${last}
          .waiting=${last ? this.waiting : ""}
        ></slash-answer>`;
      case "tool":
        return html`<section class="tool">
          <h2>${icons.tool}<span>${words.chat.tool(turn.name)}</span></h2>
          <slash-code .code=${turn.text}></slash-code>
        </section>`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-transcript": SlashTranscript;
  }
}
