import { readFileSync } from "node:fs";
import ruleSchema from "../../../rules/rule.schema.json" with { type: "json" };
import { createCheckSet } from "../../../src/engine/check-set.js";
import type { CompiledCheck, Fills, Finding } from "../../../src/engine/checks/check.js";
import { compileCheck } from "../../../src/engine/checks/compile-check.js";
import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import { compileTypes, type FieldType } from "../../../src/engine/declared/field-types.js";
import type { CheckSource, DeclarationSource } from "../../../src/engine/grammar.js";
import { makeSubject } from "../../../src/engine/memo.js";
import { raise } from "../../../src/engine/spec-error.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { type Registry, withNamed } from "../../../src/ground/registry/registry.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { Meaning } from "../../../src/ground/text/meaning.js";
import { ajv } from "../../../src/schema/ajv.js";
import { isObject } from "../../support/json.js";

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
const registry: Registry = withNamed(
  RegistryIndex.of(["alpha", "alpha-2", "Beta"]),
  new Map([["regions", regions]]),
);
const declarations = new Map(
  Object.entries(DECLARATIONS).map(([name, source]) => [
    name,
    compileDeclaration(
      name,
      source,
      compileTypes(source.types, DATA, "", raise) as ReadonlyMap<string, FieldType>,
    ),
  ]),
);

export const compiled = (check: CheckSource): CompiledCheck =>
  compileCheck(check, { data: DATA, declarations });

/** A check as a rule file may have it, by the meta-schema. */
export const isInGrammar = ajv.compile({
  $ref: "#/$defs/check",
  $defs: ruleSchema.$defs as unknown as JsonObject,
});

export type Found = Record<string, unknown> & { path: string };

/** Every finding, with its path into the candidate and the values of its placeholders. */
export function found(check: CheckSource, candidate: unknown): Found[] {
  const checkSet = createCheckSet();
  const numbers = checkSet.add([compiled(check)]);
  const findings = checkSet.run({ ...makeSubject(candidate), registry });
  return numbers.flatMap((number) => {
    const list = findings[number] ?? [];
    expect(list.at(-1)?.further).toBeUndefined();
    return list.map(shown);
  });
}

function shown({ path, key, expected, fills }: Finding): Found {
  const given: Fills = { key, ...fills };
  const values = Object.entries(given).flatMap(([name, fill]) => {
    const value = typeof fill === "function" ? fill() : fill;
    // A limit is expected, too.
    if (value === undefined || (isObject(expected) && expected[name] === value)) return [];
    if (!(value instanceof Meaning)) return [[name, value]] as [string, Json][];
    return [[value.isCertain ? name : `${name}?`, value.value]] as [string, Json][];
  });
  return { path: path.slice("/candidate".length), expected, ...Object.fromEntries(values) };
}

/**
 * The paths of the findings; or by its path what each says. `expected` is compared where it is
 * given.
 */
type Expected = readonly string[] | Readonly<Record<string, object>>;

/** Tests what a check finds, which must be one that a rule file may have. */
function finds(title: string, check: CheckSource, candidate: Json, expected: Expected): void {
  test(title, () => {
    expect(isInGrammar(check)).toBe(true);
    const findings = found(check, candidate);
    const paths = Array.isArray(expected) ? expected : Object.keys(expected);
    expect(findings.map(({ path }) => path)).toEqual(paths);
    if (paths === expected) return;
    for (const [at, says] of Object.values(expected).entries())
      expect(findings[at]).toEqual({ path: paths[at], expected: findings[at]?.expected, ...says });
  });
}

/**
 * Tests what a check finds in an array: the findings of an item are named by its index, those of
 * the array by "".
 */
export function inArray(
  title: string,
  check: Omit<CheckSource, "at">,
  c: Json[],
  expected: Expected | readonly number[],
): void {
  const path = (at: string | number) => (at === "" ? "/c" : `/c/${at}`);
  const paths = Array.isArray(expected)
    ? expected.map(path)
    : Object.fromEntries(Object.entries(expected).map(([at, says]) => [path(at), says]));
  finds(title, { at: "/c/*", ...check }, { c }, paths);
}

/** A check, the candidate or the items of an array that it looks at, and what it finds, if anything. */
interface CheckCase {
  readonly title: string;
  readonly check: CheckSource;
  readonly candidate?: Json;
  readonly items?: Json[];
  readonly finds?: Expected;
}

/** Tests the cases of a JSON file in this folder, by what they are about. */
export function checkCases(file: string): void {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const subjects: Record<string, CheckCase[]> = JSON.parse(text);
  describe.each(Object.entries(subjects))("%s", (_, cases) => {
    for (const { title, check, candidate = null, items, finds: expected = [] } of cases)
      if (items === undefined) finds(title, check, candidate, expected);
      else inArray(title, check, items, expected);
  });
}
