import { asksRegistry, listRegistryNames } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import { findDeclaration } from "../../engine/declared/declaration.js";
import type { CheckSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { COMMON_PLACEHOLDERS, findPlaceholders } from "../../engine/rules/template.js";
import { normalCheck } from "../../engine/spec-digest.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers } from "../../ground/json/pointer.js";
import { isEqual, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { walkPatterns } from "../../specs/patterns/slow-patterns.js";
import type { PackageView } from "../view/package-view.js";
import { lintCheck } from "./lint-check.js";
import { lintCondition } from "./lint-condition.js";
import { lintFixes } from "./lint-fix.js";
import { lintSlips } from "./lint-patterns.js";

/** Finds flaws of a rule that a meta-schema cannot describe. Pointers lead into its file. */
export function* lintRule(rule: RuleSource, view: PackageView, isDraft = false): Generator<Flaw> {
  const { when, check, examples } = rule;
  if (when !== undefined) yield* lintCondition(when, view.itemScope(""), "/when");
  const checks = [check].flat();
  const normal = checks.map(normalCheck);
  for (const [index, [source, base]] of itemsWithPointers(check, "/check").entries()) {
    for (const flaw of lintCheck(source, view)) yield { ...flaw, pointer: base + flaw.pointer };
    if (normal.findIndex((other) => isEqual(other, normal[index])) < index)
      yield { pointer: base, detail: "the same check occurs twice; remove one" };
  }
  for (const { pattern, pointer } of walkPatterns(rule)) yield* lintSlips(pattern, pointer);
  yield* lintPlaceholders(rule, checks);
  yield* lintFixes(rule, checks, view);
  yield* lintWords(rule);
  yield* lintExamples(examples, checks, isDraft);
}

/** The names of the placeholders that a check fills. */
function fillable(source: CheckSource): string[] {
  const { definition, value } = readCheck(source);
  const { unfilled = [] } = definition;
  const key = findDeclaration([source.at].flat()[0] as string) === undefined ? [] : ["key"];
  const common = COMMON_PLACEHOLDERS.filter((name) => !unfilled.includes(name));
  return [...common, ...key, ...definition.placeholders(value, source as JsonObject)];
}

function* lintPlaceholders(
  { message, fixes = [] }: RuleSource,
  checks: readonly CheckSource[],
): Generator<Flaw> {
  const byCheck = checks.map(fillable);
  const inAll = (byCheck[0] ?? []).filter((name) => byCheck.every((names) => names.includes(name)));
  const inAny = [...new Set(byCheck.flat())];
  yield* unfilled(message, inAll, "/message");
  for (const [index, { applicability, when, ...changes }] of fixes.entries())
    for (const [key, change] of Object.entries(changes))
      yield* unfilled(change, inAny, `/fixes/${index}/${key}`);
}

function* unfilled(template: unknown, known: readonly string[], pointer: string): Generator<Flaw> {
  for (const name of findPlaceholders(template)) {
    if (known.includes(name)) continue;
    const otherwise = `these can be used: ${known.join(", ")}`;
    const { advice, meant } = adviceOn(name, known, otherwise, (right) => `{${right}}`);
    const more = name === "suggestion" ? '"suggest" in the check fills it; ' : "";
    yield { pointer, detail: `nothing fills the placeholder {${name}}; ${more}${advice}`, meant };
  }
}

function* lintWords({ summary, rationale, message, fixes = [] }: RuleSource): Generator<Flaw> {
  if (summary.trim() === rationale.trim())
    yield { pointer: "/rationale", detail: "repeats the summary; say why the rule matters" };
  if (summary.trim() === message.trim())
    yield {
      pointer: "/message",
      detail: "repeats the summary; say what is wrong and what would be right",
    };
  for (const [key, words] of Object.entries({ summary, rationale }))
    if (findPlaceholders(words).length > 0)
      yield {
        pointer: `/${key}`,
        detail: "nothing fills placeholders here, only in messages and fixes; write it out",
      };
  for (const [index, { title }] of fixes.entries())
    if (title.trim() === message.trim())
      yield {
        pointer: `/fixes/${index}/title`,
        detail: "repeats the message; say what the fix does",
      };
  yield* lintBraces(message, "/message");
  for (const [index, { title }] of fixes.entries())
    yield* lintBraces(title, `/fixes/${index}/title`);
}

function* lintBraces(words: string, pointer: string): Generator<Flaw> {
  const isOdd =
    /\{\{|\}\}|\$\{|%[ds]\b/.test(words) || /[{}]/.test(words.replace(/\{[A-Za-z]+\}/g, ""));
  if (isOdd)
    yield {
      pointer,
      detail: "has a brace that is not part of a placeholder; write placeholders as {name}",
    };
}

export const UNVIOLATED: Flaw = {
  pointer: "/examples",
  detail: "no example is violated; add one that is",
};

/** Finds examples that repeat another one, and cases that no example shows. */
export function* lintExamples(
  examples: readonly RuleExample[],
  checks: readonly CheckSource[],
  isDraft = false,
): Generator<Flaw> {
  const isViolated = ({ violations }: RuleExample) => violations !== undefined;
  if (examples.every(isViolated))
    yield { pointer: "/examples", detail: "no example passes; add one without violations" };
  if (!examples.some(isViolated)) {
    // A draft that was made of a JSON Schema may still lack one.
    yield isDraft ? { ...UNVIOLATED, isWarning: true } : UNVIOLATED;
  } else if (!examples.some(({ message }) => message !== undefined))
    yield {
      pointer: "/examples",
      detail: 'no example states the message; add "message" to one that is violated',
    };
  const titles = examples.map(({ title }) => title);
  const asksNamed = listRegistryNames(checks).length > 0;
  const asksOwn = checks.some(
    (check) => asksRegistry(check) && listRegistryNames(check).length === 0,
  );
  for (const [index, example] of examples.entries()) {
    const pointer = `/examples/${index}`;
    if (titles.indexOf(example.title) < index)
      yield {
        pointer: `${pointer}/title`,
        detail: "another example has this title; say what this one shows",
      };
    const twin = examples.findIndex((other) => isEqual(readChanges(other), readChanges(example)));
    if (twin < index)
      yield { pointer, detail: `changes the same as ${quote(titles[twin])}; remove one` };
    if (example.registry !== undefined && !asksOwn)
      yield {
        pointer: `${pointer}/registry`,
        detail: "this rule does not look at the registry; remove it",
      };
    if (example.registries !== undefined && !asksNamed)
      yield {
        pointer: `${pointer}/registries`,
        detail: "this rule does not look at other registries; remove them",
      };
  }
}

/** The parts of an example that change the base example, and not what is expected of it. */
function readChanges({
  title,
  violations,
  message,
  severity,
  fix,
  fixed,
  ...changes
}: RuleExample): JsonObject {
  return changes;
}

export function isChanged(example: RuleExample): boolean {
  return Object.keys(readChanges(example)).length > 0;
}
