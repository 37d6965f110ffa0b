import { isShort } from "../../text/quote.js";
import type { Check } from "./check.js";
import { compilePattern } from "./safe-pattern.js";

/** Respellings that a rule can offer; each is offered only where it satisfies the pattern. */
const SUGGESTIONS: Record<string, (text: string) => string> = {
  trimmed: (text) => text.trim(),
  "without-white-space": (text) => text.replace(/\s+/g, ""),
  "kebab-case": (text) => words(text).join("-").toLowerCase(),
  "snake-case": (text) => words(text).join("_").toLowerCase(),
};

export const unlikeCheck: Check = {
  name: "unlike",
  summary:
    "Finds texts that do not match `pattern` (a safe ECMAScript pattern, with the u flag). The empty text is left to the length limits. `suggest` names a respelling for the placeholder `suggestion`, or for `guess` where letters or signs are lost by it.",
  params: {
    required: ["pattern"],
    properties: { pattern: { type: "string", minLength: 1 }, suggest: { enum: Object.keys(SUGGESTIONS) } },
  },
  fills: ["suggestion", "guess"],
  compile(params) {
    const pattern = compilePattern(String(params.pattern), "/pattern");
    const respell = SUGGESTIONS[String(params.suggest)];
    return {
      judge(value, here) {
        if (typeof value !== "string" || value === "" || pattern.test(value)) return;
        let respelt: Respelt | undefined;
        const fill = (name: keyof Respelt) => () => {
          respelt ??= respellings(value, pattern, respell);
          return respelt[name];
        };
        here.report({
          expected: { pattern: pattern.source },
          fills: { suggestion: fill("suggestion"), guess: fill("guess") },
        });
      },
    };
  },
};

interface Respelt {
  suggestion?: string;
  guess?: string;
}

function respellings(value: string, pattern: RegExp, respell: ((text: string) => string) | undefined): Respelt {
  const text = isShort(value) ? respell?.(value) : undefined;
  if (text === undefined || !isShort(text) || !pattern.test(text)) return {};
  return essence(text) === essence(value) ? { suggestion: text } : { guess: text };
}

/** What a respelling must keep: "Øresund" is not "resund", nor is "c++" "c" or "-5" "5". */
function essence(text: string): string {
  return plain(text)
    .replace(/[\s_.,:/]|(?<!^)-/g, "")
    .toLowerCase();
}

/** Without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** "myXMLParser v2" and "my_XML-parser, v2" are both my, XML, parser, v2. */
function words(text: string): string[] {
  return plain(text).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]/g) ?? [];
}
