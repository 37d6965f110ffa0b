import { join, parent, parse } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { isShort } from "../../text/quote.js";
import type { Fills } from "./check.js";
import { isScalar } from "./source.js";

/** Properties that are looked at: for each value of a large object, all of them would be too many. */
const MOST_COMPARED = 64;

/**
 * `{partner}` points at the one property beside a value that has what belongs here; `{swapped}` is what it has. That both are
 * in each other's place is a guess: only fixes for the author to choose from use them.
 */
export function swapFills(path: string, partnerOf: () => Partner | undefined): Fills {
  return {
    partner: () => {
      const partner = partnerOf();
      return partner && join(parent(path), partner.key);
    },
    swapped: () => partnerOf()?.value,
  };
}

export interface Partner {
  readonly key: string;
  readonly value: Json;
}

/** The one short scalar of an object, other than that at the path, for which this holds. */
export function partnerIn(
  holder: unknown,
  path: string,
  isPartner: (value: Json, key: string) => boolean,
): Partner | undefined {
  if (!isObject(holder)) return undefined;
  const own = parse(path).at(-1);
  let found: Partner | undefined;
  let compared = 0;
  for (const key in holder) {
    const value = holder[key];
    if (++compared > MOST_COMPARED) return undefined;
    if (key === own || !isScalar(value) || !isShort(value) || !isPartner(value, key)) continue;
    if (found !== undefined) return undefined;
    found = { key, value };
  }
  return found;
}
