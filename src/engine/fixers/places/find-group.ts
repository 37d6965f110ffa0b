import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject } from "../../../json/value.js";
import { fold, wordsIn } from "../../../text/fold.js";
import { quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import type { KnownNames } from "../names/known-properties.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import type { PropertyGroup } from "../shape-error.js";

/** Fewer properties are hardly a group. */
const MIN_MEMBERS = 2;

/**
 * The absent properties that are grouped in an unknown one: `{ "book": { "id": …, "title": … } }` for `bookId` and
 * `title`. Sure if several of them begin with the name of the group or one has several words, none is meant by an
 * alias, which may be about something else, and nothing is lost with the other keys. A single property is never sure.
 * Undefined if most keys are other ones.
 */
export function findGroup(
  holder: string,
  value: unknown,
  absent: readonly string[],
  { byAlias }: KnownNames,
): PropertyGroup | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.length > 2 * absent.length) return undefined;
  const absentLike = (folded: string) => absent.find((name) => fold(name) === folded);
  const prefixed = keys.map((key) => absentLike(fold(holder + key)));
  const own = keys.map((key, at) => prefixed[at] ?? absentLike(fold(key)));
  const names = keys.map((key, at) => own[at] ?? byAlias.get(fold(key))?.find((name) => absent.includes(name)));
  const members = keys.flatMap((key, at) => (names[at] === undefined ? [] : [[key, names[at]] as const]));
  if (members.length * 2 <= keys.length) return undefined;
  if (new Set(members.map(([, name]) => name)).size < members.length) return undefined;
  const rest = keys.filter((_, at) => names[at] === undefined);
  const isSafe = rest.every((key) => isEmpty(value[key]) || isAnnotation(key));
  const hasOwnNames = keys.every((_, at) => own[at] !== undefined || names[at] === undefined);
  const sharesName = prefixed.filter((name) => name !== undefined).length >= MIN_MEMBERS;
  const areExact = members.every(([key, name]) => fold(key) === fold(name));
  if (members.length < MIN_MEMBERS) return areExact ? { members, rest, hasOwnNames, sure: false } : undefined;
  // A name of several words hardly means something else.
  const isKnown = sharesName || (areExact && members.some(([, name]) => wordsIn(name).length > 1));
  return { members, rest, hasOwnNames, sure: hasOwnNames && isKnown && isSafe };
}

/** Moves the properties out of their group, which is removed if nothing is lost with its other keys. */
export function ungroup(path: string, parentPath: string, { members, rest, sure }: PropertyGroup): Fix {
  const moves = members.map(
    ([key, name]): Operation => ({ op: "move", from: join(path, key), path: join(parentPath, name) }),
  );
  const removed: Operation[] = sure || rest.length === 0 ? [{ op: "remove", path }] : [];
  const title = `Move its properties up, as ${members.map(([, name]) => quote(name)).join(", ")}`;
  return fixOf(title, sure, [...moves, ...removed]);
}
