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
import type { ShapePlace } from "../model/shape-places.js";

/** Finds placeholders of a message that a check of the rule does not fill, or of a fix that none does. */
export function* lintPlaceholders(
  { message, fixes = [] }: RuleSource,
  checks: readonly CheckSource[],
): Generator<Flaw> {
  const byCheck = checks.map(listFilled);
  const byAll = (byCheck[0] ?? []).filter((name) => byCheck.every((names) => names.includes(name)));
  const byAny = [...new Set(byCheck.flat())];
  yield* lintTemplate(message, byAll, "/message");
  for (const [index, { applicability, when, ...changes }] of fixes.entries())
    for (const [key, change] of Object.entries(changes))
      yield* lintTemplate(change, byAny, `/fixes/${index}/${key}`);
}

/** The names of the placeholders that a check fills. */
function listFilled(source: CheckSource): string[] {
  const { definition, value } = readCheck(source);
  const { unfilled = [] } = definition;
  const filled = COMMON_PLACEHOLDERS.filter((name) => !unfilled.includes(name));
  if (findDeclaration([source.at].flat()[0] as string) !== undefined) filled.push("key");
  return [...filled, ...definition.placeholders(value, source as JsonObject)];
}

function* lintTemplate(template: unknown, filled: readonly string[], pointer: string) {
  for (const name of findPlaceholders(template)) {
    if (filled.includes(name)) continue;
    const otherwise = `these can be used: ${filled.join(", ")}`;
    const { advice, meant } = adviceOn(name, filled, otherwise, (right) => `{${right}}`);
    const more = name === "suggestion" ? '"suggest" in the check fills it; ' : "";
    yield { pointer, detail: `nothing fills the placeholder {${name}}; ${more}${advice}`, meant };
  }
}

/** Finds texts that repeat each other, and braces that are not part of a placeholder. */
export function* lintTexts(rule: RuleSource): Generator<Flaw> {
  const { summary, rationale, message, fixes = [] } = rule;
  if (summary.trim() === rationale.trim())
    yield { pointer: "/rationale", detail: "repeats the summary; say why the rule matters" };
  if (summary.trim() === message.trim()) {
    const detail = "repeats the summary; say what is wrong and what would be right";
    yield { pointer: "/message", detail };
  }
  for (const [key, text] of Object.entries({ summary, rationale })) {
    const detail = "nothing fills placeholders here, only in messages and fixes; write it out";
    if (findPlaceholders(text).length > 0) yield { pointer: `/${key}`, detail };
  }
  const shown = new Map([["/message", message]]);
  for (const [index, { title }] of fixes.entries()) {
    const pointer = `/fixes/${index}/title`;
    shown.set(pointer, title);
    if (title.trim() === message.trim())
      yield { pointer, detail: "repeats the message; say what the fix does" };
  }
  for (const [pointer, text] of shown) {
    const isOdd =
      /\{\{|\}\}|\$\{|%[ds]\b/.test(text) || /[{}]/.test(text.replace(/\{[A-Za-z]+\}/g, ""));
    const detail = "has a brace that is not part of a placeholder; write placeholders as {name}";
    if (isOdd) yield { pointer, detail };
  }
}

/**
 * A value that the author must fill in has to be the placeholder of the shape, or the author is not
 * reminded of it.
 */
export function* lintPlaceholderFix(
  set: Readonly<Record<string, Json>>,
  shapePlaceOf: (template: string) => ShapePlace,
): Generator<Flaw> {
  const expected: Json[] = [];
  for (const template of Object.keys(set)) {
    const placeholder = placeholderOf(shapePlaceOf(template).schema ?? {});
    if (placeholder !== undefined) expected.push(placeholder);
  }
  const insertsPlaceholder = Object.values(set).some(
    (value) =>
      findPlaceholders(value).includes("placeholder") ||
      expected.some((placeholder) => isPartOf(placeholder, value)),
  );
  if (insertsPlaceholder) return;
  const hint =
    expected.length === 0
      ? "the shape has none there"
      : `that of the shape is ${quote(expected[0])}`;
  const detail = `inserts no placeholder: ${hint}; insert it, or claim maybe-incorrect`;
  yield { pointer: "/applicability", detail };
}

/** Whether a value is the placeholder, or an object that shares a property with the placeholder. */
function isPartOf(placeholder: Json, value: Json): boolean {
  if (isEqual(placeholder, value)) return true;
  if (!isObject(placeholder) || !isObject(value)) return false;
  return Object.entries(placeholder).some(([name, part]) =>
    isPartOf(part as Json, value[name] as Json),
  );
}

/** A placeholder that a fix puts in is recognized later by the placeholders of its properties. */
export function* lintObjectPlaceholder(
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

/** Fixes put placeholders into candidates, and authors copy examples: both must be valid. */
export function* lintValues(shape: JsonObject): Generator<Flaw> {
  for (const { pointer, schema } of walkSchemas(shape)) {
    if (!isPlain(schema)) continue;
    const { $schema, examples = [], placeholder, ...bare } = schema;
    const values = new Map<string, Json>();
    for (const [index, value] of (examples as Json[]).entries())
      values.set(`/examples/${index}`, value);
    if (placeholder !== undefined) values.set("/placeholder", placeholder);
    // As the package decides: keywords that it does not know decide nothing here either.
    for (const [place, value] of values)
      for (const { path, keyword } of compileShapeDecider(bare).findErrors(value, "")) {
        const detail = `its own schema refuses it, by "${keyword}"; correct it`;
        yield { pointer: `${pointer}${place}${path}`, detail };
      }
  }
}
