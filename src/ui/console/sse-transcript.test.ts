import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseTranscript } from "./sse-transcript.ts";

function framesOf(parts: readonly string[]) {
  const transcript = new SseTranscript();
  for (const [at, part] of parts.entries()) transcript.feed(part, (at + 1) * 10);
  transcript.end((parts.length + 1) * 10);
  return transcript.frames;
}

describe("a stream's transcript", () => {
  it("has a frame an event, with its time, its gap and its raw lines", () => {
    expect(framesOf(['data: {"a":1}\n\n', ": \n\n", "data: [DONE]\n\n"])).toEqual([
      { at: 10, gap: 10, raw: 'data: {"a":1}', data: '{"a":1}' },
      { at: 20, gap: 10, raw: ": ", data: null },
      { at: 30, gap: 10, raw: "data: [DONE]", data: "[DONE]" },
    ]);
  });

  it("joins several data lines and keeps their raw text", () => {
    expect(framesOf(["event: x\ndata: 1\ndata: 2\n\n"])).toEqual([
      { at: 10, gap: 10, raw: "event: x\ndata: 1\ndata: 2", data: "1\n2" },
    ]);
  });

  it("shows what is left when a stream breaks off", () => {
    expect(framesOf(['data: {"a"'])).toEqual([{ at: 20, gap: 20, raw: 'data: {"a"', data: null }]);
  });

  it("says the same however the bytes were cut", () => {
    const stream = 'data: {"a":"ä😀"}\r\n\r\n: x\n\ndata: 1\rdata: 2\r\rdata: [DONE]\n\n';
    const whole = framesOf([stream]).map(({ raw, data }) => ({ raw, data }));
    expect(whole.map((frame) => frame.data)).toEqual(['{"a":"ä😀"}', null, "1\n2", "[DONE]"]);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const parts = places.slice(1).map((end, at) => stream.slice(places[at], end));
        expect(framesOf(parts).map(({ raw, data }) => ({ raw, data }))).toEqual(whole);
      }),
    );
  });
});
