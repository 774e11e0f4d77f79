import type { ApiErrorFields } from "../engine/api-error.ts";
import type { EngineStatus, ModelFiles, ModelSource } from "../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../engine/model-info.ts";

/** Raised whenever a message changes shape. Two sides with different numbers do not talk, they say so. */
export const PROTOCOL_VERSION = 1;

/** A request under `/v1`, as plain data. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

/** A response under `/v1`: one `head`, then its body as it is made. */
export type HttpEvent =
  | {
      readonly type: "head";
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly hasBody: boolean;
    }
  | { readonly type: "body"; readonly bytes: Uint8Array<ArrayBuffer> };

/** Every call that can cross a port: its argument, and what it yields. */
export interface Calls {
  http: { argument: HttpRequest; event: HttpEvent };
  status: { argument: null; event: EngineStatus };
  download: { argument: string; event: ModelProgress };
  load: { argument: string; event: ModelProgress };
  unload: { argument: null; event: never };
  remove: { argument: string; event: never };
  add: { argument: ModelSource; event: ModelInfo };
  addFiles: { argument: ModelFiles; event: ModelProgress };
}

export type Method = keyof Calls;

/** A call as it is sent. */
export type CallMessage = {
  [M in Method]: {
    readonly type: "call";
    readonly id: number;
    readonly method: M;
    readonly argument: Calls[M]["argument"];
  };
}[Method];

/** From the side that asks. */
export type ClientMessage =
  | CallMessage
  /** The asker no longer wants the call; nothing more is sent for it. */
  | { readonly type: "cancel"; readonly id: number }
  /** Tells the asker's life ({@link ownLife}), so that the host learns of its end. */
  | { readonly type: "life"; readonly life: string | null }
  /** The asker closes the port. */
  | { readonly type: "bye" }
  /** Answer to the host's `beat`. */
  | { readonly type: "beat" };

/** From the side that holds the engine. */
export type HostMessage =
  /** First message on every port. */
  | { readonly type: "ready"; readonly version: number; readonly life: string | null }
  /** The call has arrived; sent at once, so that a dead port is told from a slow engine. */
  | { readonly type: "accepted"; readonly id: number }
  /** Everything that became ready in one task. */
  | { readonly type: "events"; readonly id: number; readonly events: readonly unknown[] }
  /** Exactly one of `end` and `error` closes a call. */
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "error"; readonly id: number; readonly error: ApiErrorFields }
  /** Sent every {@link BEAT_INTERVAL_MS} while calls are open. */
  | { readonly type: "beat" }
  /** The host closes the port: nothing has been heard from the asker for long. */
  | { readonly type: "bye" };

/** Chromium stops a service worker whose body stream has been silent for some minutes; ten seconds is far below. */
export const BEAT_INTERVAL_MS = 5_000;

/** A client that has let this many beats pass in silence is gone. */
export const CLIENT_LIMIT_BEATS = 12;

/** A host that has been silent for this many beats is gone; a long synchronous step of a load is shorter. */
export const HOST_LIMIT_BEATS = 6;

/** How many beats a host may take to say `accepted`. */
export const ACCEPT_LIMIT_BEATS = 2;

/**
 * A host whose lock says that it lives is busy, not gone: it gets longer than the 120 s after which a step of the model
 * counts as stuck.
 */
export const BUSY_LIMIT_BEATS = 30;

/** How long a port may take to say `ready`; one whose other end is gone closes by itself in Chromium. */
export const READY_LIMIT_MS = 20_000;
