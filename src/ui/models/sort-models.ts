import type { ModelInfo } from "../../engine/model-info.ts";

/** Models by what the person can do with them: here, could be fetched, cannot run on this device. */
export interface ModelGroups {
  readonly here: readonly ModelInfo[];
  readonly fits: readonly ModelInfo[];
  readonly unfit: readonly ModelInfo[];
}

/** Not every model says how large it is before its server is asked; memory grows with size. */
const weight = (model: ModelInfo) => model.sizeBytes ?? model.memoryBytes ?? Number.MAX_VALUE;

const bySize = (a: ModelInfo, b: ModelInfo) =>
  weight(a) - weight(b) || a.name.localeCompare(b.name);

/** The one on the device first, then the site's own, then small before large. */
const byUse = (a: ModelInfo, b: ModelInfo) =>
  Number(b.state === "loaded") - Number(a.state === "loaded") ||
  Number(b.embedded) - Number(a.embedded) ||
  bySize(a, b);

/** Sorts and groups the models whose name or id has all the words of `search`. */
export function groupModels(models: readonly ModelInfo[], search = ""): ModelGroups {
  const parts = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const matches = models.filter((model) => {
    const text = `${model.name} ${model.id} ${model.parameters ?? ""}`.toLocaleLowerCase();
    return parts.every((part) => text.includes(part));
  });
  return {
    here: matches.filter((model) => model.state !== "absent").toSorted(byUse),
    fits: matches
      .filter((model) => model.state === "absent" && model.unfit === null)
      .toSorted(byUse),
    unfit: matches
      .filter((model) => model.state === "absent" && model.unfit !== null)
      .toSorted(bySize),
  };
}
