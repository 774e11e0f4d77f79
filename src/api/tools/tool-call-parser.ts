import { isObject } from "../validation/fields.ts";

/**
 * How the model writes calls: `tags` in free text, as `<tool_call>{"name":…,"arguments":{…}}</tool_call>`;
 * `array`: the whole answer is a JSON array of `{"name":…,"arguments":{…}}`, or it is an ordinary answer.
 */
export type CallSyntax = "tags" | "array";

/** What counts as a call in an answer. */
export type CallForm = {
  readonly syntax: CallSyntax;
  /** Of the functions that may be called; whatever calls another one is text. */
  readonly names: readonly string[];
};

export const CALL_OPEN = "<tool_call>";
export const CALL_CLOSE = "</tool_call>";

/** Takes what the parser finds, in order. `number` counts the calls. */
export interface ToolCallSink {
  text(text: string): void;
  start(number: number, name: string): void;
  argument(number: number, piece: string): void;
}

/** Where in the answer the parser is; `head`, `arguments` and `tail` are inside a call. */
type State = "undecided" | "text" | "head" | "arguments" | "tail" | "plain" | "over";

const HEAD =
  /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")\s*,\s*"(?:arguments|parameters)"\s*:\s*(?=\{)/;

/**
 * Finds tool calls in text that comes in pieces. However the text is cut, the same calls and the same text come out;
 * arguments are passed on as they grow, and nothing that may still become a call is passed on as text.
 */
export class ToolCallParser {
  readonly #array: boolean;
  readonly #names: readonly string[];
  readonly #sink: ToolCallSink;
  #state: State;
  #buffer = "";
  #calls = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor({ syntax, names }: CallForm, sink: ToolCallSink) {
    this.#array = syntax === "array";
    this.#names = names;
    this.#state = this.#array ? "undecided" : "text";
    this.#sink = sink;
  }

  /** Calls begun so far. */
  get calls(): number {
    return this.#calls;
  }

  /** True between the name of a call and its end. */
  get inCall(): boolean {
    return this.isCut || this.#state === "tail";
  }

  /** True while the arguments of a call are not at their end. */
  get isCut(): boolean {
    return this.#state === "arguments";
  }

  feed(piece: string): void {
    this.#buffer += piece;
    while (this.#step());
  }

  /** @param complete false when the text was cut off: then a call that has only begun is dropped */
  end(complete: boolean): void {
    const rest = this.#buffer;
    // Generation may have been ended by the closing tag itself, used as a stop text.
    // The model may as well have ended inside a call: half a call is dropped, never passed on as text.
    if (complete && this.#state === "head" && !this.#array) {
      if (this.#isCall(parse(rest))) this.#wholeCall(rest);
    }
    if (this.#state === "undecided" || this.#state === "text") {
      // Blanks, and at most the beginning of a tag; of a lone "<" nobody can tell.
      const isHalfATag = !complete && rest.trim().length > 1;
      if (rest && !isHalfATag && (!this.#calls || rest.trim())) this.#sink.text(rest);
    }
  }

  /** Does as much as one state can; false when it needs more text. */
  #step(): boolean {
    switch (this.#state) {
      case "undecided":
        return this.#decide();
      case "text":
        return this.#findCall();
      case "head":
        return this.#readHead();
      case "arguments":
        return this.#readArguments();
      case "tail":
        return this.#readTail();
      case "plain":
        if (this.#buffer) this.#sink.text(this.#take(this.#buffer.length));
        return false;
      default:
        this.#buffer = "";
        return false;
    }
  }

  #take(length: number): string {
    const taken = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    return taken;
  }

  #go(state: State): boolean {
    this.#state = state;
    return true;
  }

  #decide(): boolean {
    const start = this.#buffer.search(/\S/);
    if (start < 0) return false;
    if (this.#buffer[start] !== "[") return this.#go("plain");
    this.#take(start + 1);
    return this.#go("head");
  }

  #findCall(): boolean {
    const open = this.#buffer.indexOf(CALL_OPEN);
    let end = open;
    if (open < 0) {
      end = this.#buffer.length;
      for (let length = CALL_OPEN.length - 1; length > 0; length--) {
        if (!this.#buffer.endsWith(CALL_OPEN.slice(0, length))) continue;
        end -= length;
        break;
      }
    }
    // White space before a call belongs to the call's layout, so it waits until it is known what follows.
    const text = this.#take(this.#buffer.slice(0, end).trimEnd().length);
    if (text) this.#sink.text(text);
    if (open < 0) return false;
    this.#take(this.#buffer.indexOf(CALL_OPEN) + CALL_OPEN.length);
    return this.#go("head");
  }

  #readHead(): boolean {
    const match = HEAD.exec(this.#buffer);
    const name = match && parse(match[1] ?? "");
    if (typeof name === "string" && this.#names.includes(name)) {
      this.#take(match?.[0].length ?? 0);
      this.#sink.start(this.#calls++, name);
      return this.#go("arguments");
    }
    const close = this.#array ? -1 : this.#buffer.indexOf(CALL_CLOSE);
    if (close < 0) return false;
    this.#wholeCall(this.#take(close));
    this.#take(CALL_CLOSE.length);
    return this.#go("text");
  }

  /** A call in an unusual layout, read only when it is whole. What is no call after all was text. */
  #wholeCall(body: string): void {
    const call = parse(body);
    if (!this.#isCall(call)) {
      this.#sink.text(CALL_OPEN + body + CALL_CLOSE);
      return;
    }
    const given = call["arguments"] ?? call["parameters"] ?? {};
    this.#sink.start(this.#calls, call.name);
    this.#sink.argument(this.#calls++, typeof given === "string" ? given : JSON.stringify(given));
  }

  #isCall(value: unknown): value is Readonly<Record<string, unknown>> & { readonly name: string } {
    if (!isObject(value)) return false;
    const { name } = value;
    return typeof name === "string" && this.#names.includes(name);
  }

  #readArguments(): boolean {
    const text = this.#buffer;
    let at = 0;
    while (at < text.length) {
      const character = text[at++];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === "{" || character === "[") this.#depth++;
      else if (character === "}" || character === "]") {
        if (--this.#depth === 0) {
          this.#state = "tail";
          break;
        }
      }
    }
    if (at > 0) this.#sink.argument(this.#calls - 1, this.#take(at));
    return this.#state === "tail";
  }

  #readTail(): boolean {
    const match = (this.#array ? /^\s*\}\s*([,\]])/ : /<(\/?)tool_call>/).exec(this.#buffer);
    if (!match) return false;
    this.#take(match.index + match[0].length);
    if (this.#array) return this.#go(match[1] === "," ? "head" : "over");
    return this.#go(match[1] ? "text" : "head");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
