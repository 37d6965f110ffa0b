import { claimMisspelt } from "../../text/did-you-mean.js";
import type { DeclaredFields } from "./declared-fields.js";

export interface Comparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelt members, with the missing names that they stand for. */
  readonly claims: ReadonlyMap<string, string>;
}

const NO_CLAIMS: Comparison["claims"] = new Map();

/** True where an object has the declared members in the declared order, each of its type, as most records have. */
export function fits(object: Record<string, unknown>, declared: DeclaredFields): boolean {
  return lookAt(object, declared).fits;
}

/** Compares the members of an object with the declared names; nothing where it fits. */
export function compareMembers(object: Record<string, unknown>, declared: DeclaredFields): Comparison | undefined {
  return lookAt(object, declared).comparison;
}

function lookAt(object: Record<string, unknown>, declared: DeclaredFields): DeclaredFields["last"] {
  const { last } = declared;
  if (last.object !== object) {
    last.object = object;
    last.fits = declared.complete && hasMembers(object, declared);
    last.comparison = last.fits ? undefined : compare(object, declared);
  }
  return last;
}

function hasMembers(object: Record<string, unknown>, { names: { list }, types }: DeclaredFields): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== list[at]) return false;
    const type = types[at++];
    if (type !== undefined && !type.accepts(object[key])) return false;
  }
  return at === list.length;
}

function compare(object: Record<string, unknown>, declared: DeclaredFields): Comparison {
  const { names, complete } = declared;
  const missing = names.list.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? Object.keys(object).filter((key) => names.indexOf(key) === -1) : [];
  return { missing, extra, claims: claimsOf(extra, missing, declared) };
}

/** Records that go wrong mostly do so in the same way, and are looked at again in every proof. */
function claimsOf(extra: string[], missing: string[], { claims }: DeclaredFields): Comparison["claims"] {
  if (extra.length === 0 || missing.length === 0) return NO_CLAIMS;
  const names = JSON.stringify([extra, missing]);
  const known = claims.get(names) ?? claimMisspelt(extra, missing);
  claims.set(names, known);
  return known;
}
