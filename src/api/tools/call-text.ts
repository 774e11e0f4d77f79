import { CALL_CLOSE, CALL_OPEN } from "./tool-call-parser.ts";

/**
 * A call of an earlier turn as the model wrote it, or would have. Arguments that are not JSON (a model's slip, sent
 * back by the client) are shown as a string: the conversation must go on.
 */
export function callText(name: string, args: string): string {
  let shown = args;
  try {
    JSON.parse(args);
  } catch {
    shown = JSON.stringify(args);
  }
  return `${CALL_OPEN}\n{"name": ${JSON.stringify(name)}, "arguments": ${shown}}\n${CALL_CLOSE}`;
}

/** The result of a call, as the model reads it. */
export function resultText(content: string): string {
  return `<tool_response>\n${content}\n</tool_response>`;
}
