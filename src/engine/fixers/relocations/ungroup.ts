import { joinPointer } from "../../../ground/json/pointer.js";
import { isObject } from "../../../ground/json/value.js";
import { foldName, splitWords } from "../../../ground/text/fold-name.js";
import { quote } from "../../../ground/text/quote.js";
import type { KnownNames } from "../known-properties.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import { moveAll, type Relocation } from "../relocation.js";
import { addsNoWord, isContrary } from "../words-of-keys.js";

/**
 * Takes absent properties out of an unknown object: `{ "book": { "id": …, "title": … } }` for `bookId` and `title`.
 * Undefined if most of its keys are other ones. Certain if
 *
 * - several properties begin with the name of the object, or one has several words,
 * - the name of the object is a part of theirs, or only says that something follows,
 * - none is meant by an alias, which may be about something else,
 * - and nothing is lost with the other keys.
 */
export function ungroup(
  key: string,
  value: unknown,
  path: string,
  absent: ReadonlySet<string>,
  { byName, byAlias }: KnownNames,
  around: readonly string[] = [],
): Group | undefined {
  if (!isObject(value)) return undefined;
  const innerKeys = Object.keys(value);
  if (innerKeys.length === 0 || innerKeys.length > 2 * absent.size || isContrary(key)) return undefined;
  const isAbsent = (name: string) => absent.has(name);
  const members = innerKeys.flatMap((inner) => {
    const prefixed = byName.get(foldName(key + inner))?.find(isAbsent);
    const own = prefixed ?? byName.get(foldName(inner))?.find(isAbsent);
    const name = own ?? byAlias.get(foldName(inner))?.find(isAbsent);
    return name === undefined
      ? []
      : [{ key: inner, name, hasPrefix: prefixed !== undefined, isOwn: own !== undefined }];
  });
  const names = new Set(members.map(({ name }) => name));
  if (members.length < 2 || members.length * 2 <= innerKeys.length || names.size < members.length) return undefined;
  const isMember = new Set(members.map((member) => member.key));
  const isSafe = innerKeys.every((inner) => isMember.has(inner) || isEmpty(value[inner]) || isAnnotation(inner));
  const prefixes = members.filter(({ hasPrefix }) => hasPrefix).length;
  // A name of several words hardly means something else.
  const isTelling =
    prefixes > 1 ||
    (prefixes === 0 && addsNoWord(key, around) && members.some(({ name }) => splitWords(name).length > 1));
  const hasOwnNames = isSafe && members.every(({ isOwn }) => isOwn);
  const place = joinPointer(path, key);
  return {
    keys: [key],
    title: `Move its properties up, as ${members.map(({ name }) => quote(name)).join(", ")}`,
    patch: [...moveAll(place, path, members), ...(isSafe ? [{ op: "remove", path: place } as const] : [])],
    isCertain: hasOwnNames && isTelling,
    hasOwnNames,
    found: new Map(members.map((one) => [joinPointer("", one.name), joinPointer(joinPointer("", key), one.key)])),
  };
}

interface Group extends Relocation {
  /** Whether nothing is lost, and no property is meant by an alias, so no single property is a better match. */
  readonly hasOwnNames: boolean;
}
