import type { CheckSource, FixSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { COMMON_PLACEHOLDERS, placeholdersIn } from "../../engine/rules/template.js";
import { escapeToken } from "../../json/pointer.js";
import { equal, type Json, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { checkIn, lintCheck } from "./lint-check.js";
import { lintCondition } from "./lint-condition.js";
import type { PackageView } from "./package-view.js";

/** What no meta-schema sees in one rule. Pointers are into its file. */
export function* lintRule(rule: RuleSource, view: PackageView): Generator<Found> {
  const { when, check, fixes = [], examples } = rule;
  if (when !== undefined) yield* lintCondition(when, { fact: "candidate" }, view, "/when");
  const isList = Array.isArray(check);
  const checks = [check].flat();
  for (const [at, source] of checks.entries()) {
    const base = isList ? `/check/${at}` : "/check";
    for (const found of lintCheck(source, view)) yield { ...found, pointer: base + found.pointer };
    if (checks.findIndex((other) => equal(other, source)) < at)
      yield { pointer: base, detail: "the same check is there twice; remove one" };
  }
  yield* lintPlaceholders(rule, checks);
  for (const [at, fix] of fixes.entries()) {
    for (const { pointer, detail } of lintFix(fix, checks, view)) yield { pointer: `/fixes/${at}${pointer}`, detail };
    if (fixes.findIndex((other) => equal(other, fix)) < at)
      yield { pointer: `/fixes/${at}`, detail: "the same fix is there twice; remove one" };
  }
  yield* lintWords(rule);
  yield* lintExamples(examples, checks);
}

function fillable(source: CheckSource): string[] {
  const { definition, value } = checkIn(source);
  const key = /\{[^{}/]+\}$/.test([source.at].flat()[0] as string) ? ["key"] : [];
  return [...COMMON_PLACEHOLDERS, ...key, ...definition.placeholders(value)];
}

function* lintPlaceholders({ message, fixes = [] }: RuleSource, checks: readonly CheckSource[]): Generator<Found> {
  const byCheck = checks.map(fillable);
  const inAll = (byCheck[0] ?? []).filter((name) => byCheck.every((names) => names.includes(name)));
  const inAny = [...new Set(byCheck.flat())];
  yield* unfilled(message, inAll, "/message");
  for (const [at, fix] of fixes.entries()) {
    const { title, applicability, when, ...changes } = fix;
    yield* unfilled(title, inAny, `/fixes/${at}/title`);
    for (const [key, change] of Object.entries(changes)) yield* unfilled(change, inAny, `/fixes/${at}/${key}`);
  }
  const used = placeholdersIn([message, fixes]);
  for (const [at, source] of checks.entries()) {
    const base = checks.length === 1 ? "/check" : `/check/${at}`;
    const isUsed = (name: string) => used.includes(name);
    if (source.suggest !== undefined && !isUsed("suggestion"))
      yield { pointer: `${base}/suggest`, detail: "nothing uses {suggestion}; add a fix that does, or remove it" };
    if (source.aliases !== undefined && !isUsed("nearest"))
      yield { pointer: `${base}/aliases`, detail: "nothing uses {nearest}; add a fix that does, or remove it" };
    if ("pattern" in source && source.suggest === undefined && isUsed("suggestion") && checks.length === 1)
      yield { pointer: base, detail: '{suggestion} is never filled without "suggest"; add it' };
  }
}

function* unfilled(template: unknown, known: readonly string[], pointer: string): Generator<Found> {
  for (const name of placeholdersIn(template)) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `these can be used: ${known.join(", ")}` : `did you mean {${meant}}?`;
    yield { pointer, detail: `nothing fills the placeholder {${name}}; ${hint}` };
  }
}

/** Changes that lead nowhere, or that put in what the shape refuses. */
function* lintFix(fix: FixSource, checks: readonly CheckSource[], view: PackageView): Generator<Found> {
  const { when, set = {}, remove, rename = {} } = fix;
  const selector = [checks[0]?.at ?? ""].flat()[0] as string;
  const { item } = view.itemScope(selector);
  if (when !== undefined) yield* lintCondition(when, { fact: "candidate", item }, view, "/when");
  const placeOf = (template: string) => (template === "{path}" && checks.length === 1 ? selector : template);
  const targets: [string, string][] = [
    ...Object.keys(set).map((pointer): [string, string] => [`/set/${escapeToken(pointer)}`, pointer]),
    ...[remove ?? []]
      .flat()
      .map((pointer, at): [string, string] => [Array.isArray(remove) ? `/remove/${at}` : "/remove", pointer]),
    ...Object.keys(rename).map((pointer): [string, string] => [`/rename/${escapeToken(pointer)}`, pointer]),
  ];
  for (const [pointer, template] of targets) {
    if (!/^[/{]/.test(template) && template !== "")
      yield { pointer, detail: `${quote(template)} is no pointer; write "{path}" or a pointer such as "/name"` };
    if (!template.startsWith("/") || template.includes("{")) continue;
    const spot = view.spot(template.replace(/\/-$/, "/*"));
    if (spot.kind === "nowhere") yield { pointer, detail: `${spot.detail}; correct it` };
  }
  for (const [template, value] of Object.entries(set)) {
    if (placeholdersIn(value).length > 0) continue;
    const spot = view.spot(placeOf(template).replace(/\/-$/, "/*"));
    if (spot.kind === "schema") yield* refused(value, spot.schema, `/set/${escapeToken(template)}`);
  }
}

function* refused(value: Json, schema: JsonObject, pointer: string): Generator<Found> {
  if (!compileSchema(schema)(value))
    yield { pointer, detail: `the shape refuses ${quote(value)} there; give another value` };
}

function* lintWords({ summary, rationale, message }: RuleSource): Generator<Found> {
  if (summary.trim() === rationale.trim())
    yield { pointer: "/rationale", detail: "repeats the summary; say why the rule matters" };
  if (summary.trim() === message.trim())
    yield { pointer: "/message", detail: "repeats the summary; say what is wrong and what would be right" };
  if (/\{\s|\s\}|\{\{|\}\}|\{[^{}]*$/.test(message))
    yield { pointer: "/message", detail: "has a brace that is no placeholder; write {name}" };
}

/** Examples that show nothing, or that leave something unshown. */
function* lintExamples(examples: readonly RuleExample[], checks: readonly CheckSource[]): Generator<Found> {
  const isViolated = ({ violations }: RuleExample) => violations !== undefined;
  if (examples.every(isViolated))
    yield { pointer: "/examples", detail: "no example passes; add one without violations" };
  if (!examples.some(isViolated)) yield { pointer: "/examples", detail: "no example is violated; add one that is" };
  else if (!examples.some(({ message }) => message !== undefined))
    yield { pointer: "/examples", detail: 'no example states the message; add "message" to one that is violated' };
  const titles = examples.map(({ title }) => title);
  for (const [at, { title, ...rest }] of examples.entries()) {
    const pointer = `/examples/${at}`;
    if (titles.indexOf(title) < at)
      yield { pointer: `${pointer}/title`, detail: "another example has this title; say what this one shows" };
    const twin = examples.findIndex(({ title: _, ...other }) => equal(changesOf(other), changesOf(rest)));
    if (twin < at) yield { pointer, detail: `changes the same as ${quote(titles[twin])}; remove one` };
    if (rest.registry !== undefined && !checks.some((source) => /registered/.test(checkIn(source).definition.name)))
      yield { pointer: `${pointer}/registry`, detail: "this rule does not look at the registry; remove it" };
  }
}

function changesOf({ set, remove, rename, resize, patch, registry }: Omit<RuleExample, "title">): JsonObject {
  const changes = { set, remove, rename, resize, patch, registry };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as JsonObject;
}

export function isChanged(example: RuleExample): boolean {
  return Object.keys(changesOf(example)).length > 0;
}
