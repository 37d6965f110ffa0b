import { type CompiledSpec, compileSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource, RuleExample, RuleSource, SpecSource } from "../../engine/grammar.js";
import { inCandidate } from "../../engine/problem.js";
import type { SpecError } from "../../engine/spec-error.js";
import { isWithin, parentPointer, toTokens } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { compileKeptSchema } from "../../ground/json-schema/kept-schema.js";
import { walkSchemas } from "../../ground/json-schema/schemas-in.js";
import { EMPTY_REGISTRY } from "../../ground/registry/registry.js";
import type { Bundle } from "../../schemas/bundle.js";
import { lintRulePatterns } from "../../specs/patterns/slow-patterns.js";
import { tryValues } from "../examples/try-values.js";
import { lintRule } from "../lint/lint-rule.js";
import { lintShape } from "../lint/lint-shape.js";
import { findPointers } from "../search/specimen.js";
import { PackageView } from "../view/package-view.js";
import type { DraftRule } from "./draft-rules.js";
import { Keeper } from "./keep.js";
import { makeRandom, Sampler } from "./sample.js";
import { Translator } from "./translate.js";
import { findViolated } from "./violations.js";

/** A package made of a JSON Schema, and what a person should know about it. */
export interface Draft {
  readonly source: SpecSource;
  readonly translator: Translator;
  /** The names of rules for which no violated example was found. */
  readonly unshown: readonly string[];
}

interface DraftOptions {
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  /** Documents of the author, by the names of their examples. */
  readonly examples: Readonly<Record<string, Json>>;
}

/** What the lint refuses is kept as it is instead, which takes a few rounds. */
const MAX_ROUNDS = 12;
const MAX_MADE = 120;
const MAX_EXAMPLES = 3;

/** Makes a package of a schema: the shape, rules, kept schemas and examples. Undefined if no example is valid. */
export async function draftPackage(bundle: Bundle, options: DraftOptions): Promise<Draft | undefined> {
  const root = (bundle.root.$defs as JsonObject)[0] as JsonObject;
  const refused = new Set<string>();
  const documents = validDocuments(bundle, root, Object.values(options.examples));
  for (let round = 0; ; round++) {
    const translator = new Translator(bundle, refused);
    const shape = translator.translate(root);
    const source = makeSource(translator, shape, options);
    const before = refused.size;
    const spec = await refuse(source, translator.rules.all, refused, documents);
    if (refused.size > before && round < MAX_ROUNDS) continue;
    if (spec === undefined) throw new Error(`the draft does not compile: ${[...refused].join(", ")}`);
    return finished(spec, source, translator, documents, options);
  }
}

/** Notes the places and keywords that the grammar or the lint refuses; returns the package if it compiles. */
async function refuse(
  source: SpecSource,
  rules: readonly DraftRule[],
  refused: Set<string>,
  documents: readonly Json[],
): Promise<CompiledSpec | undefined> {
  const refuseRule = (rule: DraftRule | undefined) =>
    rule && refused.add(`${rule.at} ${rule.keyword === "uniqueItems" ? "unique" : rule.keyword}`);
  const errors: SpecError[] = [];
  const spec = compileSpec(source, (where, error) => {
    errors.push(error);
    if (where.part === "rule") refuseRule(rules.find(({ name }) => name === where.name));
  });
  for (const { pointer } of lintShape(source.shape)) refuseShape(source.shape, pointer, refused);
  const view = new PackageView(source);
  for (const rule of rules) {
    const full = source.rules[rule.name] as RuleSource;
    const flaws = [...lintRulePatterns(full, source.shape), ...lintRule(full, view)];
    if (flaws.some(({ pointer }) => !pointer.startsWith("/examples"))) refuseRule(rule);
  }
  if (errors.length > 0) return undefined;
  const [base] = documents;
  if (base !== undefined)
    for (const { pointer } of await tryValues(spec, { title: "", candidate: base, diagnostics: [] }))
      refuseShape(source.shape, pointer, refused);
  return spec;
}

/** The innermost schema of the shape with a flaw, and the keyword that has it. */
function refuseShape(shape: JsonObject, pointer: string, refused: Set<string>): void {
  const around = [...walkSchemas(shape)].filter((schema) => isWithin(pointer, schema.pointer));
  const inner = around.reduce((one, other) => (other.pointer.length > one.pointer.length ? other : one));
  const [keyword] = toTokens(pointer.slice(inner.pointer.length));
  const key = keyword === undefined ? `${parentPointer(inner.at)} properties` : `${inner.at} ${keyword}`;
  refused.add(refused.has(key) ? `${inner.at} *` : key);
}

function makeSource(
  { rules, keeper }: Translator,
  shape: JsonObject,
  { domainId, version, title }: DraftOptions,
): SpecSource {
  const data: JsonObject = Object.keys(keeper.schemas).length > 0 ? { schemas: keeper.schemas } : {};
  return {
    domainId,
    version,
    settings: { status: "draft", title, base: "complete", data, normalize: [] },
    shape,
    rules: Object.fromEntries(rules.all.map(({ name, source }) => [name, { ...source, examples: [PASSING] }])),
    examples: {},
  };
}

const PASSING: RuleExample = { title: "the complete candidate passes" };

/** Documents that the schema accepts: those of the author, then some that are made. */
function validDocuments(bundle: Bundle, root: JsonObject, given: readonly Json[]): Json[] {
  const keeper = new Keeper(bundle);
  const judge = compileKeptSchema(keeper.copy(root) as JsonObject, keeper.data);
  const sampler = new Sampler(keeper.follow, makeRandom(7));
  const stated = Array.isArray(root.examples) ? root.examples : [];
  const made = Array.from({ length: MAX_MADE }, () => sampler.sample(root));
  const distinct = new Map([...given, ...stated, ...made].map((document) => [JSON.stringify(document), document]));
  return [...distinct.values()].filter((document) => isObject(document) && judge()(document) === undefined);
}

async function finished(
  spec: CompiledSpec,
  draft: SpecSource,
  translator: Translator,
  documents: readonly Json[],
  { examples }: DraftOptions,
): Promise<Draft | undefined> {
  const clean: Json[] = [];
  for (const document of documents) {
    const { diagnostics } = await evaluate(spec, document, EMPTY_REGISTRY);
    if (diagnostics.length === 0) clean.push(document);
  }
  const given = Object.values(examples);
  const places = translator.rules.all.flatMap(({ source }) => [source.check].flat().flatMap(({ at }) => at));
  const shown = (document: Json) => places.filter((at) => findPointers(at, document, 1).length > 0).length;
  const byPlaces = clean.toSorted((a, b) => shown(b) - shown(a));
  const base = byPlaces.find((document) => given.includes(document)) ?? byPlaces[0];
  if (base === undefined) return undefined;
  const candidates = [base, ...byPlaces.filter((document) => document !== base)];
  const rules: Record<string, RuleSource> = {};
  const unshown: string[] = [];
  for (const [name, rule] of Object.entries(draft.rules)) {
    const violated = await findViolated(spec, name, candidates);
    if (violated === undefined) unshown.push(name);
    rules[name] = { ...rule, examples: [PASSING, ...(violated === undefined ? [] : [violated])] };
  }
  const source = { ...draft, rules, examples: await wholeExamples(spec, base, candidates, examples) };
  return { source, translator, unshown };
}

/**
 * The base example and those of the author; without any of the author, some that were made: the next rule of an author
 * holds in the documents that they know.
 */
async function wholeExamples(
  spec: CompiledSpec,
  base: Json,
  candidates: readonly Json[],
  given: Readonly<Record<string, Json>>,
): Promise<Record<string, ExampleSource>> {
  const examples: Record<string, ExampleSource> = {
    complete: { title: "A complete candidate", candidate: base, diagnostics: [] },
  };
  for (const [name, candidate] of Object.entries(given)) {
    if (isEqual(candidate, base)) continue;
    const { diagnostics } = await evaluate(spec, candidate, EMPTY_REGISTRY);
    const found = diagnostics.map(({ code, path }) => ({ code, path: inCandidate(path) }));
    examples[name] = { title: `The example ${name}`, candidate, diagnostics: found };
  }
  if (Object.keys(given).length > 0) return examples;
  const made = candidates.filter(
    (candidate) => !Object.values(examples).some((known) => isEqual(known.candidate, candidate)),
  );
  for (const [index, candidate] of made.slice(0, Math.max(0, MAX_EXAMPLES - Object.keys(examples).length)).entries())
    examples[`made-${index + 1}`] = { title: `Another valid candidate (${index + 1})`, candidate, diagnostics: [] };
  return examples;
}
