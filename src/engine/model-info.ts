/** Progress of a download or a load. */
export interface ModelProgress {
  readonly model: string;
  readonly phase: "checking" | "downloading" | "loading" | "compiling" | "ready";
  /** Bytes done and in all; in the phases without bytes both are 0. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
  /** Bytes a second over the last few seconds; null when not known. */
  readonly bytesPerSecond: number | null;
}

/** A model of the catalogue, and what it would take to run it here. */
export interface ModelInfo {
  readonly id: string;
  /** A name for people, as "SmolLM2 135M". */
  readonly name: string;
  /** Unix time in whole seconds. */
  readonly created: number;
  readonly ownedBy: string;
  /** `loaded`: on the device. `stored`: in the browser's store. `absent`: would have to be fetched. */
  readonly state: "loaded" | "stored" | "absent";
  /** Ships with the site itself, so no hub is needed. */
  readonly embedded: boolean;
  /** Bytes to fetch (the whole model); null when not known before asking its server. */
  readonly sizeBytes: number | null;
  /** Bytes of device memory it needs; null when not known. */
  readonly memoryBytes: number | null;
  /** As "135M"; null when not known. */
  readonly parameters: string | null;
  /** Tokens. */
  readonly contextLength: number;
  readonly capabilities: {
    readonly chat: boolean;
    readonly tools: boolean;
    readonly json: boolean;
    readonly embeddings: boolean;
  };
  /** Null when it can run here, else the reason in a sentence. */
  readonly unfit: string | null;
}
