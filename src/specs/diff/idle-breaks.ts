import type { SpecSource } from "../../engine/grammar.js";
import { isWithin } from "../../json/patch.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { changesBetween } from "./changes.js";

/** What `breaks` of a version announces although nothing has changed there since the version before. */
export function idleBreaks(before: SpecSource, after: SpecSource): Found[] {
  const { breaks = [] } = after.spec;
  if (breaks.length === 0) return [];
  const changes = changesBetween(before, after).filter(({ decides }) => decides);
  return breaks.flatMap((known, at): Found[] => {
    if (changes.some(({ pointer }) => isWithin(pointer, known))) return [];
    const names = [...new Set(changes.map(({ pointer }) => pointer))].slice(0, 5).join(", ");
    const hint = names === "" ? "nothing that decides has changed" : `what has changed: ${names}`;
    const detail = `nothing has changed at ${quote(known)} since ${before.version}; remove it (${hint})`;
    return [{ pointer: `/breaks/${at}`, detail }];
  });
}
