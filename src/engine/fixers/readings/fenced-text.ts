import { type Reading, sure, unsure } from "./reading.js";

const FENCE = /^(?:```[\w-]*[^\S\n]*\n([^`]*)```|~~~[\w-]*[^\S\n]*\n([^~]*)~~~)$/;
const QUOTES = /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s;
const BRACKETS = /^(?:\(([^()]*)\)|<([^<>]*)>|\[([^[\]]*)\])$/;
const LABEL = /^(?:[A-Za-z][A-Za-z-]{1,15}\s*[:=]\s+|(?:ur[il]|uuid|guid|e-?mail):(?!\/))/i;

/** Labels that only name the kind of value. Others may change its meaning: `Before: 2026-01-31`. */
const NEUTRAL_LABEL = /^(?:(?:date|time)[-\s]?(?:time)?|timestamp|url|uri|link|e-?mail|mail|uuid|guid|id|value)\b/i;

/** A literal as the argument of a constructor: `UUID('…')`, `Decimal("3.8")`, `ISODate("…")`. */
const CALL =
  /^(?:new\s+)?[\w.]{0,40}(?:u?id|date|time|stamp|decimal|number|int|long|float|double|str|text|ur[il])\w{0,4}\(\s*(["'])([^"'()]*)\1\s*\)$/i;

/** The argument of a constructor call, or the string itself. */
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
  from: ["string"],
  to: ["string"],
  *read(value) {
    if (typeof value !== "string") return;
    const text = withoutCall(value.trim());
    const [, ticks, tildes = ticks] = FENCE.exec(text) ?? [];
    const labelled = (tildes ?? QUOTES.exec(text)?.[1] ?? inBrackets(text)).trim();
    const inner = labelled.replace(LABEL, "");
    if (inner === value || inner === "") return;
    yield inner === labelled || NEUTRAL_LABEL.test(labelled) ? sure(inner) : unsure(inner);
  },
};
