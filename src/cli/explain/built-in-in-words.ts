import { SHAPE_CODES } from "../../engine/shape/codes.js";
import { PORTABILITY_CODES } from "../../engine/shape/portability.js";

/** The codes that need no rule: what candidate schemas say by their keywords, and what no JSON reader agrees on. */
export function builtInInWords(code: string): string | undefined {
  const portability = PORTABILITY_CODES.find((known) => known.code === code);
  if (portability !== undefined) return `${code}: error in every spec package\n${portability.summary}\n`;
  const found = Object.entries(SHAPE_CODES).filter(([, shape]) => shape.code === code);
  const [first] = found;
  if (first === undefined) return undefined;
  const keywords = found.map(([keyword]) => `"${keyword}"`).join(" or ");
  return `${code}: error in every spec package\n${first[1].summary}\n\nViolated when\n  ${keywords} of candidate.schema.json does not hold\n`;
}
