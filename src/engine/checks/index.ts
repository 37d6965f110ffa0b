import type { Json } from "../../ground/json/value.js";
import type { CheckSource } from "../grammar.js";
import type { CheckDefinition } from "./check.js";
import { checksum } from "./checksum.js";
import { sorted, unique } from "./items.js";
import { count, distinct, length, multipleOf, range, sum } from "./limits.js";
import { noWords } from "./no-words.js";
import { pattern } from "./pattern.js";
import { declaredType, hasKeys, onlyKeys } from "./records.js";
import { refersTo } from "./refers-to.js";
import { distinctFromRegistered, notRegistered, registered } from "./registry.js";
import { equals, noneOf, oneOf } from "./values.js";
import { weekday } from "./weekday.js";

/** Every check that a rule can name. */
export const CHECKS: ReadonlyMap<string, CheckDefinition> = new Map(
  [
    oneOf,
    noneOf,
    pattern,
    equals,
    noWords,
    length,
    range,
    multipleOf,
    weekday,
    checksum,
    hasKeys,
    onlyKeys,
    declaredType,
    registered,
    notRegistered,
    distinctFromRegistered,
    unique,
    sorted,
    count,
    distinct,
    sum,
    refersTo,
  ].map((definition) => [definition.name, definition]),
);

/** The definition of the check that a check object names; undefined if it names none. */
export function findDefinition(check: object): CheckDefinition | undefined {
  return CHECKS.get(Object.keys(check).find((key) => CHECKS.has(key)) ?? "");
}

/** The check that a valid check object names, and the value of its property. */
export function readCheck(source: CheckSource): { definition: CheckDefinition; value: Json } {
  const definition = findDefinition(source) as CheckDefinition;
  return { definition, value: source[definition.name] as Json };
}

/** The names of checks whose value is limits: `{ "min": 1 }`. */
export const CHECKS_WITH_LIMITS: readonly string[] = [...CHECKS.values()]
  .filter(({ kind }) => kind === "counts" || kind === "limits")
  .map(({ name }) => name);
