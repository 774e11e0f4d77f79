import { describe, expect, it } from "vitest";
import { isKnownPath, unknownUrl } from "./known-routes.ts";
import { FakeEngine } from "./testing/fake-engine.ts";
import { send, testContext } from "./testing/test-client.ts";

const PATHS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/embeddings",
  "/v1/responses",
  "/v1/responses/resp_1",
  "/v1/responses/resp_1/input_items",
  "/v1/stream",
  "/v1/models",
  "/v1/models/",
  "/v1/models/org/model",
  "/v1",
  "/v1/",
  "/v1/nope",
  "/v1/chat",
  "/v1/chat/completions/x",
  "/v1/responses/resp_1/other",
  "/v1/streams",
  "/v10/models",
];

describe("the paths that the service worker knows", () => {
  it.each(PATHS)("%s: as the API itself sees it", async (path) => {
    const response = await send(testContext(new FakeEngine()), "PATCH", path);
    expect(isKnownPath(path, "/v1")).toBe(response.status === 405);
    if (response.status === 404) {
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toBe(unknownUrl("PATCH", path, "/v1").message);
    }
  });
});
