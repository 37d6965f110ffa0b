import type { ErrorObject } from "ajv/dist/2020.js";
import { CHECKS } from "../engine/checks/index.js";
import type { Flaw } from "../ground/files/file-error.js";
import { isEqual, isObject } from "../ground/json/value.js";
import { findMisspelling } from "../ground/text/did-you-mean.js";
import { countedNoun, quote } from "../ground/text/quote.js";
import type { MetaSchemaName } from "./rules-folder.js";

type Explanation = Pick<Flaw, "detail" | "meant" | "key">;

/**
 * Says what a maintainer should do about errors against a meta-schema. Errors that only repeat another one are left
 * out: a key that is missing because another key misspells it is one mistake.
 */
export function explainErrors(errors: readonly ErrorObject[], schemaName: MetaSchemaName): Flaw[] {
  const keyAt = (pointer: string, name: string) => JSON.stringify([pointer, name]);
  const meantKeys = new Set<string>();
  const explained = errors.flatMap((error) => {
    const explanation = explain(error, schemaName);
    if (explanation === undefined) return [];
    const pointer = error.instancePath;
    const flaw: Flaw = { pointer, ...(typeof explanation === "string" ? { detail: explanation } : explanation) };
    if (error.keyword === "additionalProperties" && flaw.meant) meantKeys.add(keyAt(pointer, flaw.meant.right));
    return [{ error, flaw }];
  });
  const unknown = explained.filter(({ error }) => error.keyword === "additionalProperties");
  const haveUnknownKeys = new Set(unknown.map(({ flaw }) => flaw.pointer));
  // Another key misspells the one that `if` asks for, so `else` demands what is not needed.
  const needless = errors
    .filter(({ keyword, schema, instancePath }) => {
      const names = keyword === "if" ? requiredNames([schema]) : [];
      return names.some((name) => meantKeys.has(keyAt(instancePath, name)));
    })
    .map(({ schemaPath }) => schemaPath.replace(/if$/, "else/required"));
  const isRepeated = ({ error, flaw }: (typeof explained)[number], index: number) =>
    // The error about an unknown key lists the known ones.
    (error.keyword === "anyOf" && haveUnknownKeys.has(flaw.pointer)) ||
    explained.findIndex(({ flaw: other }) => isEqual(other, flaw)) < index ||
    needless.includes(error.schemaPath) ||
    listMissingNames(error).some((name) => meantKeys.has(keyAt(error.instancePath, name)));
  return explained.filter((one, index) => !isRepeated(one, index)).map(({ flaw }) => flaw);
}

/** The keys that an error demands. */
function listMissingNames({ keyword, params, schema }: ErrorObject): string[] {
  if (keyword === "required" || keyword === "dependentRequired") return [params.missingProperty];
  return keyword === "anyOf" ? requiredNames(schema) : [];
}

function requiredNames(alternatives: unknown): string[] {
  return (alternatives as { required?: string[] }[]).flatMap(({ required = [] }) => required);
}

function explain(error: ErrorObject, schemaName: MetaSchemaName): Explanation | string | undefined {
  const { keyword, params, data, schema, schemaPath, parentSchema } = error;
  // The errors of the alternatives are left out: one error reports the choice between them.
  if (/\/(anyOf|oneOf|not)\/\d/.test(schemaPath) || schemaPath.includes("/not/")) return undefined;
  switch (keyword) {
    case "if":
      return undefined;
    case "additionalProperties": {
      const name = params.additionalProperty as string;
      const checks = Object.keys(data as object).filter((key) => CHECKS.has(key));
      if (checks.length > 1 && checks.includes(name))
        return `${checks.map(quote).join(" and ")} are checks of their own; write an array of objects with one each`;
      const known = Object.keys(parentSchema?.properties ?? {});
      return { ...withHint(`unknown key ${quote(name)}`, name, known), key: name };
    }
    case "required":
      return `${quote(params.missingProperty)} is missing; add it`;
    case "dependentRequired":
      return `${quote(params.property)} needs ${quote(params.missingProperty)} beside it; add it`;
    case "enum":
      return withHint(`${quote(data)} is not known here`, data, schema as string[]);
    case "const":
      return `${quote(data)} must be ${quote(schema)}`;
    case "type": {
      const isPlace = schemaName === "rule.schema.json" && typeof data === "string" && data.startsWith("/");
      const advice = isPlace ? `; a reference to a place is { "candidate": ${quote(data)} }` : "";
      return `${quote(data)} must be of type ${[schema].flat().join(" or ")}${advice}`;
    }
    case "pattern": {
      const description = isObject(parentSchema) ? parentSchema.description : undefined;
      return `${quote(data)} ${description === undefined ? `must match ${schema}` : `does not fit here: ${description}`}`;
    }
    case "propertyNames":
      return `the name ${quote(params.propertyName)} does not fit here: ${(schema as { description: string }).description}`;
    case "anyOf":
      return `needs one of ${requiredNames(schema).map(quote).join(", ")}`;
    case "not":
      return "a patch cannot be combined with other changes; remove them, or write them into it";
    case "uniqueItems":
      return "contains the same value twice; remove one";
    case "minItems":
    case "minProperties":
      return `must have at least ${countedNoun(schema as number, keyword === "minItems" ? "item" : "key")}`;
    case "maxItems":
      return `must have at most ${countedNoun(schema as number, "item")}, or it says nothing`;
    case "minLength":
      return schema === 1 ? "must not be empty" : `${quote(data)} must have at least ${schema} characters`;
    case "maxLength":
      return `${quote(data)} must have at most ${countedNoun(schema as number, "character")}`;
    default:
      return `${quote(data)} breaks "${keyword}": ${quote(schema)}`;
  }
}

function withHint(what: string, word: unknown, known: readonly string[]): Explanation {
  const meant = typeof word === "string" ? findMisspelling(word, known) : undefined;
  const question = meant ? `did you mean "${meant.right}"? ` : "";
  return { detail: `${what}; ${question}allowed: ${known.join(", ")}`, meant };
}
