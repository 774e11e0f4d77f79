import type { JSHandle, Page } from "playwright/test";
import type * as aiSdk from "../clients/ai-sdk.ts";
import type * as langChain from "../clients/langchain.ts";
import type * as openaiPackage from "../clients/openai.ts";

// Each loader lets zod find out at once that the page's policy forbids `new Function`. It asks when the first schema is
// made, and only once; while the debugger calls a function, as tests do, the browser would allow it.

type OpenAIModule = typeof openaiPackage;
type LangChainModule = typeof langChain;
type AISDKModule = typeof aiSdk;

/** The `openai` package in a page, and a client of it that differs from a usual one by its address alone. */
export function openaiIn(
  page: Page,
): Promise<JSHandle<OpenAIModule & { readonly client: InstanceType<OpenAIModule["OpenAI"]> }>> {
  return page.evaluateHandle(async () => {
    const library = (await import(`${location.origin}/clients/openai.js`)) as OpenAIModule;
    library.z.object({}).parse({});
    const client = new library.OpenAI({
      apiKey: "none",
      baseURL: `${location.origin}/v1`,
      dangerouslyAllowBrowser: true,
    });
    return { ...library, client };
  });
}

/** LangChain.js in a page, and what its models are made with. */
export function langChainIn(page: Page): Promise<
  JSHandle<
    LangChainModule & {
      readonly connection: { readonly apiKey: string; readonly configuration: { baseURL: string } };
    }
  >
> {
  return page.evaluateHandle(async () => {
    const library = (await import(`${location.origin}/clients/langchain.js`)) as LangChainModule;
    library.z.object({}).parse({});
    const connection = { apiKey: "none", configuration: { baseURL: `${location.origin}/v1` } };
    return { ...library, connection };
  });
}

/** The ways in which the AI SDK reaches an OpenAI-compatible server. */
export const AI_SDK_PROVIDERS = ["openai-compatible", "openai chat", "openai responses"] as const;
export type AISDKProvider = (typeof AI_SDK_PROVIDERS)[number];

/** The AI SDK in a page, and its providers. */
export function aiSdkIn(page: Page): Promise<
  JSHandle<
    AISDKModule & {
      readonly compatible: ReturnType<AISDKModule["createOpenAICompatible"]>;
      readonly openai: ReturnType<AISDKModule["createOpenAI"]>;
      readonly modelOf: (
        provider: AISDKProvider,
        model: string,
      ) => Parameters<AISDKModule["generateText"]>[0]["model"];
    }
  >
> {
  return page.evaluateHandle(async () => {
    const library = (await import(`${location.origin}/clients/ai-sdk.js`)) as AISDKModule;
    library.z.object({}).parse({});
    const baseURL = `${location.origin}/v1`;
    const openai = library.createOpenAI({ apiKey: "none", baseURL });
    const compatible = library.createOpenAICompatible({
      name: "slash",
      baseURL,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
    const modelOf = (provider: AISDKProvider, model: string) => {
      if (provider === "openai-compatible") return compatible(model);
      return provider === "openai chat" ? openai.chat(model) : openai.responses(model);
    };
    return { ...library, compatible, openai, modelOf };
  });
}
