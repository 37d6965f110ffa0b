import { allows, type Reading, sure, unsure } from "./reading.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export const quotedLiteral: Reading = {
  name: "quoted-literal",
  summary: "A number or a boolean in quotes.",
  *read(value, schema) {
    if (typeof value !== "string") return;
    const bare = value.trim();
    if (allows(schema, "integer", "number") && NUMBER.test(bare)) {
      if (isExact(bare)) yield sure(Number(bare));
      else if (Number.isFinite(Number(bare))) yield unsure(Number(bare));
    }
    if (allows(schema, "boolean") && /^(true|false)$/i.test(bare)) yield sure(bare.toLowerCase() === "true");
  },
  examples: [
    ["6.9", { type: "number" }, sure(6.9)],
    [" 5 ", { type: "integer" }, sure(5)],
    ["FALSE", { type: "boolean" }, sure(false)],
    ["01234", { type: "integer" }],
    ["0.12345678901234567", { type: "number" }, unsure(0.12345678901234566)],
    ["six", { type: "integer" }],
  ],
};

/** Whether a string is a JSON number or boolean, but for the quotes. */
export function isLiteral(text: unknown): boolean {
  return typeof text === "string" && (NUMBER.test(text.trim()) || /^\s*(true|false)\s*$/i.test(text));
}

/** Doubles hold fifteen significant digits and a range of exponents; beyond that a conversion would change the value. */
export function isExact(text: string): boolean {
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  const number = Number(text);
  return digits.length <= 15 && Number.isFinite(number) && (number !== 0 || digits === "");
}
