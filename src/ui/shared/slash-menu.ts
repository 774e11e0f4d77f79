import { css, html, LitElement } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { base } from "./base.styles.ts";
import { icons } from "./icons.ts";

/** Something a menu offers. */
export interface MenuItem {
  readonly label: string;
  readonly run: () => void | Promise<void>;
  readonly disabled?: boolean;
}

/** A button with a short list of things to do. The browser's own popover closes it on Escape or a press outside. */
@customElement("slash-menu")
export class SlashMenu extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: inline-flex;
      }
      [popover] {
        position: fixed;
        inset: auto;
        margin: 0;
        padding: var(--space-1);
        min-inline-size: 200px;
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--page);
        color: var(--text);
        box-shadow: var(--shadow);
      }
      [popover] button {
        display: flex;
        justify-content: flex-start;
        inline-size: 100%;
        font-weight: 400;
      }
    `,
  ];

  @property() label = "";
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  @query("[popover]") private readonly list!: HTMLElement;
  @query(".opener") private readonly opener!: HTMLElement;

  override render() {
    return html`
      <button
        class="plain only-icon opener"
        popovertarget="list"
        title=${this.label}
        aria-label=${this.label}
      >
        ${icons.ellipsis}
      </button>
      <div
        id="list"
        popover
        @beforetoggle=${this.#place}
        @toggle=${this.#focusFirst}
        @keydown=${this.#keydown}
      >
        ${this.items.map(
          (item) =>
            html`<button
              class="plain"
              ?disabled=${item.disabled ?? false}
              @click=${() => {
                this.list.hidePopover();
                void item.run();
              }}
            >
              ${item.label}
            </button>`,
        )}
      </div>
    `;
  }

  /** Under the button, with its outer edges together; a popover in the top layer knows nothing of it. */
  readonly #place = () => {
    const box = this.opener.getBoundingClientRect();
    const { style } = this.list;
    style.top = `${box.bottom + 4}px`;
    if (box.left > innerWidth / 2) style.right = `${innerWidth - box.right}px`;
    else style.left = `${box.left}px`;
  };

  readonly #focusFirst = (event: Event) => {
    if ((event as ToggleEvent).newState === "open") {
      this.list.querySelector<HTMLElement>("button:not([disabled])")?.focus();
    }
  };

  readonly #keydown = (event: KeyboardEvent) => {
    // Escape closes the menu and nothing else.
    if (event.key === "Escape") event.stopPropagation();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const all = [...this.list.querySelectorAll<HTMLElement>("button:not([disabled])")];
    const at = all.indexOf(event.target as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
    all.at(at % all.length)?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-menu": SlashMenu;
  }
}
