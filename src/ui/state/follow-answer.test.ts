import { describe, expect, it } from "vitest";
import type { RunningAnswer } from "./answer.ts";
import { followAnswer } from "./follow-answer.ts";

const start: RunningAnswer = {
  turn: {
    role: "assistant",
    id: "1",
    text: "",
    created: 0,
    model: "M",
    toolCalls: [],
    json: false,
    ending: "running",
    figures: null,
    fault: null,
  },
  clock: { sent: 0, first: null, last: null, pieces: 0 },
};

const frame = (value: object | string) =>
  `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const say = (content: string, finish_reason: string | null = null) =>
  frame({ choices: [{ delta: { content }, finish_reason }] });

/** The bytes of a stream, cut where no text would be. */
function bodyOf(text: string, size = 7): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
}

async function follow(text: string) {
  const steps: RunningAnswer[] = [];
  await followAnswer(bodyOf(text), start, (answer) => steps.push(answer));
  return steps;
}

describe("the stream of an answer", () => {
  it("is told step by step, whatever its bytes were cut into", async () => {
    const steps = await follow(`: \n\n${say("é")}${say("😀")}${say("", "stop")}${frame("[DONE]")}`);
    expect(steps.map((step) => step.turn.text)).toEqual(["é", "é😀", "é😀"]);
    expect(steps.at(-1)?.turn.ending).toBe("stop");
  });

  it("ends with the error it carries", async () => {
    const error = { error: { message: "The device was lost.", code: "device_lost" } };
    await expect(follow(say("a") + frame(error))).rejects.toMatchObject({
      message: "The device was lost.",
      code: "device_lost",
    });
  });

  it("is a failure when it breaks off", async () => {
    await expect(follow(say("a"))).rejects.toMatchObject({ code: "network" });
    await expect(follow(say("a") + frame("[DONE]"))).rejects.toMatchObject({ code: "network" });
  });
});
