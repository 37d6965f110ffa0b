import { isObject } from "../../json/value.js";
import { claimMisspelt, namesBy, rivalsOf, stem } from "../../text/did-you-mean.js";
import { type Claims, type Declared, type KeyComparison, NO_CLAIMS } from "../declared/declaration.js";
import { isEmpty } from "../fixers/redundant.js";

/**
 * Compares the keys of a record with the declared names. Undefined if it has the declared keys in the declared order,
 * each value of its type, as most records have.
 */
export function compareKeys(object: Record<string, unknown>, declared: Declared): KeyComparison | undefined {
  const { last } = declared;
  if (last.object !== object) {
    last.object = object;
    last.comparison = declared.complete && fits(object, declared) ? undefined : compare(object, declared);
  }
  return last.comparison;
}

function fits(object: Record<string, unknown>, { names: { list }, types }: Declared): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== list[at]) return false;
    const type = types[at++];
    if (type !== undefined && !type.accepts(object[key])) return false;
  }
  return at === list.length;
}

function compare(object: Record<string, unknown>, declared: Declared): KeyComparison {
  const { names, complete } = declared;
  const missing = names.list.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? Object.keys(object).filter((key) => names.indexOf(key) === -1) : [];
  // An empty value may stand under another key.
  const absent =
    extra.length === 0 ? missing : names.list.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  const found = claimsOf(extra, absent, declared);
  const wrapper = wrapperIn(object, extra, missing, missing.length === names.list.length);
  const leftover =
    found.claims.size === 0 ? leftoverIn(object, extra, missing.length > 0 ? missing : absent, declared) : undefined;
  return { missing, extra, ...found, wrapper, leftover };
}

function leftoverIn(
  object: Record<string, unknown>,
  extra: readonly string[],
  missing: readonly string[],
  { names, types }: Declared,
): KeyComparison["leftover"] {
  const [[key], [name]] = [extra, missing];
  if (key === undefined || name === undefined || extra.length + missing.length > 2) return undefined;
  return types[names.indexOf(name)]?.accepts(object[key]) ? { key, name } : undefined;
}

/**
 * The key whose value has most of the names that the object has none of, or has all that are missing and no others.
 */
function wrapperIn(
  object: Record<string, unknown>,
  extra: readonly string[],
  missing: readonly string[],
  hasNone: boolean,
): string | undefined {
  return extra.find((key) => {
    const inner = object[key];
    if (!isObject(inner)) return false;
    const found = missing.filter((name) => Object.hasOwn(inner, name)).length;
    if (hasNone) return found * 2 > missing.length;
    return found > 1 && found === missing.length && found === Object.keys(inner).length;
  });
}

function claimsOf(extra: string[], absent: string[], { claims }: Declared): Claims {
  if (extra.length === 0 || absent.length === 0) return NO_CLAIMS;
  if (!areSame(extra, claims.extra) || !areSame(absent, claims.absent)) {
    const names = JSON.stringify([extra, absent]);
    const found = claims.all.get(names) ?? claimAll(extra, absent);
    claims.all.set(names, found);
    Object.assign(claims, { extra, absent, found });
  }
  return claims.found;
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

function claimAll(extra: string[], absent: string[]): Claims {
  const claims = claimMisspelt(extra, absent);
  const claimed = new Set([...claims.values()].map(({ value }) => value));
  if (claims.size === 0 || claims.size === extra.length) return { claims, claimed, rivals: NO_CLAIMS.rivals };
  const others = extra.filter((key) => !claims.has(key));
  const byStem = namesBy(claimed, (name) => [stem(name)]);
  return { claims, claimed, rivals: rivalsOf(others, claimed, (look) => byStem.get(look) ?? []) };
}
