import type { JsonObject } from "../../engine/job.ts";
import { checkPatterns } from "../validation/check-patterns.ts";
import { isObject, type Fields } from "../validation/fields.ts";

/** A function the model may call. */
export interface FunctionTool {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly strict: boolean;
  /** Where `parameters` stand in the request: `tools[0].function.parameters`. */
  readonly param: string;
}

/** What `tool_choice` asks for. */
export interface ToolChoice {
  readonly mode: "none" | "auto" | "required";
  /** The functions that may be called; null: all. */
  readonly only: readonly string[] | null;
  /** One call of the one function in `only`. */
  readonly named: boolean;
}

/**
 * `tools`. The Responses API writes a function flat (`{type, name, …}`), chat nests it (`{type, function: {name, …}}`).
 * Built-in tools run on OpenAI's servers, so they are refused.
 */
export function readTools(body: Fields, flat: boolean): readonly FunctionTool[] {
  // Chat refuses an empty list (vllm-project/vllm#39741), the Responses API takes it.
  const isEmpty = flat && body.list("tools")?.length === 0;
  return ((isEmpty ? [] : body.filledObjects("tools", 128)) ?? []).map((tool) => {
    const type = tool.need("type", tool.string("type"));
    if (type !== "function") {
      throw tool.invalid(
        "type",
        `Tools of type '${type}' are not supported here. Supported values are: 'function'.`,
      );
    }
    return readFunction(flat ? tool : tool.need("function", tool.object("function")));
  });
}

/** The older `functions` of chat. */
export function readLegacyFunctions(body: Fields): readonly FunctionTool[] {
  return (body.filledObjects("functions", 128) ?? []).map(readFunction);
}

function readFunction(fields: Fields): FunctionTool {
  const name = fields.identifier("name");
  const parameters = fields.object("parameters")?.values;
  if (parameters && (parameters["type"] ?? "object") !== "object") {
    throw fields.invalid(
      "parameters",
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
      "invalid_function_parameters",
    );
  }
  if (parameters) checkPatterns(parameters, fields.param("parameters"));
  return {
    name,
    description: fields.string("description") ?? null,
    // Not given: no arguments. Given without a type: any object.
    parameters: parameters ? { type: "object", ...parameters } : { type: "object", properties: {} },
    strict: fields.boolean("strict") ?? false,
    param: fields.param("parameters"),
  };
}

/** `tool_choice`, checked against the tools that are there. */
export function readToolChoice(
  body: Fields,
  flat: boolean,
  tools: readonly FunctionTool[],
): ToolChoice {
  const inner = flat ? null : "function";
  if (!isGivenAsObject(body, "tool_choice")) {
    const mode = body.oneOf("tool_choice", MODES) ?? "auto";
    return checked(body, "tool_choice", tools, { mode, only: null, named: false });
  }
  const choice = body.need("tool_choice", body.object("tool_choice"));
  const type = choice.need("type", choice.oneOf("type", ["function", "allowed_tools"]));
  if (type === "function") {
    const only = [readName(choice, inner)];
    return checked(body, "tool_choice", tools, { mode: "required", only, named: true });
  }
  const allowed = flat ? choice : choice.need(type, choice.object(type));
  return checked(body, "tool_choice", tools, {
    mode: allowed.oneOf("mode", ["auto", "required"]) ?? "auto",
    only: allowed.need("tools", allowed.objects("tools")).map((tool) => readAllowed(tool, inner)),
    named: false,
  });
}

/** The older `function_call` of chat. */
export function readLegacyChoice(body: Fields, functions: readonly FunctionTool[]): ToolChoice {
  const name = "function_call";
  if (!isGivenAsObject(body, name)) {
    const mode = body.oneOf(name, ["none", "auto"]) ?? "auto";
    return { mode, only: null, named: false };
  }
  const only = [readName(body.need(name, body.object(name)), null)];
  return checked(body, name, functions, { mode: "required", only, named: true });
}

const MODES = ["none", "auto", "required"] as const;

/** False for a mode by its name, and for none. */
function isGivenAsObject(body: Fields, name: string): boolean {
  const value = body.get(name);
  if (value === undefined || typeof value === "string") return false;
  if (isObject(value)) return true;
  throw body.wrongType(name, "a string or an object");
}

function readAllowed(tool: Fields, inner: string | null): string {
  tool.oneOf("type", ["function"]);
  return readName(tool, inner);
}

function readName(fields: Fields, inner: string | null): string {
  const target = inner === null ? fields : fields.need(inner, fields.object(inner));
  return target.need("name", target.string("name"));
}

function checked(
  body: Fields,
  field: string,
  tools: readonly FunctionTool[],
  choice: ToolChoice,
): ToolChoice {
  if (choice.mode === "required" && (choice.only ?? tools).length === 0) {
    throw body.invalid(
      field,
      `Invalid value for '${field}': '${field}' is only allowed when functions are given.`,
    );
  }
  const missing = choice.only?.find((name) => !tools.some((tool) => tool.name === name));
  if (missing === undefined) return choice;
  throw body.invalid(
    field,
    `Invalid '${field}': there is no function '${missing}' in the request.`,
  );
}
