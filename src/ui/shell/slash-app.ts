import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { SlashV1 } from "../../page/slash-v1.ts";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import { AppState } from "../state/app-state.ts";
import { describeStatus, type StatusLine } from "../state/describe-status.ts";
import { NoticeStore } from "../state/notice-store.ts";
import type { SettingsStore } from "../state/settings-store.ts";
import { StartingSlash } from "../state/starting-slash.ts";
import { words } from "../words.ts";
import { InstallController } from "./install-controller.ts";
import { OnlineController } from "./online-controller.ts";
import { takeOpenedFiles } from "./opened-files.ts";
import { type Place, places, type Router } from "./router.ts";
import { styles } from "./slash-app.styles.ts";
import "../chat/slash-chat.ts";
import "./slash-notice.ts";
import "./slash-rail.ts";
import "./slash-status-line.ts";

/** The other places come with code of their own, fetched when they are first shown. */
const loadPlace: Readonly<Partial<Record<Place, () => Promise<unknown>>>> = {
  models: () => import("../models/slash-models.ts"),
  console: () => import("../console/slash-console.ts"),
  settings: () => import("../settings/slash-settings.ts"),
};

/** The whole app: status line, places, and what is shown in them. */
@customElement("slash-app")
export class SlashApp extends LitElement {
  static override readonly styles = [base, styles];

  @property({ attribute: false }) router!: Router;
  /** Resolves once `/v1` answers; the page is drawn, and can be written on, before that. */
  @property({ attribute: false }) starting: Promise<SlashV1> | null = null;
  @property({ attribute: false }) settings!: SettingsStore;

  @state() private app: AppState | null = null;
  @state() private failed = false;
  @state() private visited: ReadonlySet<Place> = new Set();

  readonly #notices = new NoticeStore();
  readonly #online = new OnlineController(this);
  readonly #install = new InstallController(this);

  constructor() {
    super();
    followStores(this, () => [
      this.router,
      this.settings,
      this.app?.engine,
      this.app?.chat,
      this.app?.kept,
    ]);
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.#start();
  }

  async #start() {
    if (!this.starting) return;
    const slash = new StartingSlash(this.starting);
    const app = new AppState(slash, this.settings, this.#notices);
    this.app = app;
    takeOpenedFiles(app, this.router);
    try {
      await slash.started;
      app.start();
    } catch {
      this.failed = true;
    }
  }

  protected override willUpdate(_changed: PropertyValues<this>) {
    const { place } = this.router.state;
    if (this.visited.has(place)) return;
    this.visited = new Set([...this.visited, place]);
    loadPlace[place]?.().catch(() => this.#notices.show({ text: words.faults.placeMissing }));
  }

  protected override updated() {
    const { place } = this.router.state;
    document.title = place === "chat" ? words.name : `${words.places[place]} · ${words.name}`;
  }

  #line(): StatusLine {
    if (this.failed) {
      return { tone: "bad", parts: [words.status.startFailed], help: null, progress: null };
    }
    const { engine, chat } = this.app ?? {};
    return describeStatus({
      status: engine?.state.status ?? null,
      models: engine?.state.models ?? [],
      obstacle: engine?.state.obstacle ?? null,
      online: this.#online.value,
      before: chat?.state.before ?? null,
    });
  }

  #installHint(): string {
    return this.app?.kept.state.kept ? words.install.hintKept : words.install.hint;
  }

  override render() {
    const { place } = this.router.state;
    return html`
      <header>
        <a class="skip" href="#content" @click=${this.#skip}>${words.skipToContent}</a>
        <slash-status-line .line=${this.#line()} @help=${this.#help}></slash-status-line>
        ${
          this.#install.offered
            ? html`<button class="install" title=${this.#installHint()} @click=${this.#install.ask}>
                ${words.install.offer}
              </button>`
            : nothing
        }
      </header>
      <slash-rail .router=${this.router} .place=${place}></slash-rail>
      <main id="content" tabindex="-1">
        ${
          this.failed
            ? html`<section class="failed">
                <h1>${words.start.failed}</h1>
                <p>${words.start.hint}</p>
                <button class="primary" @click=${() => location.reload()}>
                  ${words.update.apply}
                </button>
              </section>`
            : nothing
        }
        ${places.map((one) => (this.visited.has(one) ? this.#place(one, one === place) : nothing))}
      </main>
      <span class="unseen" role="status">${this.visited.size > 1 ? words.places[place] : ""}</span>
      <slash-notice .notices=${this.#notices}></slash-notice>
    `;
  }

  #place(place: Place, shown: boolean) {
    const { app, router } = this;
    if (!app) return nothing;
    switch (place) {
      case "chat":
        return html`<slash-chat ?hidden=${!shown} .app=${app} .router=${router}></slash-chat>`;
      case "models":
        return html`<slash-models ?hidden=${!shown} .app=${app} .router=${router}></slash-models>`;
      case "console":
        return html`<slash-console ?hidden=${!shown} .app=${app}></slash-console>`;
      case "settings":
        return html`<slash-settings ?hidden=${!shown} .app=${app}></slash-settings>`;
    }
  }

  readonly #skip = (event: Event) => {
    event.preventDefault();
    this.renderRoot.querySelector("main")?.focus();
  };

  /** The chat explains obstacles and failures, where an answer would be. */
  readonly #help = () => {
    this.router.go("chat");
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-app": SlashApp;
  }
}
