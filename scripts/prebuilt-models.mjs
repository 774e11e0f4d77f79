const NAME = "virtual:prebuilt-models";

/**
 * Gives `virtual:prebuilt-models`: the list of models that the installed WebLLM comes with, without its program of 6 MB
 * (docs/decisions/0503). Taken from the package at each build, so that it is never behind it.
 *
 * @returns {import("vite").Plugin}
 */
export function prebuiltModels() {
  return {
    name: "prebuilt-models",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { prebuiltAppConfig, ModelType } = await import("@mlc-ai/web-llm");
      const records = prebuiltAppConfig.model_list.map(({ model_type, ...record }) => ({
        ...record,
        embeds: model_type === ModelType.embedding,
      }));
      return `export const prebuiltRecords = ${JSON.stringify(records)};`;
    },
  };
}
