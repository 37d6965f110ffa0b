import type { Condition } from "../../engine/grammar.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { conditionAt } from "./conditions.js";
import { placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { deciding, listValues, without } from "./flatten.js";

/** A branch for objects, by the values of the property that says which one is meant. */
interface Branch {
  readonly values: readonly string[];
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

const OF_BRANCH = ["type", "properties", "required", "additionalProperties"];

/** Objects with a property that says which branch is meant: each branch becomes rules. */
export function byDiscriminator(
  draft: Drafting,
  all: readonly JsonObject[],
  keyword: "anyOf" | "oneOf",
  keywords: JsonObject,
  at: string,
): JsonObject | undefined {
  const own = without(keywords, keyword, "nullable");
  const isNull = (branch: JsonObject) => isEqual(listValues(branch), [null]);
  const objects = all.filter((branch) => !isNull(branch));
  const isPlain = (schema: JsonObject) =>
    deciding(schema).every((key) => OF_BRANCH.includes(key)) &&
    typeof (schema.additionalProperties ?? true) === "boolean";
  const isOfObjects = (schema: JsonObject) => isEqual([schema.type].flat(), ["object"]);
  if (objects.length < 2 || !objects.every(isPlain) || !isPlain(own) || own.additionalProperties === false)
    return undefined;
  if (!isOfObjects(own) && !objects.every(isOfObjects)) return undefined;
  if (own.type !== undefined && !isOfObjects(own)) return undefined;
  if (draft.isRefused(at, "branches")) return undefined;
  const name = findDiscriminator(draft, objects);
  if (name === undefined) return undefined;
  const branches = objects.map((branch): Branch => {
    const properties = (branch.properties ?? {}) as JsonObject;
    return {
      values: listNames(draft, properties[name]) as string[],
      properties,
      required: (branch.required ?? []) as string[],
      isClosed: branch.additionalProperties === false,
    };
  });
  const [first, ...others] = branches as [Branch, ...Branch[]];
  const isInAll = (property: string) => others.every(({ required }) => required.includes(property));
  const properties: JsonObject = { ...(own.properties as JsonObject | undefined) };
  const listed = new Set(branches.flatMap((branch) => Object.keys(branch.properties)));
  const shared = new Set<string>();
  for (const property of listed) {
    const having = branches.filter((branch) => Object.hasOwn(branch.properties, property));
    const schema = having[0]?.properties[property] as Json;
    const isSame =
      having.every((branch) => isEqual(branch.properties[property], schema)) &&
      branches.every((branch) => branch.isClosed || having.includes(branch));
    const inner = property === name ? { enum: branches.flatMap(({ values }) => values) } : isSame ? schema : true;
    if (isSame || property === name) shared.add(property);
    properties[property] = Object.hasOwn(properties, property)
      ? { allOf: [properties[property] as Json, inner] }
      : inner;
  }
  const areClosed = branches.every(({ isClosed }) => isClosed);
  const isOwnClosed = areClosed && own.properties === undefined;
  for (const branch of branches)
    addBranch(draft, at, name, branch, {
      required: first.required.filter(isInAll),
      properties: isOwnClosed ? [...listed] : undefined,
      shared,
    });
  return {
    ...own,
    type: all.some(isNull) && (own.type === undefined || keywords.nullable === true) ? ["object", "null"] : "object",
    properties,
    required: [...new Set([...((own.required ?? []) as string[]), ...first.required.filter(isInAll)])],
    additionalProperties: !isOwnClosed,
  };
}

/** The property that has other values in each branch, and is required in all. */
function findDiscriminator(draft: Drafting, branches: readonly JsonObject[]): string | undefined {
  const [first = {}] = branches;
  return ((first.required ?? []) as string[]).find((name) => {
    const lists = branches.map(({ properties, required }) =>
      isObject(properties) && Array.isArray(required) && required.includes(name)
        ? listNames(draft, properties[name])
        : undefined,
    );
    const all = lists.flatMap((list) => list ?? []);
    return lists.every((list) => list !== undefined && list.length > 0) && new Set(all).size === all.length;
  });
}

/** The strings that a schema lists; undefined if it does not list strings only. */
function listNames(draft: Drafting, schema: Json | undefined): string[] | undefined {
  const flat = schema === undefined ? undefined : draft.flatten(schema, []);
  const values = flat === undefined || flat.parts.length > 0 ? undefined : listValues(flat.keywords);
  return values?.every((value) => typeof value === "string") ? (values as string[]) : undefined;
}

/** What all branches have in common is in the shape; the rest of a branch becomes rules. */
function addBranch(
  draft: Drafting,
  at: string,
  name: string,
  { values, properties, required, isClosed }: Branch,
  common: { required: readonly string[]; properties: readonly string[] | undefined; shared: ReadonlySet<string> },
): void {
  const { rules } = draft;
  const condition: Condition = conditionAt(at, name, values);
  const place = placeInWords(at);
  const kind = `${name.replace(/[{}]/g, "")} is ${values.map((value) => `"${value.replace(/[{}]/g, "")}"`).join(" or ")}`;
  const needed = required.filter((property) => !common.required.includes(property));
  if (needed.length > 0) {
    draft.counts.rules++;
    rules.add(
      {
        at,
        keyword: "branches",
        holds: `of ${values[0]} is complete`,
        summary: `Where ${kind}, ${place} has all that this needs.`,
        message: `"{key}" is missing in ${place}, whose ${kind}`,
      },
      { at, "has-keys": needed },
      condition,
    );
  }
  const names = Object.keys(properties);
  if (isClosed && !(common.properties?.length === names.length)) {
    draft.counts.rules++;
    rules.add(
      {
        at,
        keyword: "branches",
        holds: `of ${values[0]} has only its own properties`,
        summary: `Where ${kind}, ${place} has no properties of another kind.`,
        message: `"{key}" does not belong in ${place}, whose ${kind}{hint}`,
      },
      { at, "only-keys": names },
      condition,
    );
  }
  for (const [property, schema] of Object.entries(properties))
    if (!common.shared.has(property) && schema !== true && !isEqual(schema, {}))
      draft.keepProperty(at, property, schema, ["properties"], condition);
}
