import type { ModelInfo } from "../../engine/model-info.ts";

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** One entry of `GET /v1/models`: OpenAI's own fields, and ours under `slash_v1`. */
function parseModel(value: unknown): ModelInfo | null {
  const entry = fieldsOf(value);
  const id = text(entry["id"]);
  if (id === null) return null;
  const own = fieldsOf(entry["slash_v1"]);
  const abilities = fieldsOf(own["capabilities"]);
  const state = own["state"];
  return {
    id,
    name: text(own["name"]) ?? id,
    created: number(entry["created"]) ?? 0,
    ownedBy: text(entry["owned_by"]) ?? "",
    state: state === "loaded" || state === "stored" ? state : "absent",
    embedded: own["embedded"] === true,
    sizeBytes: number(own["sizeBytes"]),
    memoryBytes: number(own["memoryBytes"]),
    parameters: text(own["parameters"]),
    contextLength: number(own["contextLength"]) ?? 0,
    capabilities: {
      chat: abilities["chat"] !== false,
      tools: abilities["tools"] === true,
      json: abilities["json"] === true,
      embeddings: abilities["embeddings"] === true,
    },
    unfit: text(own["unfit"]),
  };
}

/** The body of `GET /v1/models` as the app's own type. */
export function parseModelList(body: unknown): readonly ModelInfo[] {
  const data = fieldsOf(body)["data"];
  if (!Array.isArray(data)) return [];
  return data.map(parseModel).filter((model) => model !== null);
}
