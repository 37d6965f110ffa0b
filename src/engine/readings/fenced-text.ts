import { allows, type Reading, sure } from "./reading.js";

const FENCE = /^```[\w-]*\s*\n(.*?)\n?\s*```$/s;
const QUOTES = /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s;

export const fencedText: Reading = {
  name: "fenced-text",
  summary: "A string in a Markdown fence, in quotes or with white space around it.",
  *read(value, schema) {
    if (typeof value !== "string" || !allows(schema, "string")) return;
    const text = value.trim();
    const inner = FENCE.exec(text)?.[1]?.trim() ?? QUOTES.exec(text)?.[1]?.trim() ?? text;
    if (inner !== value && inner !== "") yield sure(inner);
  },
  examples: [
    [" 2026-01-31 ", { type: "string", format: "date" }, sure("2026-01-31")],
    ["```\n2026-01-31\n```", { type: "string", format: "date" }, sure("2026-01-31")],
    ['"2026-01-31"', { type: "string", format: "date" }, sure("2026-01-31")],
    ["2026-01-31", { type: "string", format: "date" }],
  ],
};
