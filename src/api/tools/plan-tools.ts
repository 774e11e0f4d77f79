import type { Constraint, Json, JsonObject, StopFree } from "../../engine/job.ts";
import { invalidRequest } from "../../engine/api-error.ts";
import { mayBeArray } from "../validation/may-be-array.ts";
import { prepareSchema } from "../validation/prepare-schema.ts";
import type { Format } from "../validation/read-format.ts";
import type { FunctionTool, ToolChoice } from "./read-tools.ts";
import { CALL_CLOSE, CALL_OPEN, type CallForm } from "./tool-call-parser.ts";

/** Most calls in one answer when a call is required: a small model that may always add one more would never stop. */
const MAX_CALLS = 8;

/** How one request's tools are put to the model and read back. */
export interface ToolPlan {
  /** How calls are written; null: there are none to look for. */
  readonly calls: CallForm | null;
  /** What the model is told. */
  readonly instructions: string | null;
  readonly constraint: Constraint | null;
  /**
   * To try when the constraint cannot be compiled: any arguments for functions that are not `strict`, since OpenAI takes
   * any schema for them. Null when there are none.
   */
  readonly fallback: Constraint | null;
  /** Where the schemas that went into the constraint stand in the request. */
  readonly names: Readonly<Record<string, string>>;
  readonly stop: readonly string[];
  /** Where an answer is calls: a client's stop texts are about what it gets as text. */
  readonly stopFree: StopFree | null;
}

/**
 * Makes a plan that works with every model: the functions are described in the prompt, and a constraint sees to it that
 * a call is valid whenever one is made.
 *
 * In free text a call is tagged (the form that most open models were trained on). Where the whole answer is constrained
 * (a call is required, or the text must be JSON), it is a JSON array of calls, or else JSON that fits `format`.
 *
 * @param format what an answer without a call must fit
 * @throws ApiError 400 when such an answer may be an array
 */
export function planTools(
  tools: readonly FunctionTool[],
  { mode, only, named }: ToolChoice,
  parallel: boolean,
  format: Format | null,
): ToolPlan {
  const usable = only ? tools.filter((tool) => only.includes(tool.name)) : tools;
  if (mode === "none" || usable.length === 0) {
    return {
      calls: null,
      instructions: null,
      constraint: format?.constraint ?? null,
      fallback: null,
      names: format ? { response_format: format.param } : {},
      stop: [],
      stopFree: null,
    };
  }
  const tagged = mode === "auto" && format === null;
  const single = named || !parallel;
  const optional = mode === "auto" ? format : null;
  if (optional?.constraint.type === "json_schema" && mayBeArray(optional.constraint.schema)) {
    throw invalidRequest(
      "Beside 'tools', the schema of the answer must be one of objects: an array would be taken for calls.",
      optional.param,
    );
  }
  const constrain = tagged
    ? tagConstraint
    : (shown: readonly FunctionTool[]) =>
        arrayConstraint(shown, single, optional?.constraint ?? null);
  const loose = usable.map((tool) => (tool.strict ? tool : { ...tool, parameters: ANY }));
  const form = tagged ? TAGS_FORM : ARRAY_FORM;
  return {
    calls: { syntax: tagged ? "tags" : "array", names: usable.map(({ name }) => name) },
    instructions: describe(
      usable,
      optional ? `Either answer, or to call functions, ${form}` : `To call functions, ${form}`,
    ),
    constraint: constrain(usable),
    fallback: usable.every((tool) => tool.strict) ? null : constrain(loose),
    names: {
      // Unless more is known, it is the tools: most schemas are theirs.
      response_format: /^\w*/.exec(usable[0]?.param ?? "")?.[0] ?? "tools",
      ...(optional && { [place("$defs.text")]: optional.param }),
      ...Object.fromEntries(
        usable.map(({ param }, index) => [
          place(tagged ? `structures[${index}].schema` : `$defs.call${index}`),
          param,
        ]),
      ),
    },
    stop: tagged && single ? [CALL_CLOSE] : [],
    stopFree: tagged ? TAGGED_CALL : CALL_ARRAY,
  };
}

const TAGGED_CALL: StopFree = { open: CALL_OPEN, close: CALL_CLOSE };
const CALL_ARRAY: StopFree = { open: "[", close: null };

/** A part of the constraint as the engine's errors name it. */
function place(part: string): string {
  return `response_format.${part}`;
}

const ANY: JsonObject = { type: "object" };

function tagConstraint(tools: readonly FunctionTool[]): Constraint {
  return {
    type: "structural_tag",
    triggers: [CALL_OPEN],
    structures: tools.map(({ name, parameters }) => ({
      begin: `${CALL_OPEN}\n{"name": "${name}", "arguments": `,
      schema: prepareSchema(parameters),
      end: `}\n${CALL_CLOSE}`,
    })),
  };
}

/** In the layout that Qwen, Hermes and their kin were trained on. */
function describe(tools: readonly FunctionTool[], form: string): string {
  const lines = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ type: "function", function: { name, description, parameters } }),
  );
  return `# Tools\n\nYou may call functions to help with the user's request. Their signatures are within <tools></tools>:\n<tools>\n${lines.join("\n")}\n</tools>\n\n${form}`;
}

const TAGS_FORM = `write for each call a JSON object with the function's name and arguments within ${CALL_OPEN}${CALL_CLOSE}:\n${CALL_OPEN}\n{"name": <function-name>, "arguments": <arguments-object>}\n${CALL_CLOSE}`;

const ARRAY_FORM = `write a JSON array of calls and nothing else:\n[{"name": <function-name>, "arguments": <arguments-object>}]`;

function arrayConstraint(
  tools: readonly FunctionTool[],
  single: boolean,
  format: Constraint | null,
): Constraint {
  const definitions: Record<string, Json> = {};
  const define = (key: string, schema: Json): Json => {
    const $ref = `#/$defs/${key}`;
    definitions[key] = prepareSchema(schema, $ref);
    return { $ref };
  };
  const calls = tools.map(({ name, parameters }, index) => ({
    type: "object",
    properties: { name: { const: name }, arguments: define(`call${index}`, parameters) },
    required: ["name", "arguments"],
    additionalProperties: false,
  }));
  const array: JsonObject = {
    type: "array",
    items: { anyOf: calls },
    minItems: 1,
    maxItems: single ? 1 : MAX_CALLS,
  };
  const text = format?.type === "json_schema" ? format.schema : ANY;
  const root: JsonObject = format ? { anyOf: [define("text", text), array] } : array;
  return { type: "json_schema", schema: { ...root, $defs: definitions } };
}
