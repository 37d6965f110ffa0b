import type { CompiledSpec } from "../engine/compile-spec.js";
import { join } from "../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";
import { vocabulariesIn } from "./candidate-schema.js";
import type { Dependencies } from "./dependencies.js";

/** In characters: a model reads it, in two tools, before every conversation. */
const MAX_LENGTH = 2_600;

interface Guide {
  /** The shape as TypeScript would write it, with the vocabularies of the rules in place. */
  readonly outline: string;
  /** With the other rules and an example. */
  readonly whole: string;
}

const guides = new WeakMap<CompiledSpec, Guide>();

/**
 * What a candidate of each domain, or of those in `only`, looks like, for an author who has seen nothing else. For
 * many domains, the outlines alone; for too many, only where they are described.
 */
export function describeCandidates({ specs }: Dependencies, only?: ReadonlySet<string>): string {
  const domains = [...specs.values()].filter(({ id }) => only?.has(id) ?? true);
  const current = domains.flatMap((domain) => domain.current ?? []);
  const describe = (part: keyof Guide) =>
    current.map((spec) => `${spec.domainId} (${spec.version}): ${guideFor(spec)[part]}`).join("\n");
  const fitting = [describe("whole"), describe("outline")].find((text) => text.length <= MAX_LENGTH);
  return fitting ?? "Read the document at the specPackageUrl that listDomains returns for the domain.";
}

function guideFor(spec: CompiledSpec): Guide {
  const guide = guides.get(spec) ?? describeCandidate(spec);
  guides.set(spec, guide);
  return guide;
}

function describeCandidate({ source }: CompiledSpec): Guide {
  const { shape, rules, examples, spec } = source;
  const errors = Object.values(rules).filter(({ severity }) => severity === "error");
  const vocabularies = new Map(errors.flatMap((rule) => [...vocabulariesIn(rule, spec.data)]));
  const others = errors.filter((rule) => [...vocabulariesIn(rule, spec.data)].length === 0);
  const outline = typeOf(shape, "", vocabularies);
  const example = `Example: ${JSON.stringify(examples[spec.base]?.candidate)}`;
  return { outline, whole: [outline, ...others.map(({ summary }) => summary), example].join(" ") };
}

type Vocabularies = ReadonlyMap<string, Json[]>;

function typeOf(schema: Json | undefined, at: string, vocabularies: Vocabularies): string {
  if (!isObject(schema)) return "any";
  const { type, items, properties, required = [], enum: allowed, format } = schema as JsonObject;
  const values = vocabularies.get(at) ?? allowed;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join("|");
  if (isObject(items)) return `${inParentheses(typeOf(items as Json, `${at}/*`, vocabularies))}[]${limitsOf(schema)}`;
  if (!isObject(properties)) return (format ?? [type ?? "any"].flat().join("|")) + limitsOf(schema);
  const parts = Object.entries(properties).map(([name, property]) => {
    const mark = (required as Json[]).includes(name) ? "" : "?";
    return `${name}${mark}: ${typeOf(property as Json, join(at, name), vocabularies)}`;
  });
  return `{ ${parts.join(", ")} }`;
}

function inParentheses(type: string): string {
  return type.includes("|") && !type.startsWith("{") ? `(${type})` : type;
}

function limitsOf(schema: Record<string, unknown>): string {
  const { minLength, minItems, minimum, maxLength, maxItems, maximum } = schema;
  const [min, max] = [minLength ?? minItems ?? minimum ?? "", maxLength ?? maxItems ?? maximum ?? ""];
  return min === "" && max === "" ? "" : `(${min}..${max})`;
}
