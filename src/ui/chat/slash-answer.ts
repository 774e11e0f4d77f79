import { html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { AssistantTurn } from "../state/conversation.ts";
import { splitThinking } from "../state/split-thinking.ts";
import { words } from "../words.ts";
import { actionStyles } from "./action.styles.ts";
import { describeEnding, describeFigures } from "./describe-answer.ts";
import { answerStyles } from "./slash-answer.styles.ts";
import "../shared/slash-copy.ts";
import "./markdown/slash-markdown.ts";
import "./slash-fault.ts";
import "./slash-tool-calls.ts";

/** Something should happen to an answer. */
export class AnswerEvent extends Event {
  readonly action: "again" | "continue";
  readonly turnId: string;

  constructor(action: AnswerEvent["action"], turnId: string) {
    super("slash-answer-action", { bubbles: true, composed: true });
    this.action = action;
    this.turnId = turnId;
  }
}

/**
 * What the model wrote: plain on the page, with its figures and what can be done with it.
 *
 * @event slash-answer-action - AnswerEvent
 */
@customElement("slash-answer")
export class SlashAnswer extends LitElement {
  static override readonly styles = [base, actionStyles, answerStyles];

  @property({ attribute: false }) turn!: AssistantTurn;
  /** The last turn of the conversation: its actions stay in view, and it can go on. */
  @property({ type: Boolean }) last = false;
  /** What there is to say while nothing of the answer has come. */
  @property() waiting = "";

  override render() {
    const { turn } = this;
    const running = turn.ending === "running";
    const empty = turn.text === "" && turn.toolCalls.length === 0;
    return html`
      <article
        aria-label=${words.chat.answerOf(turn.model)}
        aria-busy=${running ? "true" : "false"}
      >
        ${running && empty ? html`<p class="waiting">${this.waiting}</p>` : nothing}
        ${turn.text === "" ? nothing : this.#text()}
        ${
          turn.toolCalls.length > 0
            ? html`<slash-tool-calls
                .calls=${turn.toolCalls}
                ?open=${this.last && turn.ending === "tool-calls"}
              ></slash-tool-calls>`
            : nothing
        }
        ${
          turn.fault
            ? html`<slash-fault
                .fault=${turn.fault}
                ?partly=${!empty}
                .turnId=${turn.id}
              ></slash-fault>`
            : nothing
        }
      </article>
      ${running ? html`<div class="actions"></div>` : this.#foot(empty)}
    `;
  }

  #text() {
    const { text, json, ending } = this.turn;
    if (!json) {
      const { thoughts, answer } = splitThinking(text);
      return html`${
        thoughts
          ? html`<details ?open=${answer === ""}>
              <summary>${words.chat.thinking}</summary>
              <slash-markdown .text=${thoughts}></slash-markdown>
            </details>`
          : nothing
      }
      ${answer === "" ? nothing : html`<slash-markdown .text=${answer}></slash-markdown>`}`;
    }
    return html`<slash-code
      language="json"
      .code=${ending === "running" ? text : prettyJson(text)}
    ></slash-code>`;
  }

  #foot(empty: boolean) {
    const { turn } = this;
    const ending = describeEnding(turn);
    const figures = describeFigures(turn);
    const goesOn =
      this.last && !empty && ["length", "stopped", "interrupted"].includes(turn.ending);
    return html`<div class="actions ${this.last ? "always" : ""}">
      ${
        empty
          ? nothing
          : html`<slash-copy
              wordless
              .text=${turn.text}
              .label=${words.chat.copyAnswer}
            ></slash-copy>`
      }
      ${
        turn.fault
          ? nothing
          : html`<button
              class="plain only-icon"
              title=${words.chat.regenerate}
              aria-label=${words.chat.regenerate}
              @click=${() => this.#ask("again")}
            >
              ${icons.retry}
            </button>`
      }
      ${
        goesOn
          ? html`<button class="plain" @click=${() => this.#ask("continue")}>
              ${words.chat.continue}
            </button>`
          : nothing
      }
      <p class="figures">
        ${ending ? html`<strong>${ending}</strong>` : nothing}${figures.map(
          (figure) => html`<span>${figure}</span>`,
        )}
      </p>
    </div>`;
  }

  #ask(action: AnswerEvent["action"]) {
    this.dispatchEvent(new AnswerEvent(action, this.turn.id));
  }
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-answer": SlashAnswer;
  }
  interface GlobalEventHandlersEventMap {
    "slash-answer-action": AnswerEvent;
  }
}
