import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject } from "../../../json/value.js";
import { fold, wordsIn } from "../../../text/did-you-mean.js";
import { quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import type { KnownNames } from "../names/known-properties.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import type { Group } from "../shape-error.js";

/** Fewer properties are hardly a group. */
const MIN_GROUPED = 2;

/**
 * The absent properties that are grouped in an unknown one: `{ "book": { "id": …, "title": … } }` for `bookId` and
 * `title`. Certain if several names begin with that of the group or one has several words, none is an alias, which may be
 * about something else, and nothing is lost with the other keys. A single property is only offered.
 */
export function findGroup(
  holder: string,
  value: unknown,
  absent: readonly string[],
  { byAlias }: KnownNames,
): Group | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.length > 2 * absent.length) return undefined;
  const named = (look: string) => absent.find((name) => fold(name) === look);
  const begun = keys.map((key) => named(fold(holder + key)));
  const own = keys.map((key, at) => begun[at] ?? named(fold(key)));
  const names = keys.map((key, at) => own[at] ?? byAlias.get(fold(key))?.find((name) => absent.includes(name)));
  const found = keys.flatMap((key, at) => (names[at] === undefined ? [] : [[key, names[at]] as const]));
  if (found.length * 2 <= keys.length) return undefined;
  if (new Set(found.map(([, name]) => name)).size < found.length) return undefined;
  const rest = keys.filter((_, at) => names[at] === undefined);
  const isSafe = rest.every((key) => isEmpty(value[key]) || isAnnotation(key));
  const areOwn = keys.every((_, at) => own[at] !== undefined || names[at] === undefined);
  const sharesName = begun.filter((name) => name !== undefined).length >= MIN_GROUPED;
  const areExact = found.every(([key, name]) => fold(key) === fold(name));
  if (found.length < MIN_GROUPED) return areExact ? { names: found, rest, areOwn, sure: false } : undefined;
  // A name of several words is hardly that of something else.
  const isTelling = sharesName || (areExact && found.some(([, name]) => wordsIn(name).length > 1));
  return { names: found, rest, areOwn, sure: areOwn && isTelling && isSafe };
}

/** Moves the properties out of their group, which is removed if nothing is lost with its other keys. */
export function ungroup(path: string, parentPath: string, { names, rest, sure }: Group): Fix {
  const moves = names.map(
    ([key, name]): Operation => ({ op: "move", from: join(path, key), path: join(parentPath, name) }),
  );
  const removed: Operation[] = sure || rest.length === 0 ? [{ op: "remove", path }] : [];
  const title = `Move its properties up, as ${names.map(([, name]) => quote(name)).join(", ")}`;
  return fixOf(title, sure, [...moves, ...removed]);
}
