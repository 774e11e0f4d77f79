import type { EngineStatus } from "../../engine/engine.ts";

/** Requests before one that joins the queue now. */
export function requestsBefore(status: EngineStatus | null): number | null {
  return status ? status.running + status.waiting : null;
}

/** The same a while later. Others may have joined behind, so the number can only have fallen. */
export function stillBefore(before: number | null, status: EngineStatus | null): number | null {
  if (before === null || !status) return before;
  return Math.min(before, Math.max(0, status.running + status.waiting - 1));
}
