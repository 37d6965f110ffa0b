import { allows, type Reading, sure } from "./reading.js";

const FENCE = /^```[\w-]*[^\S\n]*\n([^`]*)```$/;
const QUOTES = /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s;
const BRACKETS = /^(?:\(([^()]*)\)|<([^<>]*)>|\[([^[\]]*)\])$/;
const LABEL = /^(?:[A-Za-z][A-Za-z-]{1,15}\s*[:=]\s+|(?:ur[il]|uuid|guid|e-?mail):(?!\/))/i;

/** A literal in the call of a constructor: `UUID('…')`, `Decimal("3.8")`, `ISODate("…")`. */
const CALL = /^[A-Za-z][\w.]*\(\s*(["'])([^"'()]*)\1\s*\)$/;

/** What is in the call of a constructor, or the string itself. */
export function withoutCall(text: string): string {
  return CALL.exec(text)?.[2] ?? text;
}

function inBrackets(text: string): string {
  return (
    BRACKETS.exec(text)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? text
  );
}

export const fencedText: Reading = {
  name: "fenced-text",
  summary:
    "A string in a Markdown fence, in quotes, in brackets, in the call of a constructor, behind its label or with white space around it.",
  *read(value, schema) {
    if (typeof value !== "string" || !allows(schema, "string")) return;
    const text = withoutCall(value.trim());
    const inner = (FENCE.exec(text)?.[1] ?? QUOTES.exec(text)?.[1] ?? inBrackets(text)).trim().replace(LABEL, "");
    if (inner !== value && inner !== "") yield sure(inner);
  },
  examples: [
    [" 2026-01-31 ", { type: "string", format: "date" }, sure("2026-01-31")],
    ["```\n2026-01-31\n```", { type: "string", format: "date" }, sure("2026-01-31")],
    ['"2026-01-31"', { type: "string", format: "date" }, sure("2026-01-31")],
    ["Date('2026-01-31')", { type: "string", format: "date" }, sure("2026-01-31")],
    ["(2026-01-31)", { type: "string", format: "date" }, sure("2026-01-31")],
    ["Date: 2026-01-31", { type: "string", format: "date" }, sure("2026-01-31")],
    ["2026-01-31", { type: "string", format: "date" }],
  ],
};
