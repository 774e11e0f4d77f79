import type { TokenAlternative, TokenLogprob } from "../../engine/job.ts";
import type { ChatTokenLogprob, ChatTopLogprob } from "./chat-types.ts";

/** Tokens in the shape of chat's `logprobs.content`, which the Responses API shares. */
export function chatLogprobs(tokens: readonly TokenLogprob[]): ChatTokenLogprob[] {
  return tokens.map((token) => ({
    ...alternative(token),
    top_logprobs: token.top.map(alternative),
  }));
}

function alternative({ token, logprob, bytes }: TokenAlternative): ChatTopLogprob {
  return { token, logprob, bytes: [...bytes] };
}
