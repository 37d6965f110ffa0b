import { valuesOfList } from "../../engine/checks/parameters.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { Catalog } from "../catalog.js";

/** The length of all descriptions, in characters. */
const MAX_DESCRIPTIONS_LENGTH = 2_600;

/** How to read an outline. */
const LEGEND = [
  "In the types, name? is optional, string(..80) has at most 80 characters, [](1..64) has 1 to 64 items,",
  "and a number(0..9) is from 0 to 9. A date-time has an offset: 2026-01-31T09:30:00Z.",
].join(" ");

/**
 * Describes the candidates of each domain, or of those in `only`, for an author who has seen nothing else. Outlines
 * come first, then as many examples and then rules as there is room for, in characters. If the outlines do not fit, the
 * text only points to the spec packages.
 */
export function describeCandidates(
  catalog: Catalog,
  { only, room = MAX_DESCRIPTIONS_LENGTH }: { only?: ReadonlySet<string>; room?: number } = {},
): string {
  const domains = [...catalog.values()].filter(({ id }) => only?.has(id) ?? true);
  const parts = domains.flatMap(({ current }) => {
    if (current === undefined) return [];
    const { outline, example, rules } = guideFor(current);
    return [{ outline: `${current.domainId} (${current.version}): ${outline}`, example, rules }];
  });
  let roomLeft = room - parts.reduce((length, { outline }) => length + outline.length + 1, LEGEND.length);
  if (roomLeft < 0) return "Read the document at the specPackageUrl that listDomains returns for the domain.";
  const fits = (part: string) => {
    if (part === "" || part.length >= roomLeft) return false;
    roomLeft -= part.length + 1;
    return true;
  };
  const examples = new Set(parts.filter(({ example }) => fits(example)));
  const rules = new Set(parts.filter((part) => fits(part.rules)));
  const lines = parts
    .map((part) => [part.outline, rules.has(part) && part.rules, examples.has(part) && part.example])
    .map((texts) => texts.filter(Boolean).join(" "));
  return [...lines, LEGEND].join("\n");
}

const guideFor = cacheByObject(describeCandidate);

function describeCandidate({ source }: CompiledSpec) {
  const { shape, rules, examples, settings } = source;
  const errors = Object.values(rules).filter(({ severity }) => severity === "error");
  const listed = errors.map((rule) => vocabulariesIn(rule, settings.data));
  const others = errors.filter((_, index) => listed[index]?.length === 0);
  // The shape as a TypeScript type, with the vocabularies of the rules.
  const outline = typeOf(shape, "", new Map(listed.flat()));
  const base = examples[settings.base];
  const example = base === undefined ? "" : `Example: ${JSON.stringify(base.candidate)}`;
  // Most models write null for values that they do not know. What "any" stands for may be null.
  const mayBeNull = /\b(?:null|any)\b/.test(outline + example);
  return {
    outline: mayBeNull ? outline : `${outline} No value is ever null: leave the property out.`,
    /** Empty for a JSON Schema of which no valid document is known. */
    example,
    /** The summaries of the other rules. */
    rules: others.map(({ summary }) => summary).join(" "),
  };
}

/** The places of a rule, with the values that it allows there in every candidate. */
function vocabulariesIn({ check, when }: RuleSource, data: JsonObject): [place: string, values: Json[]][] {
  if (when !== undefined) return [];
  return [check].flat().flatMap(({ at, where, "one-of": list }) => {
    const values = (where === undefined && valuesOfList(list, data)) || [];
    return values.length === 0 ? [] : [at].flat().map((place): [string, Json[]] => [place, values]);
  });
}

type Vocabularies = ReadonlyMap<string, Json[]>;

function typeOf(schema: Json | undefined, at: string, vocabularies: Vocabularies): string {
  if (!isObject(schema)) return "any";
  const { type, items, properties, required = [], enum: allowed, format, additionalProperties: values } = schema;
  const words = vocabularies.get(at);
  // Rules about words say nothing about null.
  const listed = words && [type].flat().includes("null") ? [...words, null] : (words ?? allowed);
  if (Array.isArray(listed)) return listed.map((value) => JSON.stringify(value)).join("|");
  if (isObject(items)) return `${inParentheses(typeOf(items, `${at}/*`, vocabularies))}[]${rangeSuffix(schema)}`;
  if (isObject(values)) return `{ [name]: ${typeOf(values, `${at}/~values`, vocabularies)} }`;
  if (!isObject(properties)) return (format ?? [type ?? "any"].flat().join("|")) + rangeSuffix(schema);
  const parts = Object.entries(properties).map(([name, property]) => {
    const mark = (required as Json[]).includes(name) ? "" : "?";
    return `${name}${mark}: ${typeOf(property, joinPointer(at, name), vocabularies)}`;
  });
  return `{ ${parts.join(", ")} }`;
}

function inParentheses(type: string): string {
  return type.includes("|") && !type.startsWith("{") ? `(${type})` : type;
}

/** The limits of a schema, such as `(1..80)`, or `(>0..)` for an exclusive one. */
function rangeSuffix(schema: Record<string, unknown>): string {
  const { minLength, minItems, minimum, maxLength, maxItems, maximum } = schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const min = minLength ?? minItems ?? minimum ?? (above === undefined ? "" : `>${above}`);
  const max = maxLength ?? maxItems ?? maximum ?? (below === undefined ? "" : `<${below}`);
  return min === "" && max === "" ? "" : `(${min}..${max})`;
}
