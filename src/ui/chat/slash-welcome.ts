import { html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ModelInfo, ModelProgress } from "../../engine/model-info.ts";
import { base } from "../shared/base.styles.ts";
import { formatBytes } from "../shared/format.ts";
import { describeProgress } from "../state/describe-status.ts";
import { words } from "../words.ts";
import { SendEvent } from "./slash-composer.ts";
import type { WelcomePhase } from "./welcome-phase.ts";
import { welcomeStyles } from "./slash-welcome.styles.ts";
import "../shared/slash-code.ts";

/**
 * The empty chat. On a first visit: one sentence, the size, one button; while the model comes: how far it is, what one
 * can do, prompts and code.
 *
 * @event slash-get - fetch and load the model
 * @event slash-stop-get - stop that
 * @event slash-send - SendEvent with a prompt that was chosen
 */
@customElement("slash-welcome")
export class SlashWelcome extends LitElement {
  static override readonly styles = [base, welcomeStyles];

  @property() phase: WelcomePhase = "ready";
  @property({ attribute: false }) model: ModelInfo | undefined;
  @property({ attribute: false }) progress: ModelProgress | null = null;
  /** This tab does the fetching, so it can stop it. */
  @property({ type: Boolean }) own = false;
  /** The last try failed or was stopped, in words. */
  @property() remark = "";
  /** The connection is metered, or the person asked to save data. */
  @property({ type: Boolean }) metered = false;
  /** The app opens without a network. */
  @property({ type: Boolean }) kept = false;
  @property() baseUrl = "";

  override render() {
    return html`<div class="scroll">
      <div class="middle">${this.phase === "ready" ? this.#ready() : this.#before()}</div>
    </div>`;
  }

  #before() {
    return html`
      <h1>${words.first.title}</h1>
      <p class="promise">${words.promise}</p>
      ${this.phase === "loading" ? this.#coming() : this.#offer()}
    `;
  }

  #offer() {
    const { model, phase } = this;
    const name = model?.name ?? "";
    const size = model?.sizeBytes ?? null;
    const label =
      phase === "stored"
        ? words.first.load
        : size === null
          ? words.first.getUnknown
          : words.first.get(formatBytes(size));
    return html`
      <button class="primary big" ?disabled=${!model} @click=${() => this.#say("slash-get")}>
        ${this.remark && phase === "absent" ? words.first.goOn : label}
      </button>
      <p class="hint">
        ${phase === "stored" ? words.first.here(name) : words.first.once(name)}
        ${this.metered && phase === "absent" ? words.first.metered : nothing}
      </p>
      <p class="remark" role="status">${this.remark}</p>
    `;
  }

  #coming() {
    const { progress } = this;
    const bytes = progress && progress.totalBytes > 0;
    return html`
      <div class="coming">
        <progress
          aria-label=${words.first.progress}
          max=${bytes ? progress.totalBytes : nothing}
          value=${bytes ? progress.loadedBytes : nothing}
        ></progress>
        <div class="line">
          <span class="how-far">
            ${progress ? describeProgress(progress).join(" · ") : words.phases.checking}
          </span>
          ${
            this.own
              ? html`<button @click=${() => this.#say("slash-stop-get")}>
                  ${words.first.stop}
                </button>`
              : nothing
          }
        </div>
      </div>
      <section>
        <h2>${words.first.can}</h2>
        <ul>
          <li>${this.kept ? words.first.canChatKept : words.first.canChat}</li>
          ${words.first.canList.map((one) => html`<li>${one}</li>`)}
        </ul>
      </section>
      ${this.#prompts()}
      <section>
        <h2>${words.first.code}</h2>
        <slash-code
          wrap
          language="js"
          .code=${threeLines(this.baseUrl, this.model?.id ?? "")}
        ></slash-code>
        <p class="hint">${words.first.codeHint}</p>
      </section>
    `;
  }

  #ready() {
    return html`<h1>${words.chat.greeting}</h1>
      ${this.#prompts()}`;
  }

  #prompts() {
    return html`<section class="prompts">
      <h2 class=${this.phase === "ready" ? "unseen" : ""}>${words.first.prompts}</h2>
      <ul role="list">
        ${words.prompts.map(
          (prompt) =>
            html`<li>
              <button @click=${() => this.dispatchEvent(new SendEvent(prompt))}>${prompt}</button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #say(type: "slash-get" | "slash-stop-get") {
    this.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
}

/** The three lines that call the model from code. */
function threeLines(baseUrl: string, model: string): string {
  return [
    `const openai = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: "none", dangerouslyAllowBrowser: true });`,
    `const answer = await openai.chat.completions.create({ model: ${JSON.stringify(model)}, messages: [{ role: "user", content: "Hello" }] });`,
    "console.log(answer.choices[0].message.content);",
  ].join("\n");
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-welcome": SlashWelcome;
  }
}
