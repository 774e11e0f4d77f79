import cases from "../fixtures/wire-cases.json" with { type: "json" };
import { fillIn, WireExchange, type Anything, type WireCase } from "../fixtures/wire-exchange.ts";
import { openaiIn } from "../support/clients.ts";
import { EMBED_MODEL, expect, MODEL, test } from "../support/contract.ts";

const list: readonly WireCase[] = cases;
const streaming = list.filter(({ body }) => (body as { stream?: unknown } | null)?.stream === true);

/** Without what differs from answer to answer; the second one finds its prompt in the cache. */
const comparable = (chunks: readonly Anything[]): Anything[] =>
  chunks.map(({ id: _id, created: _created, usage, ...rest }) => ({
    ...rest,
    ...(usage && { usage: { ...usage, prompt_tokens_details: null } }),
  }));

test.describe("the streaming wire cases, through the openai package", () => {
  let openai: Awaited<ReturnType<typeof openaiIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    openai = await openaiIn(sharedPage);
  });

  for (const item of streaming) {
    test(`${item.id}: it reads what is in the bytes`, async ({ send }) => {
      const request = fillIn(item, MODEL, EMBED_MODEL);
      const raw = new WireExchange(request, await send(request), send);
      const read = await openai.evaluate(
        async ({ client, OpenAI }, [path, body]) => {
          const create = (): Promise<unknown> =>
            path.startsWith("/v1/chat")
              ? client.chat.completions.create(body)
              : client.completions.create(body);
          try {
            const stream = (await create()) as AsyncIterable<Anything>;
            return { status: 200, code: null, chunks: await Array.fromAsync(stream) };
          } catch (error) {
            if (!(error instanceof OpenAI.APIError)) throw error;
            return { status: Number(error.status), code: error.code ?? null, chunks: [] };
          }
        },
        [request.path, raw.asked] as const,
      );
      expect(read.status).toBe(raw.response.status);
      if (read.status !== 200) expect(read.code).toBe(raw.error.code);
      else expect(comparable(read.chunks)).toEqual(comparable(raw.chunks));
    });
  }
});
