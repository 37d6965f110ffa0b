import { parent, valueAt } from "../../json/pointer.js";
import { isShort } from "../../text/quote.js";
import { RESPELLINGS } from "../../text/respell.js";
import { compilePattern } from "../compile-pattern.js";
import { partnerOf, respeltIn, splitLike, suggestionFor } from "../fixers/names/respelt-name.js";
import { Unsure } from "../fixers/readings/reading.js";
import { requireData } from "../reference.js";
import type { Evaluation, NodeCheckDefinition } from "./check.js";
import { checkBy, entrySource } from "./source.js";

export const pattern: NodeCheckDefinition = {
  name: "pattern",
  summary:
    "The string matches the pattern (ECMAScript with the u flag; safe), which may also be in the data of the package. The empty string is left to the length limits. `suggest` names a respelling for `{suggestion}`, which is filled where the respelt string matches; for a declared name, the spelling of all records comes before it. `{partner}` points at the one property beside it that has the respelt string already; `{swapped}` is that string.",
  value: { $ref: "#/$defs/patternOrEntry" },
  options: { suggest: { enum: Object.keys(RESPELLINGS) } },
  types: ["string"],
  placeholders: () => ["suggestion", "partner", "swapped"],
  compile({ value, options }, environment) {
    const { declarations, maxLength = Number.NaN } = environment;
    requireData(value, environment.data, "/pattern", (one) => typeof one === "string", "a pattern, as a string");
    const source = entrySource(value, environment, "/pattern", (text, pointer) =>
      compilePattern(String(text), pointer),
    );
    // The shape counts code points, and a code point has two units at most.
    const longest = 2 * Math.max(maxLength, SHORT_ENOUGH);
    const respell = RESPELLINGS[String(options.suggest)];
    /** Found out once for all checks of a candidate, also that there is none. */
    const suggestBy =
      (regex: RegExp) =>
      (text: string, { memo }: Evaluation) => {
        if (!isShort(text) || respell === undefined) return undefined;
        const known = memo.derive(`${options.suggest} ${regex.source}`, text, () => {
          memo.nodesRead += RESPELLING + text.length;
          return { suggestion: suggestionFor(text, regex, respell) };
        });
        return known.suggestion;
      };
    return checkBy([source], (regex) => {
      const suggest = suggestBy(regex);
      return (actual: unknown, context) => {
        if (typeof actual !== "string" || actual === "" || actual.length > longest || regex.test(actual)) return;
        const { evaluation } = context;
        const path = context.path();
        let known: Respelt | undefined;
        const respelt = () => {
          if (known !== undefined) return known;
          const found = respeltIn(actual, path, regex, (text) => suggest(text, evaluation), declarations, evaluation);
          const meant =
            respell === undefined ? found : splitLike(actual, found, valueAt(evaluation, parent(path)), respell);
          known = { meant, partner: partnerOf(path, meant, evaluation) };
          return known;
        };
        const partner = () => respelt().partner;
        const suggestion = () => {
          const { meant, partner: other } = respelt();
          return typeof meant === "string" && other !== undefined ? new Unsure(meant) : meant;
        };
        const swapped = () => (partner() === undefined ? undefined : respelt().meant);
        context.report({ expected: { pattern: regex.source }, fills: { suggestion, partner, swapped } });
      };
    });
  },
};

/**
 * Characters that every pattern gets through in no time, also one that takes time with the square of the length. A longer
 * string is left to the shape where the shape refuses it.
 */
export const SHORT_ENOUGH = 1_000;

/** Respelling a string costs as much as reading so many nodes, and one for each character. */
const RESPELLING = 10;

/** The string that was probably meant, and the one property beside it that has that already. */
interface Respelt {
  readonly meant: string | Unsure | undefined;
  readonly partner: string | undefined;
}
