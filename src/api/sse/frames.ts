import { errorBody, type ApiError } from "../../engine/api-error.ts";

/** One object as a frame. */
export function frameOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** What stands before and after the part that changes from frame to frame. */
export interface FrameTemplate {
  readonly before: string;
  readonly after: string;
}

/**
 * Serialises a frame once, around a hole.
 *
 * @param around builds the object with the given placeholder in the hole
 */
export function frameTemplate(around: (hole: never) => object): FrameTemplate {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stands for whatever type the hole has
  const frame = frameOf(around(HOLE as never));
  const at = frame.indexOf(HOLE_JSON);
  return { before: frame.slice(0, at), after: frame.slice(at + HOLE_JSON.length) };
}

/** No id or model name holds this character. */
const HOLE = "\u0000";
const HOLE_JSON = String.raw`"\u0000"`;

/** The last frame of a complete stream. */
export const DONE_FRAME = "data: [DONE]\n\n";

/** A fault after the first byte. No `[DONE]` follows, so nobody takes the answer for complete. */
export function errorFrame(error: ApiError): string {
  return frameOf(errorBody(error));
}
