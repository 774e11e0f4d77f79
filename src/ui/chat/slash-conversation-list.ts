import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { base } from "../shared/base.styles.ts";
import { formatWhen } from "../shared/format.ts";
import { icons } from "../shared/icons.ts";
import { followStores } from "../shared/follow-stores.ts";
import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import type { Conversation } from "../state/conversation.ts";
import { searchConversations } from "../state/search-conversations.ts";
import { words } from "../words.ts";
import { groupByDate } from "./group-by-date.ts";
import { listStyles } from "./slash-conversation-list.styles.ts";

/**
 * The conversations of this browser: search, open, rename in place, delete with undo.
 *
 * @event slash-chosen - one was opened, or a new one begun
 */
@customElement("slash-conversation-list")
export class SlashConversationList extends LitElement {
  static override readonly styles = [base, listStyles];

  @property({ attribute: false }) app!: AppState;
  @property({ attribute: false }) router!: Router;

  @state() private search = "";
  @state() private found: ReadonlySet<string> | null = null;
  @state() private renaming: string | null = null;

  constructor() {
    super();
    followStores(this, () => [this.app.conversations, this.app.chat]);
  }

  override render() {
    const { list, lasting } = this.app.conversations.state;
    const shown = list?.filter((one) => this.found === null || this.found.has(one.id)) ?? [];
    return html`
      <div class="top">
        <a class="button new" href=${this.router.href("chat")} @click=${this.#chosen}>
          ${icons.plus}${words.chat.new}
        </a>
        ${
          list && list.length > 0
            ? html`<input
                type="search"
                aria-label=${words.chat.search}
                placeholder=${words.chat.search}
                .value=${this.search}
                @input=${this.#find}
              />`
            : nothing
        }
      </div>
      <nav aria-label=${words.chat.list}>
        ${list?.length === 0 ? html`<p class="hint empty">${words.chat.emptyList}</p>` : nothing}
        ${
          list && list.length > 0 && shown.length === 0
            ? html`<p class="hint empty">${words.chat.noMatch(this.search)}</p>`
            : nothing
        }
        ${groupByDate(shown).map(
          ([group, members]) => html`
            <h2>${words.chat.dates[group]}</h2>
            <ul role="list">
              ${repeat(
                members,
                (one) => one.id,
                (one) =>
                  html`<li>${this.renaming === one.id ? this.#field(one) : this.#row(one)}</li>`,
              )}
            </ul>
          `,
        )}
      </nav>
      ${lasting ? nothing : html`<p class="hint foot">${words.chat.notKept}</p>`}
    `;
  }

  #row(one: Conversation) {
    const current = one.id === this.app.conversations.state.currentId;
    return html`
      <a
        class="row"
        href=${this.router.href("chat", new URLSearchParams({ c: one.id }))}
        aria-current=${current ? "true" : "false"}
        @click=${this.#chosen}
        @dblclick=${() => this.#rename(one.id)}
      >
        <span class="title" dir="auto">${one.title}</span>
        <span class="when">
          ${this.app.chat.isRunning(one.id) ? words.chat.answering : formatWhen(one.updated)}
        </span>
      </a>
      <span class="acts">
        <button
          class="plain only-icon"
          title=${words.chat.rename}
          aria-label=${words.chat.renameOf(one.title)}
          @click=${() => this.#rename(one.id)}
        >
          ${icons.pencil}
        </button>
        <button
          class="plain only-icon"
          title=${words.chat.delete}
          aria-label=${words.chat.deleteOf(one.title)}
          @click=${() => this.#delete(one)}
        >
          ${icons.trash}
        </button>
      </span>
    `;
  }

  #field(one: Conversation) {
    const keep = (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      this.renaming = null;
      void this.app.conversations.rename(one.id, value);
    };
    const keydown = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === "Escape") {
        event.stopPropagation();
        this.renaming = null;
      } else if (event.key === "Enter") keep(event);
    };
    return html`<input
      class="rename"
      dir="auto"
      aria-label=${words.chat.renameLabel}
      .value=${one.title}
      @keydown=${keydown}
      @blur=${(event: Event) => this.renaming === one.id && keep(event)}
    />`;
  }

  async #rename(id: string) {
    this.renaming = id;
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLInputElement>(".rename");
    field?.focus();
    field?.select();
  }

  async #delete(one: Conversation) {
    this.app.chat.stop(one.id);
    const wasOpen = one.id === this.app.conversations.state.currentId;
    const undo = await this.app.conversations.remove(one.id);
    if (wasOpen) this.router.go("chat", undefined, "replace");
    this.app.notices.show({
      text: words.chat.deleted(one.title),
      action: { label: words.common.undo, run: undo },
    });
  }

  readonly #find = (event: Event) => {
    this.search = (event.target as HTMLInputElement).value;
    const asked = this.search;
    void searchConversations(this.app.conversations, asked).then((found) => {
      // An answer to what is no longer asked comes too late.
      if (asked === this.search) this.found = found;
    });
  };

  readonly #chosen = () => {
    this.dispatchEvent(new Event("slash-chosen", { bubbles: true, composed: true }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-conversation-list": SlashConversationList;
  }
}
