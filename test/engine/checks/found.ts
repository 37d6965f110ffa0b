import { createCheckSet } from "../../../src/engine/check-set.js";
import type { CompiledCheck, Fills, Finding } from "../../../src/engine/checks/check.js";
import { compileCheck } from "../../../src/engine/checks/compile-check.js";
import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import type { CheckSource, DeclarationSource } from "../../../src/engine/grammar.js";
import { Memo } from "../../../src/engine/memo.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { ajv } from "../../../src/json-schema/ajv.js";
import { type Registry, withNamed } from "../../../src/registry/registry.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { META_SCHEMAS } from "../../../src/specs/meta/index.js";
import { Meaning } from "../../../src/text/meaning.js";

export const DATA: JsonObject = {
  colours: ["red", "green"],
  kinds: {
    text: { type: "string", examples: ["…"] },
    count: { type: "integer" },
    day: { type: "string", format: "date" },
  },
  aliases: { "Int-32": "count", rouge: "red" },
  most: 2,
  newYear: "2026-01-01",
  steps: { EUR: 0.01, JPY: 1 },
  longest: { short: 2, long: 4 },
  forms: { upper: "^[A-Z]+$", lower: "^[a-z]+$" },
  tones: { warm: ["red", "yellow"], cold: ["blue"] },
};

export const DECLARATIONS: Record<string, DeclarationSource> = {
  fields: {
    at: "/fields/*",
    name: "/name",
    type: "/kind",
    types: { spec: "/kinds" },
    nullable: "/nullable",
    optional: "/optional",
    repeated: "/repeated",
    records: "/rows/*",
  },
  names: { at: "/fields/*", name: "/name" },
};

const regions = RegistryIndex.of(["north", "south"]);
const registry: Registry = withNamed(RegistryIndex.of(["alpha", "alpha-2", "Beta"]), new Map([["regions", regions]]));
const declarations = new Map(
  Object.entries(DECLARATIONS).map(([name, source]) => [name, compileDeclaration(name, source, DATA, "")]),
);

export const compiled = (check: CheckSource): CompiledCheck => compileCheck(check, { data: DATA, declarations });

/** A check as a rule file may have it, by the meta-schema. */
export const isInGrammar = ajv.compile({
  $ref: "#/$defs/check",
  $defs: META_SCHEMAS["rule.schema.json"].$defs as JsonObject,
});

export type Found = Record<string, unknown> & { path: string };

/** Every finding, with its path into the candidate and the values of its placeholders. */
export function found(check: CheckSource, candidate: unknown): Found[] {
  const checkSet = createCheckSet();
  const numbers = checkSet.add([compiled(check)]);
  const findings = checkSet.run({ candidate, registry, memo: new Memo(), cut: [] });
  return numbers.flatMap((number) => {
    const { list = [], total } = findings[number] ?? {};
    expect(total).toBe(list.length);
    return list.map(shown);
  });
}

function shown({ path, key, expected, fills }: Finding): Found {
  const given: Fills = { key, ...fills };
  const values = Object.entries(given).flatMap(([name, fill]) => {
    const value = typeof fill === "function" ? fill() : fill;
    if (value === undefined) return [];
    if (!(value instanceof Meaning)) return [[name, value]] as [string, Json][];
    return [[value.sure ? name : `${name}?`, value.value]] as [string, Json][];
  });
  return {
    path: path.slice("/candidate".length),
    ...(expected !== undefined && { expected }),
    ...Object.fromEntries(values),
  };
}

/** Tests what a check finds, which must be one that a rule file may have. */
export function finds(title: string, check: CheckSource, candidate: Json, expected: Found[]): void {
  test(title, () => {
    expect(isInGrammar(check)).toBe(true);
    expect(found(check, candidate)).toEqual(expected);
  });
}

/** Tests that a check finds nothing. */
export const passes = (title: string, check: CheckSource, candidate: Json) => finds(title, check, candidate, []);
