import type { ErrorObject } from "ajv";
import { countedNoun, namesThatFit, quote } from "../ground/text/quote.js";

type Words = (error: Pick<ErrorObject, "keyword" | "params" | "parentSchema" | "schema">) => string;

/** What a value must do to fit a keyword that no code of the engine is about. */
const WORDS: Readonly<Record<string, Words>> = {
  pattern: ({ params }) => `must match the pattern ${quote(params.pattern)}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  uniqueItems: () => "must not have two equal items",
  minProperties: ({ params }) =>
    `must have at least ${countedNoun(params.limit, "property", "properties")}`,
  maxProperties: ({ params }) =>
    `must have at most ${countedNoun(params.limit, "property", "properties")}`,
  contains: ({ params: { minContains = 1, maxContains } }) =>
    maxContains === undefined
      ? `must have at least ${countedNoun(minContains, "item")} that fits \`contains\``
      : `must have from ${minContains} to ${countedNoun(maxContains, "item")} that fit \`contains\``,
  additionalItems: ({ params }) => `must have at most ${countedNoun(params.limit, "item")}`,
  items: ({ params }) => `must have at most ${countedNoun(params.limit, "item")}`,
  unevaluatedItems: ({ params }) =>
    `must have at most ${countedNoun(params.len ?? params.limit ?? 0, "item")}`,
  not: () => "must not fit the schema in `not`",
  "false schema": () => "is not allowed here: its schema is false",
  "too many errors": ({ params }) =>
    `has more than ${params.limit} errors; in each array, only those of the first item that does not fit are listed`,
  propertyNames: ({ parentSchema }) =>
    `does not fit \`propertyNames\`${hint(parentSchema?.propertyNames)}`,
  anyOf: ({ schema }) =>
    `must fit one of ${countedNoun((schema as unknown[]).length, "schema")} in \`anyOf\``,
  oneOf: ({ params, schema }) =>
    params.passingSchemas
      ? `fits the schemas ${[params.passingSchemas].flat().join(" and ")} in \`oneOf\`, and must fit only one`
      : `must fit one of ${countedNoun((schema as unknown[]).length, "schema")} in \`oneOf\``,
};

function hint(schema: unknown): string {
  const { pattern, maxLength, minLength } = (schema ?? {}) as Record<string, unknown>;
  const parts = [
    ...(pattern === undefined ? [] : [`the pattern ${quote(pattern)}`]),
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
  ];
  return parts.length === 0 ? "" : `: ${namesThatFit(parts).join(", ")}`;
}

/** The keyword that a value violates, in words that follow the value: "must be a multiple of 5". */
export function keywordInWords(error: Parameters<Words>[0]): string {
  return WORDS[error.keyword]?.(error) ?? `does not fit \`${error.keyword}\``;
}
