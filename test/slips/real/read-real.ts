import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type * as library from "../../../src/library.js";
import type { Json, JsonObject } from "../../support/json.js";
import { patched } from "../../support/patched.js";

/** What somebody sent against a JSON Schema, as a public report shows it. */
export interface RealSlip {
  readonly id: string;
  readonly source: string;
  readonly class: string;
  readonly schema: JsonObject;
  readonly sent: Json;
  /** Null where nobody can know, unless null is what was meant. */
  readonly meant: Json;
  /** Whether a careful reviewer would correct it without asking. */
  readonly certain: boolean;
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
