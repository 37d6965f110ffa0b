import { parentPointer, valueAt } from "../../ground/json/pointer.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import { isShortText } from "../../ground/text/quote.js";
import { RESPELLINGS } from "../../ground/text/respell.js";
import {
  findSwapPartner,
  isShownBeside,
  respellByRecords,
  respellToMatch,
} from "../fixers/names.js";
import type { CheckSubject } from "../memo.js";
import { compilePattern } from "../operators.js";
import { compileEntry, type Reference, refuseUnless } from "../reference.js";
import type { CheckEnvironment, Fills, NodeCheckDefinition } from "./check.js";
import { makeCheckFrom } from "./parameters.js";

export const pattern: NodeCheckDefinition = {
  name: "pattern",
  summary:
    "The string matches the pattern (a safe one of ECMAScript, with the u flag), which may also be in the data of the package. The empty string is left to the length limits. `suggest` names a respelling; `{suggestion}` is the respelt string, and is filled only if it matches. For a declared name, the spelling that all records have comes first.",
  value: { $ref: "#/$defs/patternOrEntry" },
  options: { suggest: { enum: Object.keys(RESPELLINGS) } },
  types: ["string"],
  placeholders: (_, { suggest }) => [
    ...(suggest === undefined ? [] : ["suggestion"]),
    "partner",
    "swapped",
  ],
  triedWith: "examples and placeholders",
  // The empty string is left to the length limits.
  asSchema({ value }, _, { minLength = 0 }) {
    if (typeof value !== "string") return undefined;
    return { pattern: (minLength as number) > 0 ? value : `^$|${value}` };
  },
  compile({ value, options }, environment) {
    const { maxLength = Number.POSITIVE_INFINITY } = environment;
    const source = compilePatternOrEntry(value, environment.data, "/pattern");
    // The shape counts code points, each of which has at most two code units.
    const maxUnits = 2 * Math.max(maxLength, MAX_FAST_LENGTH);
    return makeCheckFrom(source, (regex) => {
      const fillsFor = compileFills(regex, String(options.suggest), environment);
      return (actual: unknown, context) => {
        if (
          typeof actual !== "string" ||
          actual === "" ||
          actual.length > maxUnits ||
          regex.test(actual)
        )
          return;
        const fills = fillsFor(actual, context.path(), context.subject);
        context.report({ expected: { pattern: regex.source }, fills });
      };
    });
  },
};

/** Compiles a pattern, or a reference to one in the data. */
export function compilePatternOrEntry(
  value: Json,
  data: JsonObject,
  pointer: string,
): Reference<RegExp> {
  const requireText = refuseUnless((one) => typeof one === "string", "a pattern, as a string");
  return compileEntry(value, data, pointer, (text, place, entry) =>
    compilePattern(String(requireText(text, place, entry)), place),
  );
}

/** The string respelt, if it matches then. */
export function suggestMatch(
  text: string,
  regex: RegExp,
  respelling: string,
  { memo }: CheckSubject,
): Meaning | undefined {
  const respell = RESPELLINGS[respelling];
  if (!isShortText(text) || respell === undefined) return undefined;
  return memo.derive(["respelt", respelling, regex.source, text], () =>
    respellToMatch(text, regex, respell),
  );
}

/**
 * Returns a function that fills the placeholders for a string that does not match. They share one
 * respelling.
 */
function compileFills(regex: RegExp, respelling: string, { declarations }: CheckEnvironment) {
  const findRespelt = (actual: string, path: string, subject: CheckSubject): Respelt => {
    const suggestFor = (text: string) => suggestMatch(text, regex, respelling, subject);
    const respelt = respellByRecords(actual, path, regex, suggestFor, declarations, subject);
    const meant = respelt?.uncertainIf(
      !isShownBeside(actual, valueAt(subject, parentPointer(path))),
    );
    return { meant, partner: findSwapPartner(path, meant, subject) };
  };
  return (actual: string, path: string, subject: CheckSubject): Fills => {
    let known: Respelt | undefined;
    const respelt = () => {
      known ??= findRespelt(actual, path, subject);
      return known;
    };
    return {
      suggestion() {
        const { meant, partner } = respelt();
        return meant?.uncertainIf(partner !== undefined);
      },
      partner: () => respelt().partner,
      swapped: () => (respelt().partner === undefined ? undefined : respelt().meant),
    };
  };
}

/**
 * The length up to which every pattern is fast, even one that takes quadratic time. A longer string
 * is only checked if the shape allows its length.
 */
export const MAX_FAST_LENGTH = 1_000;

/** The string that was probably meant, and the pointer of the property that already has it. */
interface Respelt {
  readonly meant: Meaning | undefined;
  readonly partner: string | undefined;
}
