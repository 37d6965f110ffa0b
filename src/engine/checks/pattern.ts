import { join, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { isShort } from "../../text/quote.js";
import { RESPELLINGS } from "../../text/respell.js";
import { compilePattern } from "../compile-pattern.js";
import { splitLike, suggestionFor } from "../fixers/names/respelt-name.js";
import { Unsure } from "../fixers/unsure.js";
import type { CheckEnvironment, Evaluation, NodeCheckDefinition } from "./check.js";
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
    const { declarations } = environment;
    const source = entrySource(value, environment, "/pattern", (text, pointer) =>
      compilePattern(String(text), pointer),
    );
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
        if (typeof actual !== "string" || actual === "" || regex.test(actual)) return;
        const { evaluation } = context;
        const path = context.path();
        let known: Respelt | undefined;
        const respelt = () => {
          if (known !== undefined) return known;
          const found = respeltIn(actual, path, regex, suggest, declarations, evaluation);
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

/** Respelling a string costs as much as reading so many nodes, and one for each character. */
const RESPELLING = 10;

/** What a string is meant to be, and the one property beside it that has that already. */
interface Respelt {
  readonly meant: string | Unsure | undefined;
  readonly partner: string | undefined;
}

/** Properties that are looked at: for each string of a large object, all of them would be too many. */
const MOST_COMPARED = 64;

/** The one property beside a string that has what the string is meant to be: each is probably in the other's place. */
function partnerOf(path: string, meant: unknown, evaluation: Evaluation): string | undefined {
  // One word may be written so by chance.
  if (typeof meant !== "string" || !/[-_]/.test(meant)) return undefined;
  const holder = valueAt(evaluation, parent(path));
  const keys = isObject(holder) ? Object.keys(holder) : [];
  if (keys.length > MOST_COMPARED) return undefined;
  const own = parse(path).at(-1);
  const [key, ...others] = keys.filter((one) => one !== own && (holder as Record<string, unknown>)[one] === meant);
  return key === undefined || others.length > 0 ? undefined : join(parent(path), key);
}

/** How the string is spelt where it matches. */
function respeltIn(
  actual: string,
  path: string,
  regex: RegExp,
  suggest: (text: string, evaluation: Evaluation) => string | Unsure | undefined,
  declarations: CheckEnvironment["declarations"],
  evaluation: Evaluation,
) {
  const declaration = isShort(actual) ? [...declarations.values()].find((one) => one.isName(path)) : undefined;
  if (declaration === undefined) return suggest(actual, evaluation);
  const records = declaration.records(evaluation);
  const spelling = records.spellingOf(actual);
  // In a name that the records have too, a unit in parentheses is a word like the others.
  const name = spelling === actual ? actual.replace(/[()]/g, " ") : actual;
  const suggested = suggest(name, evaluation);
  // That all of several records agree on a spelling is no accident.
  if (spelling !== undefined && spelling !== suggested && regex.test(spelling))
    return records.count > 1 ? spelling : new Unsure(spelling);
  // Records that are only uncovered later may spell it otherwise.
  return records.isAwaited && typeof suggested === "string" ? new Unsure(suggested) : suggested;
}
