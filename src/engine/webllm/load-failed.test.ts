import { describe, expect, it } from "vitest";
import { unavailable } from "../api-error.ts";
import { loadFailed } from "./load-failed.ts";

describe("a load that fails", () => {
  it.each<[string, unknown]>([
    ["in TVM", new Error("Object has already been disposed")],
    [
      "at its end",
      Object.assign(new Error("The WebGPU device was lost."), { name: "DeviceLostError" }),
    ],
    ["in the driver", new Error("Out of memory")],
  ])("C06: for lack of memory says so, wherever it shows: %s", (_, error) => {
    expect(loadFailed("A model", error)).toMatchObject({
      status: 503,
      code: "device_lost",
      message: expect.stringMatching(/A model.*memory/),
      retryAfter: 5,
    });
  });

  it("for another reason says no more than is known, and keeps the cause", () => {
    const cause = new TypeError("x is undefined");
    const error = loadFailed("A model", cause);
    expect(error).toMatchObject({ status: 500, code: "engine_error", cause });
    expect(error.message).not.toMatch(/memory|undefined/);
  });

  it("in words already is left as it is", () => {
    const error = unavailable("model_not_downloaded", "A file is missing.");
    expect(loadFailed("A model", error)).toBe(error);
  });
});
