import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import type { Catalog } from "../catalog.js";
import { collectPlaces, type Place } from "../places.js";

/** The length of all descriptions, in characters. */
const MAX_DESCRIPTIONS_LENGTH = 2_600;

/**
 * References are followed on the way to a value while the outline fits in these characters, which
 * leaves room.
 */
const [MAX_REFERENCES, MAX_FOLLOWED_LENGTH] = [4, 2_000];

/** How to read an outline. */
const LEGEND = [
  "In the types, name? is optional, string(..80) has at most 80 characters, [](1..64) has 1 to 64 items,",
  "and a number(0..9) is from 0 to 9. A date-time has an offset: 2026-01-31T09:30:00Z.",
].join(" ");

/**
 * Describes the candidates of each domain, or of those in `only`, for an author who has seen
 * nothing else. Outlines come first, then as many examples and then rules as there is room for, in
 * characters. If the outlines do not fit, the text only points to the spec packages.
 */
export function describeCandidates(
  catalog: Catalog,
  { only, room = MAX_DESCRIPTIONS_LENGTH }: { only?: ReadonlySet<string>; room?: number } = {},
): string {
  const domains = [...catalog.values()].filter(({ id }) => only?.has(id) ?? true);
  const parts = domains.flatMap(({ current }) => {
    if (current === undefined) return [];
    const { outline, example, rules } = describeOnce(current);
    return [{ outline: `${current.domainId} (${current.version}): ${outline}`, example, rules }];
  });
  let roomLeft =
    room - parts.reduce((length, { outline }) => length + outline.length + 1, LEGEND.length);
  if (roomLeft < 0)
    return "Read the document at the specPackageUrl that listDomains returns for the domain.";
  const fits = (part: string) => {
    if (part === "" || part.length >= roomLeft) return false;
    roomLeft -= part.length + 1;
    return true;
  };
  const examples = new Set(parts.filter(({ example }) => fits(example)));
  const rules = new Set(parts.filter((part) => fits(part.rules)));
  const lines = parts
    .map((part) => [
      part.outline,
      rules.has(part) && part.rules,
      examples.has(part) && part.example,
    ])
    .map((texts) => texts.filter(Boolean).join(" "));
  return [...lines, LEGEND].join("\n");
}

const describeOnce = cacheByObject(describeCandidate);

function describeCandidate({ source }: CompiledSpec) {
  const { shape, rules, examples, settings } = source;
  const places = collectPlaces(source);
  const listing = [...places.values()].flatMap(({ statements }) =>
    statements.filter(({ schema }) => readListed(schema)),
  );
  const isListed = ({ check }: RuleSource) =>
    [check].flat().some((one) => listing.some((said) => said.check === one));
  const others = Object.values(rules).filter(
    (rule) => rule.severity === "error" && !isListed(rule),
  );
  // What refers to itself is better shown by its references than by its outline.
  const outline = writeOutline(shape, outlineOf(shape) === shape ? places : new Map());
  const base = examples[settings.base];
  const example = base === undefined ? "" : `Example: ${JSON.stringify(base.candidate)}`;
  // Most models write null for values that they do not know. What "any" stands for may be null.
  const mayBeNull = /\bnull\b/.test(outline + example) || /\bany\b/.test(outline);
  return {
    outline: mayBeNull ? outline : `${outline} No value is ever null: leave the property out.`,
    /** Empty for a JSON Schema of which no valid document is known. */
    example,
    /** The summaries of the other rules. */
    rules: others.map(({ summary }) => summary).join(" "),
  };
}

/** The values to write: all that are allowed or, where a rule ignores case, those that it lists. */
function readListed({ enum: allowed, examples }: JsonObject): Json[] | undefined {
  return (allowed ?? examples) as Json[] | undefined;
}

/**
 * The shape as a TypeScript type, with the vocabularies of the rules. Only JSON Schemas of users
 * have references.
 */
function writeOutline(shape: JsonObject, places: Places): string {
  const outlineTo = (depth: number) => writeTypeAtPlace("", shape, { shape, places, depth });
  let outline = outlineTo(0);
  for (let depth = 1; depth <= MAX_REFERENCES; depth++) {
    const deeper = outlineTo(depth);
    if (deeper === outline || deeper.length > MAX_FOLLOWED_LENGTH) break;
    outline = deeper;
  }
  return outline;
}

type Places = ReadonlyMap<string, Place>;

interface Around {
  readonly shape: JsonObject;
  readonly places: Places;
  /** How many references may be followed on the way to a value. */
  readonly depth: number;
}

/**
 * The type at a place, which rules may narrow. A place inside a reference or a branch is known by
 * its schema alone.
 */
function writeTypeAtPlace(at: string, own: Json | undefined, around: Around): string {
  const place = around.places.get(at);
  const rule = place?.statements.find(
    ({ check, schema }) => check !== undefined && readListed(schema) !== undefined,
  );
  return writeType(place?.schema ?? own, at, around, rule && readListed(rule.schema));
}

function writeType(
  schema: Json | undefined,
  at: string,
  around: Around,
  listedByRule?: Json[],
): string {
  if (!isObject(schema)) return "any";
  if (typeof schema.$ref === "string") return typeOfReference(schema.$ref, at, around);
  const {
    type,
    items,
    properties,
    required = [],
    enum: allowed,
    format,
    additionalProperties: values,
  } = schema;
  const { const: only, anyOf: branches = schema.oneOf } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (type === undefined && properties === undefined && Array.isArray(branches))
    return joinTypes(branches.map((branch) => writeType(branch, at, around)));
  const listed = allowed ?? listedByRule;
  if (Array.isArray(listed)) return listed.map((value) => JSON.stringify(value)).join("|");
  if (isObject(items))
    return `${inParentheses(writeTypeAtPlace(`${at}/*`, items, around))}[]${rangeSuffix(schema)}`;
  if (isObject(values)) return `{ [name]: ${writeTypeAtPlace(`${at}/~values`, values, around)} }`;
  if (!isObject(properties))
    return (format ?? [type ?? "any"].flat().join("|")) + rangeSuffix(schema);
  const parts = Object.entries(properties).map(([name, property]) => {
    const mark = (required as Json[]).includes(name) ? "" : "?";
    return `${name}${mark}: ${writeTypeAtPlace(joinPointer(at, name), property, around)}`;
  });
  return `{ ${parts.join(", ")} }`;
}

function joinTypes(types: readonly string[]): string {
  return types.includes("any") ? "any" : [...new Set(types)].join("|");
}

function typeOfReference(reference: string, at: string, around: Around): string {
  if (around.depth === 0 || !reference.startsWith("#/")) return "any";
  const target = valueAt(around.shape, reference.slice(1)) as Json | undefined;
  return writeType(target, at, { ...around, depth: around.depth - 1 });
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
