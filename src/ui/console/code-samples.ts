import { aiSdkSample } from "./samples/ai-sdk-sample.ts";
import { fetchSample } from "./samples/fetch-sample.ts";
import { langchainSample } from "./samples/langchain-sample.ts";
import { openaiSample } from "./samples/openai-sample.ts";
import type { SampleRequest } from "./samples/sample-request.ts";

export type { SampleRequest } from "./samples/sample-request.ts";

export type SampleClient = "fetch" | "openai" | "langchain" | "ai-sdk";

/** A request as code for one client. `code` is null where the client has no call for the route. */
export interface CodeSample {
  readonly client: SampleClient;
  readonly label: string;
  readonly code: string | null;
}

/**
 * The same request as ES modules for four clients, ready to run. Pure: no page, no network; each sample sends what
 * the console would send.
 */
export function codeSamples(request: SampleRequest): readonly CodeSample[] {
  return [
    { client: "fetch", label: "fetch", code: fetchSample(request) },
    { client: "openai", label: "openai", code: openaiSample(request) },
    { client: "langchain", label: "LangChain.js", code: langchainSample(request) },
    { client: "ai-sdk", label: "AI SDK", code: aiSdkSample(request) },
  ];
}
