import type { Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Fix } from "../problem.js";
import { isEmpty } from "../spare.js";
import type { Nested } from "./shape-error.js";

/** The property of an object property that an unknown name stands for: `ownerId`, `owner.id` or an alias of `id` in `owner`. */
export function findNested(
  unknown: string,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): Nested | undefined {
  const written = fold(unknown.replaceAll(".", ""));
  const found = Object.entries(properties).flatMap(([holder, { properties: inner }]): Nested[] => {
    const held = object[holder];
    if (!isObject(inner) || !(held === undefined || isObject(held) || isEmpty(held))) return [];
    const free = Object.entries(inner as Record<string, JsonObject>).filter(
      ([name]) => !isObject(held) || !Object.hasOwn(held, name) || isEmpty(held[name]),
    );
    return free.flatMap(([name, { aliases = [] }]): Nested[] => {
      if (written === fold(holder + name)) return [{ holder, name, sure: true }];
      const isAlias = (aliases as string[]).some((alias) => fold(alias) === written);
      return isAlias ? [{ holder, name, sure: false }] : [];
    });
  });
  return found.length === 1 ? found[0] : undefined;
}

export function moveInto(path: string, parentPath: string, { holder, name, sure }: Nested, object: JsonObject): Fix {
  const to = join(parentPath, holder);
  const made: Operation[] = isObject(object[holder]) ? [] : [{ op: "add", path: to, value: {} }];
  return {
    title: `Move it into ${quote(holder)} as ${quote(name)}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [...made, { op: "move", from: path, path: join(to, name) }],
  };
}
