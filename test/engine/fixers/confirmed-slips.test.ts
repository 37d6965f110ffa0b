import { evaluate } from "../../../src/engine/evaluate.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { specOf } from "../spec-of.js";

const TEXT = { type: "string" };
const ISO_DATE = { type: "string", format: "date" };
const SET_NEAREST = [
  { title: "Use it", applicability: "machine-applicable", set: { "{path}": "{nearest}" } },
];

const record = (properties: JsonObject, required: string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/**
 * A package in which other values show what is meant: records, the prefix of an id, and the name
 * that an id is made of.
 */
const SPEC = specOf({
  shape: record({
    owner: record({
      kind: { ...TEXT, derive: { from: "/owner/id", prefixes: { user: "human", bot: "robot" } } },
      id: { type: ["string", "integer"] },
    }),
    bookingId: { ...TEXT, derive: { from: "/bookingName", as: "kebab-case" } },
    bookingName: TEXT,
    fields: {
      type: "array",
      maxItems: 9,
      items: record({ name: TEXT, type: TEXT }, ["name", "type"]),
    },
    records: { type: "array", maxItems: 9, items: { type: "object" } },
  }),
  data: {
    kinds: ["human", "robot"],
    types: {
      string: { type: "string", examples: ["x"] },
      integer: { type: "integer", examples: [1] },
      number: { type: "number", examples: [1.5] },
      boolean: { type: "boolean", examples: [true] },
      date: { ...ISO_DATE, examples: ["2026-01-31"] },
      array: { type: "array", examples: [[]] },
      object: { type: "object", examples: [{}] },
    },
  },
  declarations: {
    fields: {
      at: "/fields/*",
      name: "/name",
      type: "/type",
      types: { spec: "/types" },
      records: "/records/*",
    },
  } as never,
  rules: {
    "kinds-are-known": {
      check: { at: "/owner/kind", "one-of": { spec: "/kinds" } },
      fixes: SET_NEAREST as never,
    },
    "types-are-known": {
      check: { at: "/fields/*/type", "one-of": { spec: "/types" } },
      fixes: SET_NEAREST as never,
    },
  },
});

async function isCertain(candidate: JsonObject): Promise<boolean> {
  const { valid, repair } = await evaluate(SPEC, candidate, RegistryIndex.of([]));
  expect(valid).toBe(false);
  return repair !== undefined;
}

test.each<[type: string, values: unknown[], isCertain: boolean]>([
  ["tring", ["Sea Road", "Bread"], true],
  ["nteger", [4, 5], true],
  ["umber", [4.5, 5], true],
  ["arry", [["a"], []], true],
  ["boolian", [true, false], true],
  ["dat", ["2026-01-31", "2026-02-01"], true],
  // Without two values, or with values of other types, the word may mean another type.
  ["tring", [], false],
  ["tring", ["Sea Road"], false],
  ["tring", ["Sea Road", 5], false],
  ["tring", ["2026-01-31", "2026-02-01"], false],
  ["tring", ["Sea Road", "2026-02-01"], false],
  ["tring", ["12.5", "13"], false],
  ["tring", ["true", "false"], false],
  ["tring", [["a"], ["b"]], false],
  ["umber", ["4.5 kg", "5 kg"], false],
  ["umber", [4, 5], false],
  ["nteger", [4.5, 5], false],
  ["boolian", [0, 1], false],
  ["bject", [[], []], false],
  ["arry", [{}, {}], false],
  ["numbers", [[4, 6], [5]], false],
  ["dates", ["2026-01-31 or later", "2026-02-01"], false],
  // A short word with another first letter, words that the records contradict or that are near
  // nothing, a word that is not wanted, a contrary, and one that is near nothing.
  ["ate", ["2026-01-31", "2026-02-01"], false],
  ["dat", ["Sea Road", "Bread"], false],
  ["dot", ["2026-01-31", "2026-02-01"], false],
  ["-tring", ["Sea Road", "Bread"], false],
  ["instring", ["Sea Road", "Bread"], false],
  ["sprint", ["Sea Road", "Bread"], false],
])("a type %j beside the values %j", async (type, values, is) => {
  const candidate = {
    fields: [{ name: "field", type }],
    records: values.map((field) => ({ field })),
  };
  expect(await isCertain(candidate as JsonObject)).toBe(is);
});

test.each<[kind: string, id: unknown, isCertain: boolean]>([
  ["uman", "user_4821", true],
  ["humane", "user_4821", true],
  ["hunan", "user-7", true],
  ["rowbot", "bot_9", true],
  // The id shows another kind, none, or is no id that a system has issued.
  ["uman", "bot_9", false],
  ["rowbot", "user_4821", false],
  ["uman", undefined, false],
  ["uman", "x_12", false],
  ["uman", 4821, false],
  ["uman", "user-research-team", false],
  ["uman", "4821", false],
  ["uman", "superuser_4821", false],
  // Words that are no slip, contraries and words that are not wanted.
  ["inhuman", "user_4821", false],
  ["nonhuman", "user_4821", false],
  ["unhuman", "user_4821", false],
  ["- uman", "user_4821", false],
  ["!uman", "user_4821", false],
  ["humanoid", "user_4821", false],
  ["woman", "user_4821", false],
  ["humus", "user_4821", false],
  ["hum", "user_4821", false],
  ["team", "user_4821", false],
  ["uman or robot", "user_4821", false],
])("a kind %j beside the id %j", async (kind, id, is) => {
  expect(await isCertain({ owner: { kind, ...(id !== undefined && { id }) } } as JsonObject)).toBe(
    is,
  );
});

const FIELDS = [
  { name: "title", type: "string" },
  { name: "pages", type: "integer" },
];
const RECORDS = [{ title: "Sea Road", pages: 4 }];

test.each<[string, JsonObject, boolean]>([
  ["the id of its name", { ookingId: "blue-house", bookingName: "Blue house" }, false],
  [
    "the id of its name under the start of both",
    { booking: "blue-house", bookingName: "Blue house" },
    false,
  ],
  ["the name of its id", { bookingId: "blue-house", bookingNane: "Blue house" }, false],
  ["all declarations", { fiends: FIELDS, records: RECORDS }, false],
  ["all records", { fields: FIELDS, recotds: RECORDS }, false],
  [
    "the id of its name, with another first letter",
    { cookingId: "blue-house", bookingName: "Blue house" },
    false,
  ],
  ["all declarations, with another first letter", { yields: FIELDS, records: RECORDS }, false],
  ["another id", { ookingId: "red-house", bookingName: "Blue house" }, false],
  ["the name itself", { ookingId: "Blue house", bookingName: "Blue house" }, false],
  ["an id beside no name", { ookingId: "blue-house" }, false],
  ["an id beside an empty name", { ookingId: "blue-house", bookingName: "" }, false],
  ["a number", { ookingId: 5, bookingName: "5" }, false],
  [
    "an id beside another",
    { ookingId: "red", bookinkId: "blue-house", bookingName: "Blue house" },
    false,
  ],
  [
    "an id that is there already",
    { ookingId: "blue-house", bookingId: "blue", bookingName: "Blue house" },
    false,
  ],
  ["an id that is not wanted", { "-- ookingId": "blue-house", bookingName: "Blue house" }, false],
  ["an id of something older", { oldBookingId: "blue-house", bookingName: "Blue house" }, false],
  ["another name", { bookingId: "red-house", bookingNane: "Blue house" }, false],
  ["a name beside no id", { bookingNane: "Blue house" }, false],
  ["some declarations", { fiends: FIELDS.slice(1), records: RECORDS }, false],
  ["declarations of other records", { fiends: FIELDS, records: [{ crop: "Rye", tons: 4 }] }, false],
  ["declarations beside one name", { fiends: FIELDS, records: [{ title: "Sea Road" }] }, false],
  ["declarations beside no records", { fiends: FIELDS }, false],
  ["names alone", { fiends: ["title", "pages"], records: RECORDS }, false],
  [
    "two tables of declarations",
    { fiends: FIELDS, fielsd: [...FIELDS, FIELDS[0]], records: RECORDS } as never,
    false,
  ],
  ["records without one name", { fields: FIELDS, recotds: [{ title: "Sea Road" }] }, false],
  [
    "records of which one is another",
    { fields: FIELDS, recotds: [...RECORDS, { crop: "Rye" }] } as never,
    false,
  ],
  ["records beside one declaration", { fields: FIELDS.slice(1), recotds: [{ pages: 4 }] }, false],
  ["one record alone", { fields: FIELDS, recotds: RECORDS[0] } as never, false],
  ["values", { fields: FIELDS, recotds: ["Sea Road", 4] }, false],
  ["declarations and records that confirm each other", { fiends: FIELDS, recotds: RECORDS }, false],
])("a misspelled name over %s", async (_, candidate, is) => {
  expect(await isCertain(candidate)).toBe(is);
});

test.each<[key: string, value: Json, name: string, schema: JsonObject, isCertain: boolean]>([
  // Few other values fit the property.
  ["contct", "a@b.example", "contact", { ...TEXT, format: "email" }, true],
  ["vareity", "merlot", "variety", { enum: ["merlot", "riesling"], ...TEXT }, true],
  ["openedOm", "2026-01-31", "openedOn", ISO_DATE, false],
  ["opnedOn", "2026-01-31", "openedOn", ISO_DATE, true],
  [
    "swarsm",
    [{ hive: "H-02" }],
    "swarms",
    { type: "array", maxItems: 9, items: record({ hive: TEXT }) },
    false,
  ],
  // Other words of one's own language: any value of the type fits.
  ["contact", "Jane Roe", "contract", TEXT, false],
  ["county", "Kent", "country", TEXT, false],
  ["patent", "EP 1", "patient", TEXT, false],
  ["sever", "now", "server", TEXT, false],
  ["form", "gravity", "from", TEXT, false],
  ["moth", 12, "month", { type: "integer" }, false],
  ["untied", true, "united", { type: "boolean" }, false],
  ["casual", true, "causal", { type: "boolean" }, false],
  // A value that does not fit shows nothing.
  ["contact", "Jane Roe", "contract", { ...TEXT, format: "email" }, false],
  // A null that is allowed is a value. It is not removed, either.
  ["campagn", null, "campaign", { type: ["string", "null"] }, false],
  // The same word, and a plural that has a number, which may count.
  ["Contract", "CT-7", "contract", TEXT, true],
  ["contracts", "CT-7", "contract", TEXT, true],
  ["years", 20, "year", { type: "integer" }, false],
  ["day", 3, "days", { type: "integer" }, false],
  ["Years", 20, "years", { type: "integer" }, true],
])("%s: %j for the optional %s", async (key, value, name, schema, is) => {
  const isRepaired = async (required: string[]) => {
    const spec = specOf({ shape: record({ [name]: schema, other: TEXT }, required) });
    const { valid, repair } = await evaluate(
      spec,
      { [key]: value, other: "x" },
      RegistryIndex.of([]),
    );
    expect(valid).toBe(false);
    return repair !== undefined;
  };
  expect(await isRepaired([])).toBe(is);
  // A required property is awaited, but only a slip of its letters is certain.
  if (is) expect(await isRepaired([name])).toBe(true);
});
