import { describe, expect, it, vi } from "vitest";

import { FrameStream } from "./frame-stream.ts";

async function reads(stream: FrameStream): Promise<readonly string[]> {
  const texts: string[] = [];
  const reader = stream.body.getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
    const { done, value } = await reader.read();
    if (done) return texts;
    texts.push(new TextDecoder().decode(value));
  }
}

describe("FrameStream", () => {
  it("sends the frames of one moment together", async () => {
    const stream = new FrameStream(() => {}, 0);
    stream.frame("a\n\n");
    stream.frame("b\n\n");
    stream.flush();
    stream.flush();
    stream.frame("c\n\n");
    stream.close();
    stream.close();
    expect(await reads(stream)).toEqual(["a\n\nb\n\n", "c\n\n"]);
  });

  it("gathers what follows at once, and does not keep it for long", async () => {
    const stream = new FrameStream(() => {}, 0);
    for (const text of ["a\n\n", "b\n\n", "c\n\n"]) {
      stream.frame(text);
      stream.flush();
    }
    const reader = stream.body.getReader();
    const texts: string[] = [];
    while (texts.join("") !== "a\n\nb\n\nc\n\n") {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
      texts.push(new TextDecoder().decode((await reader.read()).value));
    }
    expect(texts[0]).toBe("a\n\n");
  });

  it("keeps reads small, since some clients are slow with large ones", async () => {
    const stream = new FrameStream(() => {}, 0);
    for (let index = 0; index < 1000; index++) stream.frame(`${"x".repeat(98)}\n\n`);
    stream.close();
    const texts = await reads(stream);
    expect(texts.join("")).toHaveLength(100_000);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(4300);
    expect(texts.length).toBeLessThan(30);
  });

  it("sends a comment every few seconds at most", async () => {
    const stream = new FrameStream(() => {}, 3000);
    for (const now of [1000, 1500, 3999, 4000, 5000]) stream.comment(now);
    stream.close();
    expect(await reads(stream)).toEqual([": \n\n: \n\n"]);
  });

  it("leaves out the frames that the reader has, but no comments", async () => {
    const stream = new FrameStream(() => {}, 0, 2);
    stream.comment(0);
    for (const text of ["a\n\n", "b\n\n", "c\n\n"]) stream.frame(text);
    stream.close();
    expect(await reads(stream)).toEqual([": \n\nc\n\n"]);
  });

  it("tells once that the reader has gone, and takes no harm from what comes after", async () => {
    const abandon = vi.fn<() => void>();
    const stream = new FrameStream(abandon, 0);
    await stream.body.cancel();
    stream.frame("a\n\n");
    stream.close();
    stream.error(new Error("late"));
    expect(abandon).toHaveBeenCalledTimes(1);
  });

  it("drops a reader that never reads", async () => {
    const abandon = vi.fn<() => void>();
    const stream = new FrameStream(abandon, 0);
    const megabyte = "x".repeat(1024 * 1024);
    for (let count = 1; count <= 64; count++) stream.frame(megabyte);
    expect(abandon).not.toHaveBeenCalled();
    stream.frame(megabyte);
    stream.frame(megabyte);
    expect(abandon).toHaveBeenCalledTimes(1);
    await expect(reads(stream)).rejects.toThrow("given up");
  });
});
