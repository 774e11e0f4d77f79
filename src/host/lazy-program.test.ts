import { describe, expect, it } from "vitest";
import { lazyProgram } from "./lazy-program.ts";

describe("a lazy program", () => {
  it("is fetched once, and not before it is used", async () => {
    let fetches = 0;
    const program = lazyProgram(() => Promise.resolve(++fetches));
    expect(fetches).toBe(0);
    expect(await Promise.all([program(), program()])).toEqual([1, 1]);
    expect(await program()).toBe(1);
  });

  it("that could not be fetched is a 503, and is fetched again at the next use", async () => {
    let fetches = 0;
    const program = lazyProgram(() =>
      ++fetches === 1 ? Promise.reject(new TypeError("offline")) : Promise.resolve(fetches),
    );
    await expect(program()).rejects.toMatchObject({ status: 503, code: "engine_unavailable" });
    expect(await program()).toBe(2);
  });
});
