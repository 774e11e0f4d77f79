/** A model as WebLLM loads it, and what we say about it. */
export interface ModelEntry {
  readonly id: string;
  readonly name: string;
  readonly ownedBy: string;
  /** Unix time in whole seconds. */
  readonly created: number;
  readonly embedded: boolean;
  /** Its files came from the user's disk: no server has them. */
  readonly fromDisk?: boolean;
  /** Folder of the weights; absolute, with a slash at the end. */
  readonly url: string;
  /** Compiled library; absolute. */
  readonly library: string;
  readonly kind: "chat" | "embedding";
  /** Bytes to fetch; null when only the model's own files tell. */
  readonly sizeBytes: number | null;
  readonly memoryBytes: number | null;
  readonly parameters: string | null;
  readonly contextLength: number;
  /** WebGPU features without which it cannot run. */
  readonly requiredFeatures: readonly string[];
  /** Largest storage buffer it binds, in bytes; null when not known. */
  readonly requiredBufferBytes: number | null;
  /** Values that replace those of `mlc-chat-config.json`. */
  readonly overrides: Readonly<Record<string, unknown>>;
}
