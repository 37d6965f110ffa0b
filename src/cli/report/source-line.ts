import type { JsonPosition } from "../../json/position.js";
import { columns, visible } from "../../text/visible.js";

const MAX_WIDTH = 120;
const TOKEN = /"(?:[^"\\\r\n]|\\.)*"?|[\w.+-]+|./suy;

interface SourceLine {
  readonly line: string;
  /** Spaces, then carets under the token at the position. */
  readonly underline: string;
}

/** The source line of a position. A long line is cut to the text around the token. */
export function sourceLine(text: string, { offset, line, column }: JsonPosition): SourceLine {
  const whole = (text.split("\n")[line - 1] ?? "").replace(/\r$/, "");
  const start = column - 1;
  const end = start + tokenAt(text, offset, 2 * MAX_WIDTH).length;
  const fits = whole.length <= MAX_WIDTH;
  const before = visible(fits ? whole.slice(0, start) : lastOf(whole.slice(0, start), 50));
  const token = visible(fits ? whole.slice(start, end) : firstOf(whole.slice(start, end), 60));
  const after = visible(fits ? whole.slice(end) : firstOf(whole.slice(end), 30));
  return {
    line: `${before}${token}${after}`.trimEnd(),
    underline: `${" ".repeat(columns(before))}${"^".repeat(Math.max(1, columns(token)))}`,
  };
}

/** The string, number, literal or other character at an offset, cut after `maxLength` characters. */
function tokenAt(text: string, offset: number, maxLength: number): string {
  TOKEN.lastIndex = 0;
  return TOKEN.exec(text.slice(offset, offset + maxLength))?.[0] ?? "";
}

function firstOf(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

function lastOf(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `…${characters.slice(1 - maxLength).join("")}`;
}
