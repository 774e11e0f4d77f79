import { Store } from "../shared/store.ts";

export const places = ["chat", "models", "console", "settings"] as const;
export type Place = (typeof places)[number];

export interface Address {
  readonly place: Place;
  readonly query: URLSearchParams;
}

/** The place an address means, or null when it is not one of the app's own. `base` ends with a slash. */
export function parseAddress(url: URL, base: string): Address | null {
  if (!`${url.pathname}/`.startsWith(base)) return null;
  const name = url.pathname.slice(base.length).replace(/\/$|^index\.html$/u, "");
  const place = name === "" ? "chat" : places.find((one) => one !== "chat" && one === name);
  return place ? { place, query: url.searchParams } : null;
}

/** The address of a place, as an absolute path. */
export function formatAddress(place: Place, base: string, query = new URLSearchParams()): string {
  const search = query.size > 0 ? `?${query}` : "";
  return base + (place === "chat" ? "" : place) + search;
}

const lastPlaceKey = "slash-v1.place";

/** Which place is shown. Real addresses under any base path; the browser's own history does the going back. */
export class Router extends Store<Address> {
  readonly base: string;
  readonly #window: Window;
  readonly #storage: Storage | null;
  readonly #left = new Map<Place, URLSearchParams>();

  constructor(base: string, view: Window, storage: Storage | null) {
    super(
      parseAddress(new URL(view.location.href), base) ?? {
        place: "chat",
        query: new URLSearchParams(),
      },
    );
    this.base = base;
    this.#left.set(this.state.place, this.state.query);
    this.#window = view;
    this.#storage = storage;
  }

  start(): void {
    const { location, document } = this.#window;
    const inside = document.referrer.startsWith(location.origin + this.base);
    const last = places.find((place) => place === this.#storage?.getItem(lastPlaceKey));
    // Opened at the front door from outside: go on where the last visit ended.
    if (this.state.place === "chat" && location.search === "" && !inside && last) {
      this.go(last, undefined, "replace");
    }
    this.#window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#onClick(event));
  }

  href(place: Place, query?: URLSearchParams): string {
    return formatAddress(place, this.base, query);
  }

  /** Where a place was left: the conversation that was open there, say. */
  hrefLeft(place: Place): string {
    return this.href(place, this.#left.get(place));
  }

  go(place: Place, query?: URLSearchParams, how: "push" | "replace" = "push"): void {
    const { history } = this.#window;
    if (how === "push") history.pushState(null, "", this.href(place, query));
    else history.replaceState(null, "", this.href(place, query));
    this.#read();
  }

  #read(): void {
    const address = parseAddress(new URL(this.#window.location.href), this.base);
    if (!address) return;
    this.#storage?.setItem(lastPlaceKey, address.place);
    this.#left.set(address.place, address.query);
    this.set(address);
  }

  /** Plain clicks on links to places stay in the page; everything else is the browser's. */
  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    const address = url.origin === this.#window.location.origin && parseAddress(url, this.base);
    if (!address) return;
    event.preventDefault();
    this.go(address.place, address.query);
  }
}
