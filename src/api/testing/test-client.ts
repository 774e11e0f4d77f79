import type { ApiContext } from "../api-context.ts";
import type { ChatChunk } from "../chat/chat-types.ts";
import { handle } from "../handle.ts";
import { MemoryResponseStore } from "../responses/memory-response-store.ts";
import type { FakeEngine } from "./fake-engine.ts";

/** A context around a fake engine, with waits short enough for tests. */
export function testContext(engine: FakeEngine, fields: Partial<ApiContext> = {}): ApiContext {
  return {
    engine,
    basePath: "/v1",
    responses: new MemoryResponseStore(),
    now: () => Date.now(),
    maxBodyBytes: 1024 * 1024,
    timings: { graceMs: 200, holdMs: 200, commentMs: 0 },
    ...fields,
  };
}

/** The id of the fake engine's chat model. */
export const MODEL = "test/model-1";

/** One request, as a page would send it. */
export function send(
  context: ApiContext,
  method: string,
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Response> {
  return handle(
    new Request(`http://localhost${path}`, {
      method,
      ...(body !== undefined && {
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
      ...init,
    }),
    context,
  );
}

/** A chat request with one user message; `fields` are added to the body. */
export function chat(
  context: ApiContext,
  fields: Readonly<Record<string, unknown>> = {},
  init?: RequestInit,
): Promise<Response> {
  const messages = [{ role: "user", content: "Say hi." }];
  return send(context, "POST", "/v1/chat/completions", { model: MODEL, messages, ...fields }, init);
}

/**
 * The data of every frame, parsed; comments and `[DONE]` left out. The type is the caller's word: tests then check what
 * is really there.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
export function framesOf<T = ChatChunk>(text: string): readonly T[] {
  return text
    .split("\n\n")
    .map((frame) => /^(?:event: .*\n)?data: (\{.*)$/s.exec(frame)?.[1])
    .filter((data) => data !== undefined)
    .map((data): T => JSON.parse(data));
}
