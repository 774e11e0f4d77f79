import type { SlashV1, UpdateNotice } from "../../page/slash-v1.ts";
import { ChatSession } from "./chat-session.ts";
import { openKeeper } from "./conversation-keeper.ts";
import { ConversationStore } from "./conversation-store.ts";
import { EngineStore } from "./engine-store.ts";
import { KeptStore } from "./kept-store.ts";
import type { NoticeStore } from "./notice-store.ts";
import type { SettingsStore } from "./settings-store.ts";
import { words } from "../words.ts";

/** All that the places work with. */
export class AppState {
  readonly slash: SlashV1;
  readonly settings: SettingsStore;
  readonly notices: NoticeStore;
  readonly engine: EngineStore;
  readonly conversations: ConversationStore;
  readonly chat: ChatSession;
  readonly kept = new KeptStore();

  constructor(slash: SlashV1, settings: SettingsStore, notices: NoticeStore) {
    this.slash = slash;
    this.settings = settings;
    this.notices = notices;
    this.engine = new EngineStore(slash);
    const channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("slash-v1-chats");
    this.conversations = new ConversationStore(openKeeper, channel);
    this.chat = new ChatSession(slash, this.engine, settings, this.conversations);
  }

  /** Begins to ask, now that `/v1` answers. */
  start(): void {
    this.engine.start();
    void this.kept.follow(this.slash.kept);
    this.#rememberModel();
    this.#loadAtStart();
    this.slash.onUpdate((update) => this.#offerUpdate(update));
  }

  /** Later visits are simply ready: files that are here are put on the device without being asked. */
  #loadAtStart(): void {
    if (!this.settings.state.loadAtStart) return;
    const look = () => {
      const { models, status } = this.engine.state;
      if (!models || !status || status.state === "starting") return;
      this.engine.removeEventListener("change", look);
      const model = this.engine.chosen(this.settings.state.model);
      if (status.state === "idle" && status.model === null && model?.state === "stored") {
        this.engine.load(model.id).catch(() => undefined);
      }
    };
    this.engine.addEventListener("change", look);
  }

  /** So that the next visit shows the right thing before the engine has told. */
  #rememberModel(): void {
    let known = this.engine.state.models;
    // The status changes with every token, the list does not.
    this.engine.addEventListener("change", () => {
      const { models } = this.engine.state;
      if (models === known) return;
      known = models;
      const model = this.engine.chosen(this.settings.state.model);
      const hadModel = model !== undefined && model.state !== "absent";
      if (hadModel !== this.settings.state.hadModel) this.settings.change({ hadModel });
    });
  }

  /** Never in the middle of an answer: the offer waits until nothing runs. */
  #offerUpdate(update: UpdateNotice): void {
    const offer = () => {
      if (this.chat.state.running.size > 0) return;
      this.chat.removeEventListener("change", offer);
      this.notices.show({
        text: words.update.waiting,
        lasting: true,
        action: { label: words.update.apply, run: () => update.apply() },
      });
    };
    this.chat.addEventListener("change", offer);
    offer();
  }
}
