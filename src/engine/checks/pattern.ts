import { isShort } from "../../text/quote.js";
import { coreOf, keepsLetters, RESPELLINGS } from "../../text/respell.js";
import { type NodeCheckDefinition, Unsure } from "./check.js";
import { compilePattern } from "./compile-pattern.js";

export const pattern: NodeCheckDefinition = {
  name: "pattern",
  summary:
    "The string matches the pattern (ECMAScript with the u flag; safe). The empty string is left to the length limits. `suggest` names a respelling for `{suggestion}`, which is filled where the respelt string matches.",
  value: { type: "string", minLength: 1 },
  options: { suggest: { enum: Object.keys(RESPELLINGS) } },
  types: ["string"],
  placeholders: () => ["suggestion"],
  compile({ value, options }) {
    const regex = compilePattern(String(value), "/pattern");
    const respell = RESPELLINGS[String(options.suggest)];
    return {
      check(actual, context) {
        if (typeof actual !== "string" || actual === "" || regex.test(actual)) return;
        context.report({
          expected: { pattern: regex.source },
          fills: { suggestion: () => suggestionFor(actual, regex, respell) },
        });
      },
    };
  },
};

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
