import * as fc from "fast-check";
import { expect, it } from "vitest";

import { handle } from "../handle.ts";
import type { ResponseObject } from "../responses/response-types.ts";
import { choice, FakeEngine, run } from "./fake-engine.ts";
import { chat, MODEL, send, testContext } from "./test-client.ts";

// What a request is around its body: the method, the address, the headers. Bodies are in any-body.test.ts.

const inherited = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"];
const method = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH", "QUERY"),
  },
  { weight: 1, arbitrary: fc.constantFrom(...inherited, "get", "Post") },
  { weight: 1, arbitrary: fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,12}$/) },
);

const strange = fc.oneof(
  fc.constantFrom(...inherited, "", ".", "..", "%", "%00", "%2F", "%2e%2e", "%E0%A4%A", "a%20b"),
  fc.constantFrom("v1", "models", "stream", "responses", "input_items", "é😀", "\ud800", "x", "//"),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }).map((text) => encodeURIComponent(whole(text))),
  fc.constant("x".repeat(5000)),
);
const whole = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "");

/** Routes as they are, with something behind them, and anything else. */
function pathWith(ids: readonly string[]): fc.Arbitrary<string> {
  const known = [
    ..."chat/completions completions embeddings responses stream models".split(" "),
    ..."models/test/model-1 models/test%2Fmodel-1 models/test-embedder".split(" "),
    ...ids.flatMap((id) => [`responses/${id}`, `responses/${id}/input_items`]),
  ];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known).map((path) => `/v1/${path}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...known), strange)
        .map((path) => `/v1/${path.join("/")}`),
    },
    {
      weight: 1,
      arbitrary: fc.array(strange, { maxLength: 4 }).map((parts) => `/v1/${parts.join("/")}`),
    },
    {
      weight: 1,
      arbitrary: fc.array(strange, { maxLength: 3 }).map((path) => `/${path.join("/")}`),
    },
  );
}

const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom("conv_id", "from", "limit", "order", "after", "stream", "include", "include[]"),
    strange,
  ),
  fc.oneof(fc.constantFrom("talk", "0", "1", "-1", "1e9", "999999999", "asc", "true", ""), strange),
);
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join("=")).join("&")}` : ""));

const header = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      ..."accept authorization content-type content-encoding content-length range if-none-match access-control-request-method access-control-request-headers x-request-id x-stainless-retry-count openai-beta idempotency-key expect".split(
        " ",
      ),
    ),
    fc.constantFrom(...inherited),
    fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,12}$/),
  ),
  fc.oneof(
    fc.constantFrom("", "*", "0", "-1", "bytes=0-1", "gzip", "text/event-stream", "100-continue"),
    fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,40}$/),
    fc.constant("x".repeat(9000)),
  ),
);
const headers = fc.tuple(
  fc.array(header, { maxLength: 4 }),
  // The one that means something here.
  fc.option(fc.constantFrom("talk", "", " ", "constructor", "__proto__", "é", "x".repeat(9000))),
);

const fields = { model: MODEL, stream: false, messages: [{ role: "user", content: "x" }] };
const body = fc.constantFrom(
  JSON.stringify(fields),
  JSON.stringify({ ...fields, stream: true }),
  JSON.stringify({ model: MODEL, prompt: "x", stream: true }),
  JSON.stringify({ model: MODEL, input: "x" }),
  JSON.stringify({ model: "test-embedder", input: "x" }),
  "{",
  "",
);

/** What `fetch` itself would not send is no request. */
function requestOf(address: string, init: RequestInit): Request | null {
  try {
    return new Request(`http://localhost${address}`, init);
  } catch {
    return null;
  }
}

it("any request is answered, never with a 5xx, and a wrong one in OpenAI's shape", async () => {
  const context = testContext(
    new FakeEngine((job) =>
      run(Array.from({ length: job.n }, (_, index) => choice(index, ["x"])).flat()),
    ),
  );
  const stored = await send(context, "POST", "/v1/responses", { model: MODEL, input: "x" });
  const { id } = (await stored.json()) as ResponseObject;
  const talk = { "x-conversation-id": "talk", "content-type": "application/json" };
  await (await chat(context, {}, { headers: talk })).text();

  const seen = new Map<number, number>();
  const example = fc.record({ method, path: pathWith([id, "resp_x"]), query, headers, body });
  await fc.assert(
    fc.asyncProperty(example, async ({ path, ...given }) => {
      const [list, conversation] = given.headers;
      const request = requestOf(path + given.query, {
        method: given.method,
        headers: [...list, ...(conversation === null ? [] : [["x-conversation-id", conversation]])],
        ...(!/^(get|head)$/i.test(given.method) && { body: given.body }),
      } as RequestInit);
      fc.pre(request !== null);

      const response = await handle(request, context);
      const { status } = response;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      const isTold = status === 405 || (status === 204 && request.method === "OPTIONS");
      expect(response.headers.has("allow")).toBe(isTold);
      const text = await response.text();
      if (request.method === "HEAD" || status === 204) expect(text).toBe("");
      else if (status === 200) expect(text).not.toBe("");
      else {
        expect(response.headers.get("content-type")).toBe("application/json");
        const { error } = JSON.parse(text) as { error: Record<string, unknown> };
        expect(Object.keys(error)).toEqual(["message", "type", "param", "code"]);
        expect(error["type"]).toBe("invalid_request_error");
      }
    }),
    { numRuns: 10_000 },
  );
  for (const status of [200, 204, 400, 404, 405]) expect(seen.get(status)).toBeGreaterThan(100);
  expect((await chat(context)).status).toBe(200);
}, 60_000);
