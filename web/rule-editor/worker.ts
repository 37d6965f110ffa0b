import type { ErrorObject } from "ajv/dist/2020.js";
import type { SpecDocument } from "../../src/browser.js";
import { type CompiledSpec, compileSpec } from "../../src/engine/compile-spec.js";
import type { ExampleSource, RuleSource } from "../../src/engine/grammar.js";
import type { Flaw } from "../../src/ground/files/file-error.js";
import { JsonRanges } from "../../src/ground/json/json-ranges.js";
import { joinPointer } from "../../src/ground/json/pointer.js";
import type { Json, JsonObject } from "../../src/ground/json/value.js";
import { findToken, type Place, placeNear } from "../../src/pages/places.js";
import { ajv } from "../../src/schema/ajv.js";
import { explainErrors } from "../../src/specs/explain-error.js";
import { formatSpecValue } from "../../src/specs/format-spec-file.js";
import { ruleSchema } from "../../src/specs/meta/rule.js";
import { lintRulePatterns, type PatternedRule } from "../../src/specs/patterns/slow-patterns.js";
import { tryRule } from "../../src/workshop/examples/try-rule.js";
import { MAX_RULE_LENGTH } from "../workbench/limits.js";
import { answerCalls, loadSpec, specOf, type Version } from "../workbench/worker-calls.js";

interface RuleName extends Version {
  readonly rule: string;
}

/** The result of running the examples of a rule. */
export interface RuleTrial {
  /** Errors that keep the examples from running. */
  readonly errors: readonly PlacedError[];
  readonly examples: readonly { readonly title: string; readonly place: Place; readonly errors: readonly string[] }[];
  /** Errors of its fixes, in any example. */
  readonly fixErrors: readonly PlacedError[];
}

export interface PlacedError {
  readonly message: string;
  readonly place: Place;
}

const EXAMPLE = /^\/examples\/(\d+)/;
const isValid = ajv.compile(ruleSchema);

const calls = {
  async load(document: SpecDocument) {
    loadSpec(document);
  },
  /** A rule as its file has it, and the schema of such files. */
  async openRule({ rule, ...version }: RuleName) {
    return { text: fileOf(specOf(version).source.rules[rule] as RuleSource), schema: ruleSchema };
  },
  tryRule: ({ rule, text, ...version }: RuleName & { readonly text: string }) => tryText(specOf(version), rule, text),
};
export type RuleCalls = typeof calls;
answerCalls(calls);

/** A published rule as a file of a rules folder: compiling has sorted its keys, and nobody writes them so. */
function fileOf(rule: RuleSource): string {
  const { fix, example } = ruleSchema.$defs as Record<string, JsonObject>;
  const { fixes, examples, ...rest } = rule as unknown as JsonObject;
  const all = (items: Json, schema: JsonObject | undefined) =>
    (items as JsonObject[]).map((item) => inOrder(item, schema as JsonObject));
  const parts = { ...rest, ...(fixes && { fixes: all(fixes, fix) }), examples: all(examples as Json, example) };
  return formatSpecValue({ $schema: "../../../rule.schema.json", ...inOrder(parts, ruleSchema) });
}

/** The properties of an object in the order in which a schema describes them. */
function inOrder(value: JsonObject, { properties }: JsonObject): JsonObject {
  const names = Object.keys(properties as JsonObject).filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, value[name] as Json]));
}

/** Runs the examples of a rule as its maintainer has written it, as `assay rules check` would. */
async function tryText(spec: CompiledSpec, name: string, text: string): Promise<RuleTrial> {
  const unreadable = (message: string, offset = 0) => failed([{ message, place: findToken(text, offset) }]);
  if (text.length > MAX_RULE_LENGTH) return unreadable("a rule file may have at most 256 KiB");
  const read = JsonRanges.read(text);
  if ("error" in read) return unreadable(read.error.detail, read.error.position?.offset);
  const { ranges } = read;
  const placed = ({ pointer, detail, key }: Flaw): PlacedError => {
    const place = placeNear(ranges, key === undefined ? pointer : joinPointer(pointer, key));
    return { message: detail, place };
  };
  const rule: unknown = JSON.parse(text);
  const errors = [...formErrors(rule, spec.source.shape)];
  if (errors.length > 0) return failed(errors.map(placed));
  const { $schema, ...source } = rule as RuleSource & { $schema?: string };
  const tried = compileSpec({ ...spec.source, rules: { ...spec.source.rules, [name]: source } }, (where, error) => {
    if (where.part === "rule" && where.name === name) errors.push({ pointer: error.pointer, detail: error.message });
  });
  if (errors.length > 0) return failed(errors.map(placed));
  const { flaws } = await tryRule(tried, name, spec.source.examples[spec.source.settings.base] as ExampleSource);
  return {
    errors: [],
    examples: source.examples.map(({ title }, at) => ({
      title,
      place: placeNear(ranges, `/examples/${at}`),
      errors: flaws.filter(({ pointer }) => Number(EXAMPLE.exec(pointer)?.[1]) === at).map(({ detail }) => detail),
    })),
    fixErrors: flaws.filter(({ pointer }) => !EXAMPLE.test(pointer)).map(placed),
  };
}

/** Errors against the meta-schema, and patterns that could take forever. */
function* formErrors(rule: unknown, shape: JsonObject): Generator<Flaw> {
  if (!isValid(rule)) {
    yield* explainErrors(isValid.errors as ErrorObject[], "rule.schema.json");
    return;
  }
  yield* lintRulePatterns(rule as PatternedRule, shape);
}

function failed(errors: readonly PlacedError[]): RuleTrial {
  return { errors, examples: [], fixErrors: [] };
}
