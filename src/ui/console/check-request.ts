/** Something wrong with the text of a request. */
export interface RequestFault {
  /** From 1; null when the whole is meant. */
  readonly line: number | null;
  readonly message: string;
}

export type CheckedRequest =
  | { readonly body: Readonly<Record<string, unknown>>; readonly fault: null }
  | { readonly body: null; readonly fault: RequestFault };

/** Where a JSON error is. Engines word it differently; all of them say a position or a line somewhere. */
function lineOf(message: string, text: string): number | null {
  const line = /line (\d+)/u.exec(message)?.[1];
  if (line) return Number(line);
  const position = /position (\d+)/u.exec(message)?.[1];
  if (position) return text.slice(0, Number(position)).split("\n").length;
  return /end of/iu.test(message) ? text.split("\n").length : null;
}

/** The text of a request as a JSON object, or what keeps it from being one. */
export function checkRequest(text: string): CheckedRequest {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      return { body: null, fault: { line: null, message: "" } };
    }
    return { body: body as Record<string, unknown>, fault: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { body: null, fault: { line: lineOf(message, text), message } };
  }
}
