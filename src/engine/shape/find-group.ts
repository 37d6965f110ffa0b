import type { Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Fix } from "../problem.js";
import type { Group } from "./shape-error.js";

/** One property in an object of its own is hardly a group, nor is one name telling. */
const LEAST = 2;

/**
 * The absent properties that are grouped in an unknown one, under their names or the rest of these:
 * `{ "book": { "id": …, "title": … } }` for `bookId` and `title`. Certain
 * where several names begin with that of the group; an alias may be about something else.
 */
export function findGroup(holder: string, value: unknown, absent: readonly string[]): Group | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length < LEAST || keys.length > absent.length) return undefined;
  const begun = keys.map((key) => absent.find((name) => fold(name) === fold(holder + key)));
  const names = keys.map((key, at) => begun[at] ?? absent.find((name) => fold(name) === fold(key)));
  if (names.includes(undefined) || new Set(names).size < names.length) return undefined;
  return {
    names: keys.map((key, at) => [key, names[at] as string]),
    sure: begun.filter((name) => name !== undefined).length >= LEAST,
  };
}

/** Takes the properties out of their group. */
export function ungroup(path: string, parentPath: string, { names, sure }: Group): Fix {
  const moves = names.map(
    ([key, name]): Operation => ({ op: "move", from: join(path, key), path: join(parentPath, name) }),
  );
  return {
    title: `Take what it holds out of it, as ${names.map(([, name]) => quote(name)).join(", ")}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [...moves, { op: "remove", path }],
  };
}
