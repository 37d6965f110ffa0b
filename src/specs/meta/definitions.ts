import { WEEKDAYS } from "../../engine/order.js";
import { STARTS } from "../../engine/reference.js";
import type { JsonObject } from "../../ground/json/value.js";

/**
 * Chooses a branch by tests. With `anyOf`, a mistake in one branch would be reported for all of them.
 */
export function chooseSchema(branches: { when: JsonObject; schema: JsonObject }[], otherwise: JsonObject): JsonObject {
  return branches.reduceRight(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    (rest, { when, schema }) => ({ if: when, then: schema, else: rest }),
    otherwise,
  );
}

/** A branch for objects that have one of these values at `key`: they have these properties too, and no others. */
export function branch(key: string, values: string[], required: string[], properties: JsonObject) {
  return {
    when: { properties: { [key]: { enum: values } }, required: [key] },
    schema: { required, additionalProperties: false, properties: { [key]: true, ...properties } },
  };
}

/** An object with these properties and no others. */
export function closedObject(required: string[], properties: JsonObject): JsonObject {
  return { type: "object", required, additionalProperties: false, properties };
}

export function describeUniqueArray(items: JsonObject): JsonObject {
  return { type: "array", minItems: 1, uniqueItems: true, items };
}

/** A value, or an array of them. */
export function oneOrMore(schema: JsonObject): JsonObject {
  return chooseSchema([{ when: { type: "array" }, schema: { minItems: 1, uniqueItems: true, items: schema } }], schema);
}

/** What a value is changed by: a literal or a reference. */
const change = (description: string, literal: JsonObject): JsonObject => ({ description, ...referenceOr(literal) });

const CHANGES_OF_VALUES: JsonObject = {
  times: change("Multiplies the number, before `plus` is added: a number, or a reference to one.", { type: "number" }),
  plus: change("Is added to the number: a number, which may be negative, or a reference to one.", { type: "number" }),
  plusDays: change("The days to add to the date: a whole number, which may be negative, or a reference to one.", {
    type: "integer",
    minimum: -100_000,
    maximum: 100_000,
  }),
};

const NUMBER_CHANGES: JsonObject = { times: { $ref: "#/$defs/times" }, plus: { $ref: "#/$defs/plus" } };
const VALUE_CHANGES: JsonObject = { ...NUMBER_CHANGES, plusDays: { $ref: "#/$defs/plusDays" } };

const reference = (kind: string, description: string, target: JsonObject, options: JsonObject = {}): JsonObject => ({
  description,
  ...closedObject([kind], { [kind]: target, ...options }),
});

const referenceTo = (kind: string, schema: JsonObject = { $ref: `#/$defs/${kind}Reference` }) => ({
  when: { type: "object", required: [kind] },
  schema,
});

const BY: JsonObject = {
  by: { description: "Picks the entry of the table whose key is this value.", $ref: "#/$defs/reference" },
};
const ONE_PLACE: JsonObject = { $ref: "#/$defs/onePlace" };
const SELECTOR: JsonObject = { $ref: "#/$defs/selector" };

/** A literal, or a reference to one value. */
export function referenceOr(literal: JsonObject, kind = "reference"): JsonObject {
  return chooseSchema([{ when: { type: "object" }, schema: { $ref: `#/$defs/${kind}` } }], literal);
}

/** Where references to places start. */
const PLACES: Readonly<Record<(typeof STARTS)[number], string>> = {
  candidate: "the candidate",
  item: "the item that holds the checked place",
  previous: "the item before that item in its array",
  parent: "the item around the array of that item, or the candidate",
};
const otherKinds = [...STARTS, "count", "length"];

const COUNT = { type: "integer", minimum: 0 };

const limits = (names: string[], literal: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: Object.fromEntries(names.map((name) => [name, referenceOr(literal)])),
});

/** A token of RFC 6901, but none that reads `~first`, `~last` or `~values` when it is unescaped. */
const NAME = "(?!~0(first|last|values)(/|$))([^/~]|~[01])+";

/** Definitions that meta-schemas share. Each schema file has its own copy, so editors need only one file. */
const DEFS: JsonObject = {
  pointer: {
    description:
      "A JSON Pointer (RFC 6901); `*` stands for every item of an array, `~values` for every value of a map.",
    type: "string",
    pattern: "^(/(~values|([^/~]|~[01])+))*$",
  },
  place: {
    description: "A JSON Pointer (RFC 6901) to one place, without `*`.",
    type: "string",
    pattern: "^(/([^/*~]|~[01])+)*$",
  },
  selector: {
    description:
      "A JSON Pointer (RFC 6901); `*` stands for every item of an array, `~first` and `~last` for its first and last, `~values` for every value of a map.",
    type: "string",
    pattern: `^(/(~first|~last|~values|${NAME}))*$`,
  },
  onePlace: {
    description:
      "A JSON Pointer (RFC 6901) to one place, without `*`; `~first` and `~last` stand for the first and last item of an array.",
    type: "string",
    pattern: `^(/(~first|~last|(?!\\*(/|$))${NAME}))*$`,
  },
  ...CHANGES_OF_VALUES,
  specReference: reference("spec", "A value of `data` in spec.json.", { $ref: "#/$defs/pointer" }),
  entryReference: reference("spec", "A value of `data` in spec.json.", { $ref: "#/$defs/pointer" }, BY),
  declaredReference: reference("declared", "The names that the candidate declares, by the name of the declaration.", {
    type: "string",
    minLength: 1,
  }),
  reference: {
    description: "A reference to one value.",
    ...chooseSchema(
      [
        ...Object.entries(PLACES).map(([start, of]) =>
          referenceTo(start, reference(start, `A value of ${of}.`, ONE_PLACE, VALUE_CHANGES)),
        ),
        referenceTo("count", reference("count", "The number of places.", { $ref: "#/$defs/places" }, NUMBER_CHANGES)),
        referenceTo(
          "length",
          reference("length", "The number of characters of a string.", { $ref: "#/$defs/reference" }, NUMBER_CHANGES),
        ),
      ],
      {
        description: "A value of `data` in spec.json.",
        ...closedObject([], {
          spec: { $ref: "#/$defs/pointer" },
          ...BY,
          ...VALUE_CHANGES,
          // The other kinds are chosen above; here, they only appear in errors.
          ...Object.fromEntries(otherKinds.map((kind) => [kind, true])),
        }),
        anyOf: ["spec", ...otherKinds].map((kind) => ({ required: [kind] })),
      },
    ),
  },
  places: {
    description: "A reference to places.",
    ...chooseSchema(
      Object.entries(PLACES)
        .slice(1)
        .map(([start, of]) => referenceTo(start, reference(start, `Places within ${of}.`, SELECTOR))),
      reference("candidate", "Places of the candidate.", SELECTOR),
    ),
  },
  list: {
    description: "An array, or a reference to an array, to an object (its keys) or to places.",
    ...chooseSchema(
      [
        {
          when: { type: "array" },
          schema: { minItems: 1, uniqueItems: true, items: { type: ["string", "number", "boolean"] } },
        },
        ...STARTS.map((start) => referenceTo(start, { $ref: "#/$defs/places" })),
        referenceTo("declared"),
      ],
      { $ref: "#/$defs/entryReference" },
    ),
  },
  counts: { description: "One or both limits, each a number or a reference.", ...limits(["min", "max"], COUNT) },
  limits: {
    description: "One or more limits, each a number, a date or a reference. `above` and `below` exclude the limit.",
    ...limits(["min", "max", "above", "below"], { type: ["number", "string"] }),
  },
  numbers: {
    description: "One or more limits, each a number or a reference. `above` and `below` exclude the limit.",
    ...limits(["min", "max", "above", "below"], { type: "number" }),
  },
  step: {
    description: "A number above 0, or a reference to one.",
    ...referenceOr({ type: "number", exclusiveMinimum: 0 }),
  },
  patternOrEntry: {
    description: "A pattern, or a reference to one in the data.",
    ...referenceOr({ type: "string", minLength: 1 }, "entryReference"),
  },
  keys: {
    description: "A list of the properties, or a pattern that each of them matches.",
    ...chooseSchema(
      [
        { when: { type: "string" }, schema: { type: ["array", "object"] } },
        {
          when: { type: "object", required: ["pattern"] },
          schema: closedObject(["pattern"], { pattern: { $ref: "#/$defs/patternOrEntry" } }),
        },
      ],
      { $ref: "#/$defs/list" },
    ),
  },
  weekdays: { description: "Days of the week.", ...describeUniqueArray({ enum: [...WEEKDAYS] }), maxItems: 6 },
  wordList: {
    description: "An array of strings, or a reference to one in the data.",
    ...referenceOr(describeUniqueArray({ type: "string", minLength: 1 }), "entryReference"),
  },
  candidatePlaces: reference("candidate", "Places of the candidate.", SELECTOR),
  registry: {
    description: "The ids that are taken in the registry of the target product.",
    type: "array",
    uniqueItems: true,
    items: { type: "string" },
  },
  registries: {
    description: "The ids in other registries of the target product, by their names.",
    type: "object",
    minProperties: 1,
    additionalProperties: { $ref: "#/$defs/registry" },
  },
  words: { description: "Text for people; it must not be blank.", type: "string", pattern: "\\S" },
};

/** An operation of a JSON Patch, with the properties that its kind needs. */
const OPERATION: JsonObject = {
  type: "object",
  ...chooseSchema(
    [
      branch("op", ["add", "replace"], ["path", "value"], { path: { type: "string" }, value: true }),
      branch("op", ["move"], ["path", "from"], { path: { type: "string" }, from: { type: "string" } }),
      branch("op", ["remove"], ["path"], { path: { type: "string" } }),
    ],
    { required: ["op"], properties: { op: { enum: ["add", "remove", "replace", "move"] } } },
  ),
};

const byPointer = (description: string, value: JsonObject): JsonObject => ({
  description,
  type: "object",
  minProperties: 1,
  additionalProperties: value,
});

/** The grammar of changes in fixes and examples, in the order in which they are applied. */
export const CHANGES: JsonObject = {
  remove: {
    description: "Removes what the pointer selects, or each of several pointers.",
    ...oneOrMore({ type: "string" }),
  },
  rename: byPointer(
    "Renames a property. At the name of a declaration, it also renames the keys of records and the references to it.",
    { type: "string", minLength: 1 },
  ),
  set: byPointer("Replaces or adds the value at each pointer; `/path/-` appends to an array.", {}),
  patch: {
    description: "A JSON Patch (RFC 6902), for what the other changes cannot express.",
    type: "array",
    minItems: 1,
    items: OPERATION,
  },
};

export const RESIZE: JsonObject = byPointer("Sets the length of an array by cutting it or repeating its items.", {
  type: "integer",
  minimum: 0,
});

export function metaSchema(title: string, schema: JsonObject): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...schema,
    $defs: { ...pickUsed(schema), ...(schema.$defs as JsonObject) },
  };
}

/** The shared definitions that a schema refers to, directly or through others. */
function pickUsed(schema: JsonObject): JsonObject {
  const used: JsonObject = {};
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const definition = DEFS[name];
      if (definition === undefined || name in used) continue;
      used[name] = definition;
      visit(definition);
    }
  };
  visit(schema);
  return used;
}
