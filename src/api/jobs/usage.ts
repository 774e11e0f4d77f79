import type { GenerateEvent } from "../../engine/job.ts";
import type { Usage } from "../chat/chat-types.ts";

/** The event that ends a job. */
export type UsageEvent = Extract<GenerateEvent, { readonly type: "usage" }>;

/** Usage over all jobs of a request. */
export function usageOf(events: readonly UsageEvent[]): Usage {
  const sum = (of: (event: UsageEvent) => number): number =>
    events.reduce((total, event) => total + of(event), 0);
  const prompt_tokens = sum((event) => event.promptTokens);
  const completion_tokens = sum((event) => event.completionTokens);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: sum((event) => event.cachedTokens) },
  };
}
