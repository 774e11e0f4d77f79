import { invalidRequest, type ApiError } from "../../engine/api-error.ts";
import type { Json, JsonObject } from "../../engine/job.ts";
import { describeValue } from "./describe-value.ts";

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The fields of one JSON object of a request, read one at a time.
 *
 * `null` counts as not given, as at OpenAI. Whatever does not fit throws a 400 with OpenAI's code, words and `param`
 * (the codes are those of its error bodies, as `integer_below_min_value`).
 */
export class Fields {
  readonly values: JsonObject;
  readonly #path: string;

  constructor(values: JsonObject, path = "") {
    this.values = values;
    this.#path = path;
  }

  /** The value of a field as a `param` names it: `tools[0].function.name`. */
  param(name: string): string {
    return this.#path + (this.#path && name && ".") + name;
  }

  /** The value as it came; `undefined` when not given. */
  get(name: string): Json | undefined {
    return this.values[name] ?? undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The error for a field whose value is not allowed. */
  invalid(name: string, message: string, code = "invalid_value"): ApiError {
    return invalidRequest(message, this.param(name), code);
  }

  /** The error for a field of the wrong type. */
  wrongType(name: string, expected: string): ApiError {
    const got = describeValue(this.values[name]);
    return this.invalid(
      name,
      `Invalid type for '${this.param(name)}': expected ${expected}, but got ${got} instead.`,
      "invalid_type",
    );
  }

  /** Refuses a field that cannot be obeyed here, when it is given. */
  refuse(name: string, why: string): void {
    if (this.has(name)) throw this.unsupported(name, why);
  }

  /** The error for something OpenAI knows and this API does not do. */
  unsupported(name: string, why: string): ApiError {
    return this.invalid(
      name,
      `'${this.param(name)}' is not supported: ${why}`,
      "unsupported_parameter",
    );
  }

  /** Throws when a value that was read is missing. */
  need<T>(name: string, value: T | undefined): T {
    if (value !== undefined) return value;
    throw this.invalid(
      name,
      `Missing required parameter: '${this.param(name)}'.`,
      "missing_required_parameter",
    );
  }

  string(name: string, maxLength = Infinity): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw this.wrongType(name, "a string");
    if (value.length > maxLength) {
      throw this.#outside(
        name,
        "string too long",
        `a string with maximum length ${maxLength}`,
        `a string with length ${value.length}`,
        "string_above_max_length",
      );
    }
    return value;
  }

  /** A name as OpenAI allows them for functions and schemas. */
  identifier(name: string): string {
    const value = this.need(name, this.string(name, 64));
    if (/^[\w-]+$/.test(value)) return value;
    throw this.invalid(
      name,
      `Invalid '${this.param(name)}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  }

  boolean(name: string): boolean | undefined {
    const value = this.get(name);
    if (value !== undefined && typeof value !== "boolean") throw this.wrongType(name, "a boolean");
    return value;
  }

  integer(name: string, min = -Infinity, max = Infinity): number | undefined {
    return this.#number(name, "integer", min, max);
  }

  number(name: string, min: number, max: number): number | undefined {
    return this.#number(name, "decimal", min, max);
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.string(name);
    const found = allowed.find((item) => item === value);
    if (value === undefined || found !== undefined) return found;
    const list = allowed.map((item) => `'${item}'`).join(", ");
    throw this.invalid(name, `Invalid value: '${value}'. Supported values are: ${list}.`);
  }

  object(name: string): Fields | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.wrongType(name, "an object");
    return new Fields(value, this.param(name));
  }

  list(name: string, maxLength = Infinity): readonly Json[] | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.wrongType(name, "an array");
    if (value.length > maxLength) {
      throw this.#outside(
        name,
        "array too long",
        `an array with maximum length ${maxLength}`,
        `an array with length ${value.length}`,
        "array_above_max_length",
      );
    }
    return value;
  }

  /** A list with at least one item. */
  filledList(name: string, maxLength?: number): readonly Json[] | undefined {
    const list = this.list(name, maxLength);
    if (list?.length !== 0) return list;
    throw this.#outside(
      name,
      "empty array",
      "an array with minimum length 1",
      "an empty array",
      "empty_array",
    );
  }

  /** A list of objects, each with its own path. */
  objects(name: string): readonly Fields[] | undefined {
    return this.list(name)?.map((value, index) => this.item(name, value, index));
  }

  /** A list with at least one object. */
  filledObjects(name: string, maxLength?: number): readonly Fields[] | undefined {
    return this.filledList(name, maxLength)?.map((value, index) => this.item(name, value, index));
  }

  /** One item of a list, which must be an object. */
  item(name: string, value: Json, index: number): Fields {
    const path = `${this.param(name)}[${index}]`;
    if (isObject(value)) return new Fields(value, path);
    throw new Fields({ "": value }, path).wrongType("", "an object");
  }

  #number(name: string, kind: "integer" | "decimal", min: number, max: number): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || (kind === "integer" && !Number.isInteger(value))) {
      throw this.wrongType(name, kind === "integer" ? "an integer" : "a decimal");
    }
    if (value >= min && value <= max) return value;
    const [side, sign, bound] = value < min ? ["below min", ">=", min] : ["above max", "<=", max];
    throw this.#outside(
      name,
      `${kind} ${side}imum value`,
      `a value ${sign} ${bound}`,
      `${value}`,
      `${kind}_${side.replace(" ", "_")}_value`,
    );
  }

  #outside(name: string, what: string, expected: string, got: string, code: string): ApiError {
    return this.invalid(
      name,
      `Invalid '${this.param(name)}': ${what}. Expected ${expected}, but got ${got} instead.`,
      code,
    );
  }
}
