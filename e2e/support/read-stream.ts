import type { Page } from "playwright/test";

/** The body of an answer as its reader got it. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  /** What each read gave, and how many milliseconds after the request it came. */
  readonly reads: readonly { readonly at: number; readonly bytes: Uint8Array }[];
  readonly text: string;
}

/** Posts a body from a page and notes every read of the answer. The text must be valid UTF-8. */
export async function readStream(
  page: Page,
  path: "/v1/chat/completions" | "/v1/completions" | "/v1/responses",
  body: Readonly<Record<string, unknown>>,
): Promise<RawAnswer> {
  const answer = await page.evaluate(
    async ([to, asked]) => {
      const started = performance.now();
      const response = await fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked),
      });
      const reads: { at: number; bytes: Uint8Array }[] = [];
      for await (const bytes of response.body ?? []) {
        reads.push({ at: performance.now() - started, bytes });
      }
      const contentType = response.headers.get("content-type") ?? "";
      return { status: response.status, contentType, reads };
    },
    [path, body] as const,
  );
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const text = answer.reads.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join("");
  return { ...answer, text: text + decoder.decode() };
}

/** The payloads of the data lines, parsed, without `[DONE]`. The type is the caller's word. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
export function dataOf<T>(text: string): readonly T[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice(6)) as T);
}
