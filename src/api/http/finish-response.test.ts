import { describe, expect, it } from "vitest";

import { finishResponse } from "./finish-response.ts";

describe("finishResponse", () => {
  const response = (): Response => Response.json({ error: {} }, { status: 404 });

  it("gives an id, once", async () => {
    const first = await finishResponse({ method: "GET" }, response());
    const id = first.headers.get("x-request-id");
    expect(id).toMatch(/^req_\w+$/);
    expect((await finishResponse({ method: "GET" }, first)).headers.get("x-request-id")).toBe(id);
    expect(await first.json()).toEqual({ error: {} });
  });

  it("A62: takes the body from HEAD, and leaves status and headers", async () => {
    const finished = await finishResponse({ method: "HEAD" }, response());
    expect(finished.status).toBe(404);
    expect(finished.headers.get("content-type")).toBe("application/json");
    expect(await finished.text()).toBe("");
  });
});
