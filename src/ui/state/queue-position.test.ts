import { expect, it } from "vitest";
import type { EngineStatus } from "../../engine/engine.ts";
import { requestsBefore, stillBefore } from "./queue-position.ts";

const status = (running: number, waiting: number) => ({ running, waiting }) as EngineStatus;

it("counts who was there when one joined, and never more than that", () => {
  expect(requestsBefore(null)).toBeNull();
  expect(requestsBefore(status(1, 1))).toBe(2);
  expect(stillBefore(2, status(1, 2))).toBe(2);
  expect(stillBefore(2, status(1, 5))).toBe(2);
  expect(stillBefore(2, status(1, 1))).toBe(1);
  expect(stillBefore(1, status(1, 0))).toBe(0);
  expect(stillBefore(null, status(1, 1))).toBeNull();
});
