import type { SpecSource } from "../../engine/grammar.js";
import type { Flaw } from "../../errors/file-error.js";
import { isWithin } from "../../json/pointer.js";
import { quote } from "../../text/quote.js";
import { changesBetween } from "./changes.js";

/** Entries of `breaks` at which nothing has changed since the version before. */
export function idleBreaks(before: SpecSource, after: SpecSource): Flaw[] {
  const { breaks = [] } = after.settings;
  if (breaks.length === 0) return [];
  const changes = changesBetween(before, after).filter(({ decides }) => decides);
  return breaks.flatMap((announced, index): Flaw[] => {
    if (changes.some(({ pointer }) => isWithin(pointer, announced))) return [];
    const names = [...new Set(changes.map(({ pointer }) => pointer))].slice(0, 5).join(", ");
    const hint = names === "" ? "nothing that decides has changed" : `what has changed: ${names}`;
    const detail = `nothing has changed at ${quote(announced)} since ${before.version}; remove it (${hint})`;
    return [{ pointer: `/breaks/${index}`, detail }];
  });
}
