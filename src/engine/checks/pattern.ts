import { isShort } from "../../text/quote.js";
import { coreOf, keepsLetters, RESPELLINGS } from "../../text/respell.js";
import { type CheckEnvironment, type Evaluation, type NodeCheckDefinition, Unsure } from "./check.js";
import { compilePattern } from "./compile-pattern.js";

export const pattern: NodeCheckDefinition = {
  name: "pattern",
  summary:
    "The string matches the pattern (ECMAScript with the u flag; safe). The empty string is left to the length limits. `suggest` names a respelling for `{suggestion}`, which is filled where the respelt string matches; for a declared name, the spelling of all records comes before it.",
  value: { type: "string", minLength: 1 },
  options: { suggest: { enum: Object.keys(RESPELLINGS) } },
  types: ["string"],
  placeholders: () => ["suggestion"],
  compile({ value, options }, { declarations }) {
    const regex = compilePattern(String(value), "/pattern");
    const respell = RESPELLINGS[String(options.suggest)];
    return {
      check(actual, context) {
        if (typeof actual !== "string" || actual === "" || regex.test(actual)) return;
        const { evaluation } = context;
        const path = context.path();
        const suggestion = () => {
          const spelling = spellingInRecords(actual, path, declarations, evaluation);
          const suggested = suggestionFor(actual, regex, respell);
          // Records that are only uncovered later may spell it otherwise.
          const isOther = spelling !== undefined && spelling !== suggested && regex.test(spelling);
          return isOther ? new Unsure(spelling) : suggested;
        };
        context.report({ expected: { pattern: regex.source }, fills: { suggestion } });
      },
    };
  },
};

/** How all records spell a name that the candidate declares at this place. */
function spellingInRecords(
  name: string,
  path: string,
  declarations: CheckEnvironment["declarations"],
  evaluation: Evaluation,
): string | undefined {
  const declaration = isShort(name) ? [...declarations.values()].find((one) => one.isName(path)) : undefined;
  return declaration?.records(evaluation).spellingOf(name);
}

/** Where letters or signs would be lost, the author decides. */
function suggestionFor(text: string, regex: RegExp, respell: ((text: string) => string) | undefined) {
  if (!isShort(text) || respell === undefined) return undefined;
  const respelt = respell(text);
  const fits = (one: string) => one !== "" && isShort(one) && regex.test(one);
  if (fits(respelt) && keepsLetters(respelt, text)) return respelt;
  // An identifier that starts with a digit is often given an underscore.
  const [best, ...others] = new Set([respelt, respell(coreOf(text)), `_${respelt}`].filter(fits));
  return best === undefined ? undefined : new Unsure(best, others);
}
