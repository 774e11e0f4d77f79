import type { JsonObject } from "../../engine/job.ts";
import type { CallForm } from "../tools/tool-call-parser.ts";
import type { ResponseObject } from "./response-types.ts";

/** What the encoder of a response has to know; travels as the job's `context`. */
export type ResponsePlan = {
  readonly kind: "response";
  /** The response as it is before anything has been said. */
  readonly response: ResponseObject;
  /** All input items, those of earlier responses too: they are stored with the answer. */
  readonly input: readonly JsonObject[];
  readonly calls: CallForm | null;
};
