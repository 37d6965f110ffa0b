import type { ErrorObject } from "ajv/dist/2020.js";
import { didYouMean } from "../text/did-you-mean.js";
import { quote } from "../text/quote.js";

/** What a maintainer should do about an error against a meta-schema; nothing for errors that only repeat another one. */
export function explainError(error: ErrorObject): string | undefined {
  const { keyword, params, data, schema, schemaPath, parentSchema } = error;
  // Each alternative fails in its own way; the choice between them is told as one.
  if (/\/(anyOf|oneOf)\/\d/.test(schemaPath)) return undefined;
  switch (keyword) {
    case "if":
      return undefined;
    case "additionalProperties": {
      const known = Object.keys(parentSchema?.properties ?? {});
      return `unknown key ${quote(params.additionalProperty)}; ${hint(params.additionalProperty, known)}`;
    }
    case "required":
      return `${quote(params.missingProperty)} is missing; add it`;
    case "enum":
      return `${quote(data)} is not known here; ${hint(data, schema as string[])}`;
    case "const":
      return `${quote(data)} must be ${quote(schema)}`;
    case "type":
      return `${quote(data)} must be of type ${schema}`;
    case "pattern": {
      const description = parentSchema?.description === undefined ? "" : `: ${parentSchema.description}`;
      return `${quote(data)} must match ${schema}${description}`;
    }
    case "anyOf":
    case "oneOf": {
      const names = (schema as { required: string[] }[]).flatMap(({ required }) => required).map(quote);
      return `needs ${keyword === "anyOf" ? "at least" : "exactly"} one of ${names.join(", ")}`;
    }
    case "minItems":
      return `must hold at least ${schema} item${schema === 1 ? "" : "s"}`;
    default:
      return `${quote(data)} breaks "${keyword}": ${quote(schema)}`;
  }
}

function hint(word: unknown, known: readonly string[]): string {
  const meant = typeof word === "string" ? didYouMean(word, known) : undefined;
  return `${meant === undefined ? "" : `did you mean "${meant}"? `}allowed: ${known.join(", ")}`;
}
