import { ApiError } from "../api-error.ts";
import type { Constraint } from "../job.ts";
import { possibleStart } from "../text/possible-start.ts";
import { isTrap, keepingStack, watchingStart } from "./xgrammar-stack.ts";
import { findBrokenPart } from "./find-broken-schema.ts";
import type { CompiledGrammar, GrammarCompiler, GrammarMatcher, Pipeline } from "./pipeline.ts";

/** Compiled grammars kept for the next request with the same one. */
const KEPT_GRAMMARS = 8;

/**
 * JSON may be spread over lines, but a small model must not be able to fill its whole budget with blanks.
 */
const MAX_WHITESPACE = 8;

interface MatcherClass {
  createGrammarMatcher(
    grammar: CompiledGrammar,
    stopTokens: undefined,
    endsWithoutStopToken: boolean,
  ): Promise<GrammarMatcher>;
}

interface CompilerClass {
  createGrammarCompiler(tokenizerInfo: unknown, keepsCompiled: boolean): Promise<GrammarCompiler>;
}

/** The grammar that masks a pipeline's tokens, compiled by XGrammar. */
export class PipelineGrammar {
  readonly #pipeline: Pipeline;
  readonly #compiled = new Map<string, CompiledGrammar>();
  #tool: { compiler: GrammarCompiler; matcherClass: MatcherClass } | null = null;
  /** Texts that switch the grammar on; empty when it holds from the first token. */
  #triggers: readonly string[] = [];
  #isActive = false;
  /** The end of what has been written, if it is the beginning of a trigger. */
  #begun = "";

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  /** True when the next token has to fit the grammar. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** True when the next token may complete a trigger, and may then have to be sampled again. */
  get isNearTrigger(): boolean {
    return this.#begun !== "";
  }

  /**
   * Makes a constraint the one that is obeyed from now on.
   *
   * @throws ApiError 400 when it cannot be compiled; its `param` is `response_format`, or the part of it that is at fault
   */
  async set(constraint: Constraint | null): Promise<void> {
    this.#isActive = false;
    this.#triggers = [];
    if (constraint === null) return;
    const { compiler, matcherClass } = await this.#tools();
    const grammar = await this.#compile(compiler, constraint);
    const isTriggered = constraint.type === "structural_tag";
    const matcher = await matcherClass.createGrammarMatcher(grammar, undefined, isTriggered);
    this.#pipeline.grammarMatcher?.dispose();
    this.#pipeline.grammarMatcher = matcher;
    if (isTriggered) this.#triggers = constraint.triggers;
    else this.#isActive = true;
  }

  /** Back to the beginning, for a new choice. */
  restart(): void {
    this.#begun = "";
    if (this.#triggers.length > 0) this.#isActive = false;
    if (this.#isActive) this.#pipeline.grammarMatcher?.reset();
  }

  /**
   * Takes note of a token that has been sampled (and, while active, accepted by the matcher).
   *
   * Free text is not masked: a mask for "anything but" costs seconds a token. When a trigger has been written, the
   * matcher reads it and whatever the same token has after it, and holds until its structure is complete.
   *
   * @returns false when the token completes a trigger that was begun before it, and goes on as no structure does (`>{"`
   *   where a line break must come): then it counts as not written, and the grammar holds for the one in its place
   */
  observe(text: string): boolean {
    const matcher = this.#pipeline.grammarMatcher;
    if (this.#triggers.length === 0 || matcher === undefined) return true;
    if (this.#isActive) {
      if (matcher.isTerminated()) this.#isActive = false;
      return true;
    }
    const begun = this.#begun;
    const written = begun + text;
    const at = Math.max(...this.#triggers.map((trigger) => written.lastIndexOf(trigger)));
    if (at === -1) {
      this.#begun = written.slice(written.length - possibleStart(written, this.#triggers));
      return true;
    }
    this.#begun = "";
    if (this.#activate(matcher, written.slice(at))) return true;
    return at >= begun.length || !this.#activate(matcher, begun.slice(at));
  }

  /** Has the matcher read the beginning of a structure. @returns false when it is none */
  #activate(matcher: GrammarMatcher, beginning: string): boolean {
    matcher.reset();
    const fits = matcher._acceptString(beginning);
    this.#isActive = fits && !matcher.isTerminated();
    return fits;
  }

  async #compile(compiler: GrammarCompiler, constraint: Constraint): Promise<CompiledGrammar> {
    const key = JSON.stringify(constraint);
    const kept = this.#compiled.get(key);
    if (kept !== undefined) {
      // Back to the end: the one that was not wanted for the longest time goes first.
      this.#compiled.delete(key);
      this.#compiled.set(key, kept);
      return kept;
    }
    let grammar: CompiledGrammar;
    try {
      grammar = await keepingStack(() => compileConstraint(compiler, constraint));
    } catch (error) {
      if (isTrap(error)) throw error;
      throw uncompilable(await whereBroken(compiler, constraint), error);
    }
    this.#compiled.set(key, grammar);
    for (const [oldest, old] of this.#compiled) {
      if (this.#compiled.size <= KEPT_GRAMMARS) break;
      this.#compiled.delete(oldest);
      old.dispose();
    }
    return grammar;
  }

  /**
   * WebLLM makes the compiler when a grammar is first used, and exports none of the classes. Its compiler keeps what it
   * has compiled by the schema's text, and never returns when it meets again one that has failed; what is worth keeping is
   * kept here, so that one without a memory takes its place.
   */
  async #tools(): Promise<{ compiler: GrammarCompiler; matcherClass: MatcherClass }> {
    const pipeline = this.#pipeline;
    if (this.#tool !== null) return this.#tool;
    await watchingStart(async () =>
      pipeline.prepareGrammarMatcherForSampling({
        response_format: { type: "json_object", schema: "{}" },
      }),
    );
    const { grammarCompiler, grammarMatcher, xgTokenizerInfo } = pipeline;
    if (grammarCompiler === undefined) throw new Error("WebLLM made no grammar compiler.");
    const compilerClass = grammarCompiler.constructor as unknown as CompilerClass;
    const compiler = await compilerClass.createGrammarCompiler(xgTokenizerInfo, false);
    pipeline.grammarCompiler = compiler;
    grammarCompiler.dispose();
    const matcherClass = grammarMatcher?.constructor as unknown as MatcherClass;
    this.#tool = { compiler, matcherClass };
    return this.#tool;
  }
}

function compileConstraint(
  compiler: GrammarCompiler,
  constraint: Constraint,
): Promise<CompiledGrammar> {
  switch (constraint.type) {
    case "json_object":
      // In strict mode XGrammar takes a bare `object` for the empty one.
      return compileSchema(compiler, { type: "object", additionalProperties: true });
    case "json_schema":
      return compileSchema(compiler, constraint.schema);
    case "grammar":
      return compiler.compileGrammar(constraint.grammar);
    case "structural_tag":
      return compiler.compileStructuralTag(
        JSON.stringify({
          type: "structural_tag",
          format: {
            type: "or",
            elements: constraint.structures.map(({ begin, schema, end }) => ({
              type: "tag",
              begin,
              content: { type: "json_schema", json_schema: schema },
              end,
            })),
          },
        }),
      );
  }
}

function compileSchema(compiler: GrammarCompiler, schema: unknown): Promise<CompiledGrammar> {
  return compiler.compileJSONSchema(
    JSON.stringify(schema),
    true,
    -1,
    undefined,
    true,
    MAX_WHITESPACE,
  );
}

/** The part of a constraint that is at fault; empty when that cannot be told. */
function whereBroken(compiler: GrammarCompiler, constraint: Constraint): Promise<string> {
  return findBrokenPart(constraint, async (part) => {
    try {
      (await keepingStack(() => compileSchema(compiler, part))).dispose();
      return true;
    } catch {
      return false;
    }
  });
}

function uncompilable(path: string, cause: unknown): ApiError {
  const param = path === "" ? "response_format" : `response_format.${path}`;
  return new ApiError(
    {
      status: 400,
      type: "invalid_request_error",
      code: "invalid_schema",
      param,
      message: `'${param}' cannot be turned into a grammar${reasonOf(cause)}.`,
    },
    { cause },
  );
}

/** XGrammar's own words, without the place in its sources; it has none when its parser gave up. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const words = text.replace(/^.*?\.(?:cc|h):\d+:\s*/s, "").trim();
  return words === "" || /abort|wasm|runtime|^\d+$/i.test(words) ? "" : `: ${words.slice(0, 200)}`;
}
