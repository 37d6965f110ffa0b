import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject } from "../../../json/value.js";
import { fold } from "../../../text/did-you-mean.js";
import { quote } from "../../../text/quote.js";
import type { Fix } from "../../problem.js";
import type { KnownNames } from "../names/known-properties.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import type { Group } from "../shape-error.js";

/** One property in an object of its own is hardly a group, nor is one name telling. */
const MIN_GROUPED = 2;

/**
 * The absent properties that are grouped in an unknown one, under their names, the rest of these or their aliases:
 * `{ "book": { "id": …, "title": … } }` for `bookId` and `title`. Certain where several names begin with that of the
 * group, no alias is among them, which may be about something else, and nothing is lost with what else is there.
 */
export function findGroup(
  holder: string,
  value: unknown,
  absent: readonly string[],
  { byAlias }: KnownNames,
): Group | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length < MIN_GROUPED || keys.length > 2 * absent.length) return undefined;
  const named = (look: string) => absent.find((name) => fold(name) === look);
  const begun = keys.map((key) => named(fold(holder + key)));
  const own = keys.map((key, at) => begun[at] ?? named(fold(key)));
  const names = keys.map((key, at) => own[at] ?? byAlias.get(fold(key))?.find((name) => absent.includes(name)));
  const found = keys.flatMap((key, at) => (names[at] === undefined ? [] : [[key, names[at]] as const]));
  if (found.length < MIN_GROUPED || found.length * 2 <= keys.length) return undefined;
  if (new Set(found.map(([, name]) => name)).size < found.length) return undefined;
  const rest = keys.filter((_, at) => names[at] === undefined);
  const isSpared = rest.every((key) => isEmpty(value[key]) || isAnnotation(key));
  const areOwn = keys.every((_, at) => own[at] !== undefined || names[at] === undefined);
  const isTold = begun.filter((name) => name !== undefined).length >= MIN_GROUPED;
  return { names: found, rest, areOwn, sure: areOwn && isTold && isSpared };
}

/** Takes the properties out of their group. What they leave there is kept, unless nothing is lost with it. */
export function ungroup(path: string, parentPath: string, { names, rest, sure }: Group): Fix {
  const moves = names.map(
    ([key, name]): Operation => ({ op: "move", from: join(path, key), path: join(parentPath, name) }),
  );
  const removed: Operation[] = sure || rest.length === 0 ? [{ op: "remove", path }] : [];
  return {
    title: `Take what it holds out of it, as ${names.map(([, name]) => quote(name)).join(", ")}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [...moves, ...removed],
  };
}
