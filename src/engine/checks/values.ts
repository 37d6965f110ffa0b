import { parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { foldName } from "../../ground/text/fold-name.js";
import { hasOneRespelling, RESPELLINGS } from "../../ground/text/respell.js";
import { findSchema } from "../../schema/schemas-in.js";
import type { Declaration } from "../declared/declaration.js";
import { deriveValue } from "../fixers/missing.js";
import {
  findNearest,
  gatherEvidence,
  makeVocabulary,
  splitItem,
  type Vocabulary,
} from "../fixers/names.js";
import { isExcluded, MAX_WORD_LENGTH } from "../fixers/words.js";
import { compileReference, specData } from "../reference.js";
import { SpecError } from "../spec-error.js";
import { inCandidate } from "../violation.js";
import type { CheckContext, CheckEnvironment, Fills, NodeCheckDefinition } from "./check.js";
import { compileList, isScalar, makeCheckFrom, valuesOfList } from "./parameters.js";

export const oneOf: NodeCheckDefinition = {
  name: "one-of",
  summary:
    "The value is in the list. `aliases` maps other common spellings to the value that they mean; `{nearest}` is the value that was probably meant.",
  value: { $ref: "#/$defs/list" },
  kind: "list",
  options: { ignoreCase: { type: "boolean" }, aliases: { $ref: "#/$defs/specReference" } },
  types: ["string", "number", "boolean"],
  placeholders: () => ["nearest", "several"],
  triedWith: "examples",
  asSchema({ value, options }, data) {
    const values = valuesOfList(value, data);
    // Without case, more is allowed than JSON Schema can list.
    return values?.length
      ? { [options.ignoreCase === true ? "examples" : "enum"]: values }
      : undefined;
  },
  compile({ value, options }, environment) {
    const known = compileList(value, environment, "/one-of", options.ignoreCase === true);
    const aliases =
      options.aliases === undefined ? NO_ALIASES : readAliases(options.aliases, environment);
    const declaration = findDeclarationByTypes(value, environment);
    const { shape } = environment;
    // A list is the package's own even if a value of the candidate picks it from a table.
    const isOfPackage = Array.isArray(value) || (isObject(value) && "spec" in value);
    return makeCheckFrom(known, (list) => {
      let cached: Vocabulary | undefined;
      const vocabulary = () => {
        cached ??= makeVocabulary(list.values, aliases, isOfPackage, declaration);
        return cached;
      };
      return (actual, context) => {
        if (!isScalar(actual) || list.has(actual)) return;
        context.report({
          expected: [...list.expected],
          fills: makeFills(actual, vocabulary, context, declaration, shape),
        });
      };
    });
  },
};

function makeFills(
  actual: string | number | boolean,
  vocabulary: () => Vocabulary,
  context: CheckContext,
  declaration: Declaration | undefined,
  shape: JsonObject | undefined,
): Fills {
  if (typeof actual !== "string" || actual.length > MAX_WORD_LENGTH) return {};
  const { subject, item } = context;
  const path = context.path();
  return {
    nearest: () => {
      const evidence = declaration && gatherEvidence(item, declaration, subject);
      const meant = findNearest(
        actual,
        vocabulary(),
        evidence,
        deriveAt(path, shape, subject),
        subject.memo,
      );
      return meant?.uncertainIf(isExcluded(actual));
    },
    several: () => splitItem(actual, vocabulary(), valueAt(subject, parentPointer(path))),
  };
}

/** The value that another property shows for a place. */
function deriveAt(
  path: string,
  shape: JsonObject | undefined,
  { candidate }: CheckContext["subject"],
) {
  const { derive } = findSchema(shape, inCandidate(path)) ?? {};
  return isObject(derive)
    ? deriveValue(derive, valueAt(candidate, String(derive.from)))
    : undefined;
}

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/** The declaration whose types are the list, if it has records that show what is meant. */
function findDeclarationByTypes(
  value: Json,
  { declarations }: CheckEnvironment,
): Declaration | undefined {
  return [...declarations.values()].find(
    ({ source: { types, records } }) =>
      types !== undefined && records !== undefined && isEqual(value, { ...types }),
  );
}

/** The values of a table of aliases, by the folded aliases. */
function readAliases(reference: Json, { data }: CheckEnvironment): Map<string, string> {
  const table = specData((reference as { spec: string }).spec, data, "/aliases");
  if (!isObject(table) || !Object.values(table).every((value) => typeof value === "string")) {
    throw new SpecError(
      "aliases must refer to an object that maps spellings to values",
      "/aliases",
    );
  }
  return new Map(
    Object.entries(table as Record<string, string>).map(([alias, value]) => [
      foldName(alias),
      value,
    ]),
  );
}

export const noneOf: NodeCheckDefinition = {
  name: "none-of",
  summary: "The value is not in the list, such as a list of reserved words.",
  value: { $ref: "#/$defs/list" },
  kind: "list",
  options: { ignoreCase: { type: "boolean" } },
  types: ["string", "number", "boolean"],
  placeholders: () => [],
  unfilled: ["expected"],
  triedWith: "examples",
  asSchema({ value }, data) {
    const values = valuesOfList(value, data);
    return values?.length ? { not: { enum: values } } : undefined;
  },
  compile({ value, options }, environment) {
    const refused = compileList(value, environment, "/none-of", options.ignoreCase === true);
    return makeCheckFrom(refused, (list) => (actual, context) => {
      if (isScalar(actual) && list.has(actual)) context.report();
    });
  },
};

export const equals: NodeCheckDefinition = {
  name: "equals",
  summary:
    "The value equals the one that the reference leads to; with `as`, it equals that string respelt. `{expected}` is the value that it must be.",
  value: { $ref: "#/$defs/reference" },
  kind: "reference",
  options: { as: { enum: Object.keys(RESPELLINGS) } },
  types: ["string", "number", "boolean"],
  placeholders: () => [],
  compile({ value, options }, environment) {
    const respell = RESPELLINGS[String(options.as)];
    return makeCheckFrom(compileReference(value, environment.data, "/equals"), (given) => {
      const expected = respell !== undefined && typeof given === "string" ? respell(given) : given;
      // If several respellings are right, none can be required.
      if (
        !isScalar(expected) ||
        (expected !== given && !hasOneRespelling(expected as string, given as string))
      )
        return () => {};
      return (actual, context) => {
        // A value of another type is left to the shape.
        if (typeof actual === typeof expected && actual !== expected) context.report({ expected });
      };
    });
  },
};
