import type { ConsoleRoute } from "../presets.ts";

/** A request to be written as code. */
export interface SampleRequest {
  readonly route: ConsoleRoute;
  /** Null where the route takes none. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** For `models/{id}`. */
  readonly model: string;
  /** Absolute, as `https://example.org/v1`. */
  readonly baseUrl: string;
}
