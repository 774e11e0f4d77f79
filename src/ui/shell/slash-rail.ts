import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import { icons } from "../shared/icons.ts";
import { words } from "../words.ts";
import { mark } from "./mark.ts";
import { type Place, places, type Router } from "./router.ts";

/** The four places: a rail at the side, or a bar at the foot of a narrow page. */
@customElement("slash-rail")
export class SlashRail extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
        background: var(--raised);
        border-inline-end: 1px solid var(--line);
      }
      nav {
        display: flex;
        flex-direction: column;
        gap: var(--space-1);
        padding: var(--space-3) var(--space-2);
      }
      .mark {
        display: grid;
        place-items: center;
        margin-block-end: var(--space-3);
      }
      .mark svg {
        inline-size: 36px;
        block-size: 36px;
      }
      a {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        gap: 2px;
        min-block-size: 56px;
        padding: var(--space-1);
        border-radius: var(--round);
        color: var(--text-quiet);
        font-size: var(--size-xs);
        font-weight: 500;
        text-decoration: none;
      }
      a:hover {
        background: var(--hover);
        color: var(--text);
      }
      a[aria-current="page"] {
        background: var(--accent-quiet);
        color: var(--accent);
        font-weight: 650;
      }
      .icon {
        inline-size: 22px;
        block-size: 22px;
      }
      @media (width < 700px) {
        :host {
          border-inline-end: 0;
          border-block-start: 1px solid var(--line);
          padding-block-end: env(safe-area-inset-bottom);
        }
        nav {
          flex-direction: row;
          gap: 0;
          padding: var(--space-1);
        }
        .mark {
          display: none;
        }
        a {
          flex: 1;
          min-inline-size: 0;
          min-block-size: 52px;
        }
      }
      @media (forced-colors: active) {
        a[aria-current="page"] {
          outline: 2px solid Highlight;
          outline-offset: -2px;
        }
      }
    `,
  ];

  @property({ attribute: false }) router!: Router;
  @property() place: Place = "chat";

  constructor() {
    super();
    followStores(this, () => [this.router]);
  }

  /** Leads back to where a place was left; from the place itself, to its start. */
  #href(place: Place): string {
    return place === this.place ? this.router.href(place) : this.router.hrefLeft(place);
  }

  override render() {
    return html`
      <nav aria-label=${words.navigation}>
        <span class="mark">${mark}</span>
        ${places.map(
          (place) => html`
            <a href=${this.#href(place)} aria-current=${place === this.place ? "page" : "false"}>
              ${icons[place]}<span>${words.places[place]}</span>
            </a>
          `,
        )}
      </nav>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-rail": SlashRail;
  }
}
