import { html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import { words } from "../words.ts";
import { composerStyles } from "./slash-composer.styles.ts";

/** The person has written something and wants it answered. */
export class SendEvent extends Event {
  readonly text: string;

  constructor(text: string) {
    super("slash-send", { bubbles: true, composed: true });
    this.text = text;
  }
}

const draftKey = "slash-v1.draft";

/** What was being written before a reload. Only this tab's, and gone with it. */
function readDraft(): string {
  try {
    return sessionStorage.getItem(draftKey) ?? "";
  } catch {
    return "";
  }
}

function keepDraft(text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(draftKey);
    else sessionStorage.setItem(draftKey, text);
  } catch {
    // Storage is refused or full: a draft is a courtesy.
  }
}

/** Text files up to this size may be dropped into a message. */
const fileLimit = 64_000;

/**
 * Where a message is written. Enter sends, Shift+Enter breaks the line, Escape stops what runs.
 *
 * @slot - what stands at the foot, beside the send button
 * @event slash-send - SendEvent with the text
 * @event slash-stop - stop the answer that runs
 */
@customElement("slash-composer")
export class SlashComposer extends LitElement {
  static override readonly styles = [base, composerStyles];

  @property({ type: Boolean }) running = false;
  @property() placeholder = "";

  @state() private text = readDraft();
  @state() private remark = "";
  @query("textarea") private readonly field!: HTMLTextAreaElement;

  /** At once where the field is there, since phones show the keyboard only within the gesture. */
  override focus() {
    if (this.hasUpdated) this.field.focus();
    else void this.updateComplete.then(() => this.field.focus());
  }

  get empty(): boolean {
    return this.text === "";
  }

  /** Puts text into the field, for the person to read over and send. */
  fill(text: string) {
    this.text = text;
    void this.updateComplete.then(() => this.focus());
  }

  override render() {
    return html`
      <form @submit=${this.#submit}>
        ${
          this.remark
            ? html`<p class="remark" role="alert">
                ${icons.alert}<span>${this.remark}</span>
                <button
                  class="plain only-icon"
                  type="button"
                  aria-label=${words.common.dismiss}
                  @click=${() => (this.remark = "")}
                >
                  ${icons.close}
                </button>
              </p>`
            : nothing
        }
        <textarea
          rows="1"
          dir="auto"
          aria-label=${words.chat.composer}
          placeholder=${this.placeholder}
          enterkeyhint="send"
          .value=${live(this.text)}
          @input=${this.#input}
          @keydown=${this.#keydown}
          @paste=${this.#paste}
        ></textarea>
        <div class="foot">
          <slot></slot>
          ${
            this.running
              ? html`<button
                  class="primary only-icon round"
                  type="button"
                  title=${words.chat.stopHint}
                  aria-label=${words.chat.stop}
                  @click=${this.#stop}
                >
                  ${icons.stop}
                </button>`
              : html`<button
                  class="primary only-icon round"
                  type="submit"
                  title=${words.chat.send}
                  aria-label=${words.chat.send}
                  aria-disabled=${this.text.trim() === ""}
                >
                  ${icons.arrowUp}
                </button>`
          }
        </div>
      </form>
    `;
  }

  readonly #input = () => {
    this.text = this.field.value;
  };

  /** Grows with its text where the browser does not do that by itself. */
  #grow() {
    if (CSS.supports("field-sizing", "content")) return;
    this.field.style.blockSize = "auto";
    this.field.style.blockSize = `${this.field.scrollHeight}px`;
  }

  protected override updated() {
    this.#grow();
    keepDraft(this.text);
  }

  readonly #keydown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      this.#send();
    }
  };

  readonly #submit = (event: Event) => {
    event.preventDefault();
    this.#send();
  };

  #send() {
    const text = this.text.trim();
    if (text === "" || this.running) return;
    this.text = "";
    this.remark = "";
    this.dispatchEvent(new SendEvent(text));
    this.focus();
  }

  readonly #stop = () => {
    this.dispatchEvent(new Event("slash-stop", { bubbles: true, composed: true }));
    this.focus();
  };

  readonly #paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.take(files);
  };

  /** Text files become part of the message; pictures are refused with words. */
  async take(files: readonly File[]) {
    for (const file of files) {
      const isText =
        file.type.startsWith("text/") ||
        /\.(json|md|txt|csv|[jt]sx?|py|html?|css)$/iu.test(file.name);
      if (!isText) this.remark = words.chat.noImages;
      else if (file.size > fileLimit) this.remark = words.chat.fileTooLong(file.name);
      else {
        const fence = "```";
        const content = (await file.text()).trimEnd();
        this.text = `${this.text}${this.text ? "\n\n" : ""}${file.name}\n${fence}\n${content}\n${fence}\n`;
      }
    }
    this.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-composer": SlashComposer;
  }
  interface GlobalEventHandlersEventMap {
    "slash-send": SendEvent;
    "slash-stop": Event;
  }
}
