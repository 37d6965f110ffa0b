import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type * as library from "../../../src/library.js";
import type * as schemaLibrary from "../../../src/schema-library.js";
import type { Json, JsonObject } from "../../support/json.js";
import { patched } from "../../support/patched.js";

/** What somebody wrote against a JSON Schema, as a public report shows it. */
interface Reported {
  readonly id: string;
  readonly source: string;
  readonly class: string;
  readonly schema: JsonObject;
  /** Null where nobody can know, unless null is what was meant. */
  readonly meant: Json;
  /** Whether a careful reviewer would correct it without asking. */
  readonly certain: boolean;
}

export interface RealSlip extends Reported {
  readonly sent: Json;
}

/** A slip that is no JSON, or JSON in a text. */
export interface RealText extends Reported {
  readonly text: string;
}

/**
 * What becomes of a slip: the repair made of it what was meant, or made it valid and something
 * else; a fix leads to what was meant; or neither. Invented: it is made valid although nobody can
 * know what was meant.
 */
export type RealOutcome = "as meant" | "wrong" | "invented" | "offered" | "left";

export function readRealSlips(folder = new URL("./", import.meta.url)): RealSlip[] {
  return JSON.parse(readFileSync(new URL("real.json", folder), "utf8"));
}

export function readRealTexts(folder = new URL("./", import.meta.url)): RealText[] {
  return JSON.parse(readFileSync(new URL("texts.json", folder), "utf8"));
}

/** What becomes of a text. A reading that somebody has to confirm is offered. */
export async function outcomeOfText(
  { schema, text, meant, certain }: RealText,
  { compileSchema }: Pick<typeof schemaLibrary, "compileSchema">,
): Promise<RealOutcome> {
  const { valid, repair, repaired, syntax, value } = await compileSchema(schema).text(text);
  if (!valid && repair?.remaining !== 0) return "left";
  const isMeant = isDeepStrictEqual(repaired ?? value, meant);
  if (syntax === "offered") return isMeant ? "offered" : "left";
  if (isMeant) return "as meant";
  return certain ? "wrong" : "invented";
}

interface Answer {
  readonly repair?: { readonly patch: readonly object[]; readonly remaining: number };
  readonly fixes: readonly { readonly patch: readonly object[] }[];
}

type Library = Pick<typeof library, "AppError" | "compileSchema" | "validate">;

export async function outcomeOfReal(
  slip: RealSlip,
  { AppError, compileSchema, validate }: Library,
) {
  const catalog = compileSchema(slip.schema);
  const [domainId = ""] = catalog.keys();
  const request = { targetProduct: "any", domainId, candidate: slip.sent };
  const ask = async (): Promise<Answer> => {
    try {
      const { diagnostics, repair } = await validate(catalog, request);
      return { ...(repair && { repair }), fixes: diagnostics.flatMap(({ fixes }) => fixes) };
    } catch (error) {
      // A candidate that is no object is an error of the request, with fixes like any other.
      if (!(error instanceof AppError)) throw error;
      const { repair, errors = [] } = error.details;
      return { ...(repair && { repair }), fixes: errors.flatMap(({ fixes = [] }) => fixes) };
    }
  };
  const { repair, fixes } = await ask();
  const isMeant = (patch: readonly object[]) =>
    isDeepStrictEqual(patched(request, patch).candidate, slip.meant);
  if (repair !== undefined && isMeant(repair.patch)) return "as meant";
  if (repair?.remaining === 0) return slip.certain ? "wrong" : "invented";
  return fixes.some(({ patch }) => isMeant(patch)) ? "offered" : "left";
}
