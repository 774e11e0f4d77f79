import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import { ChatAddressController } from "./chat-address-controller.ts";
import { ChatFocusController } from "./chat-focus-controller.ts";
import { fileMenu } from "./conversation-files.ts";
import { hearPage } from "./hear-page.ts";
import type { AnswerEvent } from "./slash-answer.ts";
import { chatStyles } from "./slash-chat.styles.ts";
import type { SendEvent, SlashComposer } from "./slash-composer.ts";
import type { RemedyEvent } from "./slash-fault.ts";
import type { EditEvent } from "./slash-question.ts";
import type { ResultsEvent } from "./slash-tool-calls.ts";
import type { SlashListDrawer } from "./slash-list-drawer.ts";
import type { SlashTranscript } from "./slash-transcript.ts";
import { TurnActions } from "./turn-actions.ts";
import { type WelcomePhase, welcomePhase } from "./welcome-phase.ts";
import "./slash-chat-bar.ts";
import "./slash-composer.ts";
import "./slash-conversation-list.ts";
import "./slash-empty-chat.ts";
import "./slash-list-drawer.ts";
import "./slash-model-choice.ts";
import "./slash-options-button.ts";

/** The chat: conversations at the side, the transcript in the middle, the composer at the foot. */
@customElement("slash-chat")
export class SlashChat extends LitElement {
  static override readonly styles = [base, chatStyles];

  @property({ attribute: false }) app!: AppState;
  @property({ attribute: false }) router!: Router;

  @query("slash-composer") readonly composer!: SlashComposer | null;
  @query("slash-transcript") readonly transcript!: SlashTranscript | null;
  @query("slash-list-drawer") private readonly drawer!: SlashListDrawer;
  /** From other apps, until there is somewhere to put it. */
  #shared = "";
  readonly #address = new ChatAddressController(this);
  readonly #focus = new ChatFocusController(this);

  constructor() {
    super();
    followStores(this, () => [
      this.app.engine,
      this.app.conversations,
      this.app.chat,
      this.app.settings,
      this.router,
    ]);
    hearPage(this, {
      stop: () => this.drawer.open || this.#stop(),
      newChat: () => {
        this.router.go("chat");
        this.#focus.write();
      },
      take: (files) => void this.composer?.take(files),
    });
  }

  protected override willUpdate(_changed: PropertyValues<this>) {
    if (this.app.conversations.state.turns.length > 0) this.#loadTranscript();
  }

  protected override firstUpdated() {
    void this.app.conversations.start();
    this.#shared = this.#address.takeShared();
    // Ahead of the first answer, but after everything that is seen first.
    setTimeout(() => {
      this.#loadTranscript();
    }, 1500);
  }

  protected override updated() {
    // On a first visit there is no composer before there is a model.
    if (this.#shared === "" || this.composer === null) return;
    this.composer.fill(this.#shared);
    this.#shared = "";
  }

  /** Turns come with code of their own, so that the first screen is not held up by it. */
  #loadTranscript() {
    import("./slash-transcript.ts").catch(() =>
      this.app.notices.show({ text: words.faults.placeMissing }),
    );
  }

  #model() {
    return this.app.engine.chosen(this.app.settings.state.model);
  }

  /** A message would be answered. */
  get ready(): boolean {
    return this.#phase() === "ready";
  }

  #phase(): WelcomePhase {
    return welcomePhase(this.app.engine.state, this.#model());
  }

  override render() {
    const { conversations, chat } = this.app;
    const { currentId, turns } = conversations.state;
    const running = chat.isRunning(currentId);
    const title = conversations.find(currentId)?.title ?? words.chat.new;
    return html`
      <aside>
        <slash-conversation-list .app=${this.app} .router=${this.router}></slash-conversation-list>
      </aside>
      <slash-list-drawer .app=${this.app} .router=${this.router}></slash-list-drawer>
      <section class="talk">
        <slash-chat-bar
          .heading=${title}
          .newHref=${this.router.href("chat")}
          .items=${fileMenu(this.app, this.router)}
          @slash-show-list=${() => this.drawer.show()}
        ></slash-chat-bar>
        ${
          turns.length > 0
            ? this.#transcript()
            : html`<slash-empty-chat
                .app=${this.app}
                @slash-send=${this.#onSend}
              ></slash-empty-chat>`
        }
        ${this.#foot(running)}
      </section>
      <span class="unseen" role="status">${this.#spoken(running)}</span>
    `;
  }

  #transcript() {
    const { currentId, turns } = this.app.conversations.state;
    const act = new TurnActions(this.app, this.router);
    return html`<slash-transcript
      .turns=${turns}
      .conversationId=${currentId}
      .waiting=${this.#waiting()}
      @slash-answer-action=${(event: AnswerEvent) => act.onAnswer(event)}
      @slash-edit=${(event: EditEvent) => act.onEdit(event)}
      @slash-remedy=${(event: RemedyEvent) => act.onRemedy(event)}
      @slash-results=${(event: ResultsEvent) => void this.app.chat.giveResults(event.results)}
    ></slash-transcript>`;
  }

  #foot(running: boolean) {
    const phase = this.#phase();
    const { engine } = this.app;
    const unable = engine.state.obstacle !== null;
    const nothingYet = this.app.conversations.state.turns.length === 0;
    // On a first visit a model has to be got before there is anything to write to.
    const unknown = engine.state.status === null && !this.app.settings.state.hadModel;
    if (unknown && nothingYet) return nothing;
    if ((phase === "absent" || phase === "stored" || unable) && nothingYet) return nothing;
    const name = this.#model()?.name ?? "";
    return html`<footer>
      <slash-composer
        ?running=${running}
        .placeholder=${
          phase === "ready" ? words.chat.placeholder(name) : words.chat.placeholderWaiting
        }
        @slash-send=${this.#onSend}
        @slash-stop=${this.#stop}
      >
        <slash-model-choice .app=${this.app}></slash-model-choice>
        <slash-options-button .app=${this.app}></slash-options-button>
      </slash-composer>
    </footer>`;
  }

  #waiting(): string {
    const { engine, chat } = this.app;
    if (engine.state.status?.state === "loading") return words.chat.queued;
    const { before } = chat.state;
    return before === null || before === 0 ? words.chat.reading : words.chat.before(before);
  }

  /** For screen readers: that it began, then the whole answer once; never piece by piece. */
  #spoken(running: boolean): string {
    if (running) return words.chat.answering;
    return this.app.chat.state.ended?.text ?? "";
  }

  readonly #onSend = async (event: SendEvent) => {
    const before = this.app.conversations.state.currentId;
    const answered = this.app.chat.send(event.text);
    this.transcript?.toEnd?.();
    if (before === null) await this.#address.name();
    await answered;
  };

  readonly #stop = () => this.app.chat.stop(this.app.conversations.state.currentId);
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-chat": SlashChat;
  }
}
