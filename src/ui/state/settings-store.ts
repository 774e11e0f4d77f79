import { Store } from "../shared/store.ts";
import { words } from "../words.ts";
import { type ChatOptions, noOptions } from "./conversation.ts";

export interface Settings {
  readonly theme: "system" | "light" | "dark";
  readonly density: "comfortable" | "compact";
  /** The model for new answers; null: the one that ships with the site. */
  readonly model: string | null;
  /** Put the model on the device when the page opens, if its files are here. */
  readonly loadAtStart: boolean;
  /** At the last visit a model was there to answer: no choice, but a memory. */
  readonly hadModel: boolean;
  /** What every new conversation starts with. */
  readonly chat: ChatOptions;
}

export const initialSettings: Settings = {
  theme: "system",
  density: "comfortable",
  model: null,
  loadAtStart: true,
  hadModel: false,
  // Small models wander at the API's defaults, and may never come to an end (docs/decisions/0305).
  chat: { ...noOptions, system: words.options.systemDefault, temperature: 0.2, maxTokens: 1024 },
};

const storageKey = "slash-v1.settings";

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((item) => item === value) ?? otherwise;
}

const textOr = (value: unknown, otherwise = ""): string =>
  typeof value === "string" ? value : otherwise;

/** What is not there gets its default; null was chosen. */
const numberOr = (value: unknown, otherwise: number | null): number | null =>
  typeof value === "number" ? value : value === null ? null : otherwise;

/** Settings from stored text. Whatever is missing or wrong gets its default, so an old copy never breaks the page. */
export function parseSettings(text: string | null): Settings {
  let raw: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    if (typeof parsed === "object" && parsed !== null) raw = parsed;
  } catch {
    // A damaged copy counts as none.
  }
  const chat = (typeof raw.chat === "object" && raw.chat !== null ? raw.chat : {}) as Partial<
    Record<keyof ChatOptions, unknown>
  >;
  return {
    theme: oneOf(raw.theme, ["system", "light", "dark"], "system"),
    density: oneOf(raw.density, ["comfortable", "compact"], "comfortable"),
    model: typeof raw.model === "string" ? raw.model : null,
    loadAtStart: raw.loadAtStart !== false,
    hadModel: raw.hadModel === true,
    chat: {
      system: textOr(chat.system, initialSettings.chat.system),
      temperature: numberOr(chat.temperature, initialSettings.chat.temperature),
      maxTokens: numberOr(chat.maxTokens, initialSettings.chat.maxTokens),
      schema: textOr(chat.schema),
      tools: textOr(chat.tools),
    },
  };
}

/** The person's choices, kept in localStorage and shared with the other tabs at once. */
export class SettingsStore extends Store<Settings> {
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | null;

  constructor(storage: Pick<Storage, "getItem" | "setItem"> | null) {
    super(parseSettings(storage?.getItem(storageKey) ?? null));
    this.#storage = storage;
  }

  change(patch: Partial<Settings>): void {
    this.set(patch);
    try {
      this.#storage?.setItem(storageKey, JSON.stringify(this.state));
    } catch {
      // Full or refused: the choice still holds for this visit.
    }
  }

  /** Takes over what another tab has written. */
  follow(target: Pick<Window, "addEventListener">): void {
    target.addEventListener("storage", (event) => {
      if (event.key === storageKey) this.set(parseSettings(event.newValue));
    });
  }
}
