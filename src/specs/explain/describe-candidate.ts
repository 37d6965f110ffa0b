import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { CheckSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import type { Catalog } from "../catalog.js";
import { collectConstraints, type PlaceConstraints } from "../constraints.js";

/** The length of all descriptions, in characters. */
const MAX_DESCRIPTIONS_LENGTH = 2_600;
/** In an outline, this many nested references are written out, as long as it stays this short. */
const MAX_REFERENCES = 4;
const MAX_EXPANDED_LENGTH = 2_000;

const LEGEND = [
  "In the types, name? is optional, string(..80) has at most 80 characters, [](1..64) has 1 to 64 items,",
  "and a number(0..9) is from 0 to 9. A date-time has an offset: 2026-01-31T09:30:00Z.",
].join(" ");

/**
 * Describes the candidates of each domain, or of those in `only`, for an author who has seen
 * nothing else, in at most `room` characters. Outlines come first, then as many examples and then
 * rules as fit. If the outlines do not fit, the text only points to the spec packages.
 */
export function describeCandidates(
  catalog: Catalog,
  { only, room = MAX_DESCRIPTIONS_LENGTH }: { only?: ReadonlySet<string>; room?: number } = {},
): string {
  const parts: { outline: string; example: string; rules: string }[] = [];
  let roomLeft = room - LEGEND.length;
  for (const { id, current } of catalog.values()) {
    if (current === undefined || only?.has(id) === false) continue;
    const described = describeOnce(current);
    const outline = `${current.domainId} (${current.version}): ${described.outline}`;
    parts.push({ ...described, outline });
    roomLeft -= outline.length + 1;
  }
  if (roomLeft < 0)
    return "Read the document at the specPackageUrl that listDomains returns for the domain.";
  for (const kind of ["example", "rules"] as const)
    for (const part of parts)
      if (part[kind].length >= roomLeft) part[kind] = "";
      else if (part[kind] !== "") roomLeft -= part[kind].length + 1;
  const lines = parts.map(({ outline, rules, example }) =>
    [outline, rules, example].filter((text) => text !== "").join(" "),
  );
  return [...lines, LEGEND].join("\n");
}

const describeOnce = cacheByObject(describeCandidate);

function describeCandidate({ source }: CompiledSpec) {
  const { shape, rules, examples, settings } = source;
  const places = collectConstraints(source);
  const writtenOut = new Set<CheckSource | undefined>();
  for (const { constraints } of places.values())
    for (const { schema, check } of constraints)
      if (listedValues(schema) !== undefined) writtenOut.add(check);
  const summaries: string[] = [];
  for (const { severity, check, summary } of Object.values(rules))
    if (severity === "error" && ![check].flat().some((one) => writtenOut.has(one)))
      summaries.push(summary);
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
    /** The summaries of rules whose values the outline does not list. */
    rules: summaries.join(" "),
  };
}

/** The values to write: all that are allowed or, where a rule ignores case, those that it lists. */
function listedValues({ enum: allowed, examples }: JsonObject): Json[] | undefined {
  return (allowed ?? examples) as Json[] | undefined;
}

/** The shape as a TypeScript type, with the vocabularies of the rules. */
function writeOutline(shape: JsonObject, places: OutlineOptions["places"]): string {
  let outline = "";
  for (let depth = 0; depth <= MAX_REFERENCES; depth++) {
    const deeper = writeTypeAtPlace("", shape, { shape, places, depth });
    if (depth > 0 && (deeper === outline || deeper.length > MAX_EXPANDED_LENGTH)) break;
    outline = deeper;
  }
  return outline;
}

interface OutlineOptions {
  readonly shape: JsonObject;
  readonly places: ReadonlyMap<string, PlaceConstraints>;
  /** How many references may be followed on the way to a value. */
  readonly depth: number;
}

/**
 * The type at a place, which rules may narrow. A place inside a reference or a branch is known by
 * its schema alone.
 */
function writeTypeAtPlace(at: string, schema: Json | undefined, options: OutlineOptions): string {
  const place = options.places.get(at);
  const listing = place?.constraints.find(
    (constraint) => constraint.check !== undefined && listedValues(constraint.schema) !== undefined,
  );
  const listed = listing && listedValues(listing.schema);
  return writeType(place?.schema ?? schema, at, options, listed);
}

function writeType(
  schema: Json | undefined,
  at: string,
  options: OutlineOptions,
  listedByRule?: Json[],
): string {
  if (!isObject(schema)) return "any";
  const { $ref, type, items, properties, required = [], additionalProperties: values } = schema;
  const {
    enum: listed = listedByRule,
    format,
    const: only,
    anyOf: branches = schema.oneOf,
  } = schema;
  if (typeof $ref === "string") {
    if (options.depth === 0 || !$ref.startsWith("#/")) return "any";
    const target = valueAt(options.shape, $ref.slice(1)) as Json | undefined;
    return writeType(target, at, { ...options, depth: options.depth - 1 });
  }
  if (only !== undefined) return JSON.stringify(only);
  if (type === undefined && properties === undefined && Array.isArray(branches)) {
    const types = new Set(branches.map((branch) => writeType(branch, at, options)));
    return types.has("any") ? "any" : [...types].join("|");
  }
  if (Array.isArray(listed)) return listed.map((value) => JSON.stringify(value)).join("|");
  if (isObject(items)) {
    const item = writeTypeAtPlace(`${at}/*`, items, options);
    const isUnion = item.includes("|") && !item.startsWith("{");
    return `${isUnion ? `(${item})` : item}[]${writeRange(schema)}`;
  }
  if (isObject(values)) return `{ [name]: ${writeTypeAtPlace(`${at}/~values`, values, options)} }`;
  if (!isObject(properties))
    return (format ?? [type ?? "any"].flat().join("|")) + writeRange(schema);
  const parts: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const mark = (required as Json[]).includes(name) ? "" : "?";
    parts.push(`${name}${mark}: ${writeTypeAtPlace(joinPointer(at, name), property, options)}`);
  }
  return `{ ${parts.join(", ")} }`;
}

/** The limits of a schema, such as `(1..80)`, or `(>0..)` for an exclusive one. */
function writeRange(schema: Record<string, unknown>): string {
  const { minLength, minItems, minimum, maxLength, maxItems, maximum } = schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const min = minLength ?? minItems ?? minimum ?? (above === undefined ? "" : `>${above}`);
  const max = maxLength ?? maxItems ?? maximum ?? (below === undefined ? "" : `<${below}`);
  return min === "" && max === "" ? "" : `(${min}..${max})`;
}
