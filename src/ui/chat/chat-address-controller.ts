import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Address, Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";

interface Host extends ReactiveControllerHost {
  readonly app: AppState;
  readonly router: Router;
}

/** Keeps the address and the conversation that is open together. */
export class ChatAddressController implements ReactiveController {
  readonly #host: Host;
  #address: Address | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const address = this.#host.router.state;
    // Only a new address opens another conversation: a new conversation is there before its address.
    if (address === this.#address || address.place !== "chat") return;
    this.#address = address;
    void this.#open(address.query.get("c"));
  }

  async #open(id: string | null): Promise<void> {
    const { conversations, chat } = this.#host.app;
    if (id === conversations.state.currentId) return;
    if (await conversations.open(id)) return void chat.resume();
    this.#host.router.go("chat", undefined, "replace");
  }

  /** Gives a conversation that has begun an address of its own. */
  async name(): Promise<void> {
    const { conversations } = this.#host.app;
    await conversations.start();
    const { currentId } = conversations.state;
    if (currentId) this.#host.router.go("chat", new URLSearchParams({ c: currentId }), "replace");
  }

  /** What other apps have shared with the installed app comes in the address. Empty when nothing was. */
  takeShared(): string {
    const { router } = this.#host;
    const shared = ["title", "text", "url"].map((key) => router.state.query.get(key));
    const text = shared.filter(Boolean).join("\n");
    if (text !== "") router.go("chat", undefined, "replace");
    return text;
  }
}
