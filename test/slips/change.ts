import { copy, isObject, type Json, type JsonObject } from "../support/json.js";

/**
 * A change of a candidate. Pointers are RFC 6901, with `*` for every item of an array and `-` for a
 * new one.
 */
export interface Change {
  readonly set?: Readonly<Record<string, Json>>;
  readonly remove?: readonly string[];
  /** Gives a property another name, in its place. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Writes a value in another shape. */
  readonly reshape?: Readonly<Record<string, string>>;
  /** What stands around the candidate, whose place is "{candidate}". */
  readonly wrap?: Json;
}

export interface Step {
  readonly kind: keyof Change;
  readonly pointer: string;
  /** The new name of a property, or that of a shape. */
  readonly name?: string;
  apply(candidate: Json): Json;
}

/** The steps of a change, each with the place that it touches. */
export function stepsOf({
  set = {},
  remove = [],
  rename = {},
  reshape = {},
  wrap,
}: Change): Step[] {
  const steps: Step[] = [];
  const at = (
    kind: keyof Change,
    pointer: string,
    edit: (parent: Json, key: string) => Json,
    name = "",
  ) =>
    steps.push({
      kind,
      pointer,
      name,
      apply: (candidate) => editAt(candidate, pointer.split("/").slice(1), edit),
    });
  for (const [pointer, value] of Object.entries(set))
    at("set", pointer, (parent, key) => withValue(parent, key, value));
  for (const pointer of remove) at("remove", pointer, without);
  for (const [pointer, shape] of Object.entries(reshape)) {
    const write = SHAPES[shape];
    if (write === undefined) throw new Error(`there is no shape ${shape}`);
    at(
      "reshape",
      pointer,
      (parent, key) => withValue(parent, key, write(valueIn(parent, key))),
      shape,
    );
  }
  for (const [pointer, name] of Object.entries(rename))
    at("rename", pointer, (parent, key) => renamed(parent, key, name), name);
  if (wrap !== undefined)
    steps.push({ kind: "wrap", pointer: "", apply: (candidate) => filled(wrap, copy(candidate)) });
  return steps;
}

/**
 * The candidate after some changes. What is deeper goes first, so that pointers keep their meaning.
 */
export function changed(base: Json, changes: readonly Change[]): Json {
  const depth = ({ pointer, kind }: Step) => (kind === "wrap" ? -1 : pointer.split("/").length);
  const steps = changes.flatMap(stepsOf).toSorted((one, other) => depth(other) - depth(one));
  return steps.reduce((candidate, step) => step.apply(candidate), copy(base));
}

function editAt(
  value: Json,
  [token, ...others]: readonly string[],
  edit: (parent: Json, key: string) => Json,
): Json {
  if (token === undefined) throw new Error("a change needs a place");
  const keys =
    token === "*" && Array.isArray(value) ? value.map((_, index) => String(index)) : [token];
  return keys.reduce<Json>((parent, key) => {
    if (others.length === 0) return edit(parent, key);
    return withValue(parent, key, editAt(valueIn(parent, key), others, edit));
  }, value);
}

function valueIn(parent: Json, key: string): Json {
  const value = Array.isArray(parent)
    ? parent[Number(key)]
    : isObject(parent)
      ? parent[key]
      : undefined;
  if (value === undefined) throw new Error(`there is no ${key}`);
  return value;
}

function withValue(parent: Json, key: string, value: Json): Json {
  if (Array.isArray(parent))
    return key === "-" ? [...parent, value] : parent.with(Number(key), value);
  return { ...(parent as JsonObject), [key]: value };
}

function without(parent: Json, key: string): Json {
  valueIn(parent, key);
  if (Array.isArray(parent)) return parent.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(parent as JsonObject).filter(([name]) => name !== key));
}

function renamed(parent: Json, key: string, name: string): Json {
  valueIn(parent, key);
  return Object.fromEntries(
    Object.entries(parent as JsonObject).map(([old, value]) => [old === key ? name : old, value]),
  );
}

function filled(template: Json, candidate: Json): Json {
  if (template === "{candidate}") return candidate;
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, filled(value, candidate)]),
  );
}

type Rows = JsonObject[];
const keysOf = (value: Json) => Object.keys((value as Rows)[0] ?? {});

/** Shapes in which authors write an array, or a value, other than the one that is asked for. */
const SHAPES: Readonly<Record<string, (value: Json) => Json>> = {
  json: (value) => JSON.stringify(value),
  "fenced-json": (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  "json-lines": (value) => (value as Json[]).map((item) => JSON.stringify(item)).join("\n"),
  "in-array": (value) => [value],
  "in-items": (value) => ({ items: value }),
  "beside-note": (value) => ({ data: value, note: "The last one is an edge case." }),
  first: (value) => (value as Json[])[0] as Json,
  "map-by-index": (value) =>
    Object.fromEntries((value as Json[]).map((item, index) => [String(index), item])),
  "map-by-name": (value) =>
    Object.fromEntries((value as Rows).map(({ name, ...others }) => [name, others])),
  "map-to-type": (value) =>
    Object.fromEntries((value as Rows).map(({ name, type }) => [name, type])),
  columns: (value) =>
    Object.fromEntries(
      keysOf(value).map((key) => [key, (value as Rows).map((row) => row[key] as Json)]),
    ),
  rows: (value) => (value as Rows).map((row) => Object.values(row)),
  "rows-with-header": (value) => [
    keysOf(value),
    ...(value as Rows).map((row) => Object.values(row)),
  ],
};
