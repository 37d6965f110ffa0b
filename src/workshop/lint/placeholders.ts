import { readCheck } from "../../engine/checks/index.js";
import { findDeclaration } from "../../engine/declared/declaration.js";
import type { CheckSource, RuleSource } from "../../engine/grammar.js";
import { compileShapeDecider } from "../../engine/problems/compile-shape.js";
import { COMMON_PLACEHOLDERS, findPlaceholders } from "../../engine/rules/template.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { placeholderOf, walkSchemas } from "../../schema/schemas-in.js";
import { isPlain } from "../../schema/view.js";
import type { ShapePlace } from "../view/shape-view.js";

/** The names of the placeholders that a check fills. */
function fillable(source: CheckSource): string[] {
  const { definition, value } = readCheck(source);
  const { unfilled = [] } = definition;
  const key = findDeclaration([source.at].flat()[0] as string) === undefined ? [] : ["key"];
  const common = COMMON_PLACEHOLDERS.filter((name) => !unfilled.includes(name));
  return [...common, ...key, ...definition.placeholders(value, source as JsonObject)];
}

export function* lintPlaceholders(
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

export function* lintWords({
  summary,
  rationale,
  message,
  fixes = [],
}: RuleSource): Generator<Flaw> {
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

/**
 * A value that the author must fill in has to be the placeholder of the shape, or the author is not
 * reminded of it.
 */
export function* lintFilled(
  set: Readonly<Record<string, Json>>,
  shapePlaceOf: (template: string) => ShapePlace,
): Generator<Flaw> {
  const expected = Object.keys(set).flatMap(
    (template) => placeholderOf(shapePlaceOf(template).schema ?? {}) ?? [],
  );
  const isFilled = Object.values(set).some(
    (value) =>
      findPlaceholders(value).includes("placeholder") ||
      expected.some((placeholder) => isPartOf(placeholder, value)),
  );
  if (isFilled) return;
  const hint =
    expected.length === 0
      ? "the shape has none there"
      : `that of the shape is ${quote(expected[0])}`;
  yield {
    pointer: "/applicability",
    detail: `inserts no placeholder: ${hint}; insert it, or claim maybe-incorrect`,
  };
}

/** Whether a value is the placeholder, or an object that shares a property with the placeholder. */
function isPartOf(placeholder: Json, value: Json): boolean {
  if (isEqual(placeholder, value)) return true;
  if (!isObject(placeholder) || !isObject(value)) return false;
  return Object.entries(placeholder).some(([name, part]) =>
    isPartOf(part as Json, value[name] as Json),
  );
}

/**
 * A placeholder that a fix puts in must be recognized later, when the author is reminded to replace
 * it.
 */
export function* lintPlaceholder(
  { placeholder, properties }: JsonObject,
  pointer: string,
): Generator<Flaw> {
  if (!isObject(placeholder) || !isObject(properties)) return;
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    const [inObject, ofProperty] = [placeholder[name], property.placeholder];
    const detail = `differs from the placeholder of "${name}", ${quote(ofProperty)}; use that`;
    if (inObject !== undefined && ofProperty !== undefined && !isEqual(inObject, ofProperty))
      yield { pointer: joinPointer(`${pointer}/placeholder`, name), detail };
  }
}

/**
 * Placeholders and examples must be valid, because fixes put the former into candidates and authors
 * copy the latter.
 */
export function* lintValues(shape: JsonObject): Generator<Flaw> {
  for (const { pointer, schema } of walkSchemas(shape)) {
    if (!isPlain(schema)) continue;
    const { $schema, examples = [], placeholder, ...bare } = schema;
    const values = (examples as Json[]).map((value, index): [string, Json] => [
      `/examples/${index}`,
      value,
    ]);
    if (placeholder !== undefined) values.push(["/placeholder", placeholder]);
    for (const [place, value] of values) {
      // As the package decides: keywords that it does not know decide nothing here either.
      for (const { path: at, keyword } of compileShapeDecider(bare).findErrors(value, ""))
        yield {
          pointer: `${pointer}${place}${at}`,
          detail: `its own schema refuses it, by "${keyword}"; correct it`,
        };
    }
  }
}
