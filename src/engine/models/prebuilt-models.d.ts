/** Made at build time from the installed WebLLM (scripts/prebuilt-models.mjs). */
declare module "virtual:prebuilt-models" {
  import type { ModelRecord } from "@mlc-ai/web-llm";

  /** A model of WebLLM's own list. */
  export interface PrebuiltRecord extends Omit<ModelRecord, "model_type"> {
    readonly embeds: boolean;
  }

  export const prebuiltRecords: readonly PrebuiltRecord[];
}
