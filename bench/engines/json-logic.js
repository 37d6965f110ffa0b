import jsonLogic from "json-logic-js";
import { areDistinct, isObject, MEMBERS, recordsConform, STRATEGIES, TYPES } from "./v1.js";

/** One expression for the whole verdict, with custom operations for what the language lacks. */
export const name = "json-logic-js";

const isText = (value, min, max) => typeof value === "string" && value.trim().length >= min && value.length <= max;
const OPERATIONS = {
  isText,
  isList: (value, max) => Array.isArray(value) && value.length >= 1 && value.length <= max,
  isObject,
  like: (text, pattern) => new RegExp(pattern).test(text),
  onlyKeys: (object, keys) => Object.keys(object).every((key) => keys.includes(key)),
  distinct: (items, member) => areDistinct(items.map((item) => (member ? item[member] : item))),
  conform: recordsConform,
};

const of = (name) => ({ var: name });
const whole = of("");
const text = (name, min, max) => ({ isText: [of(name), min, max] });

const OWNER = [
  { isObject: of("owner") },
  { onlyKeys: [of("owner"), ["kind", "id"]] },
  { "===": [of("owner.kind"), "human"] },
  text("owner.id", 1, 128),
  { like: [of("owner.id"), "^\\S+$"] },
];
const FIELD = [
  { isObject: whole },
  { onlyKeys: [whole, ["name", "type", "description"]] },
  text("name", 1, 64),
  { like: [of("name"), "^[A-Za-z_][A-Za-z0-9_]*$"] },
  { in: [of("type"), Object.keys(TYPES)] },
  text("description", 1, 1000),
];
const VALID = {
  and: [
    { isObject: whole },
    { onlyKeys: [whole, MEMBERS] },
    ...OWNER,
    text("generatorId", 3, 64),
    { like: [of("generatorId"), "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"] },
    { free: of("generatorId") },
    text("generatorName", 1, 80),
    text("description", 1, 2000),
    { or: [{ "===": [of("rationaleNotes"), null] }, text("rationaleNotes", 0, 4000)] },
    { isList: [of("supportedStrategies"), 16] },
    { all: [of("supportedStrategies"), { in: [whole, STRATEGIES] }] },
    { distinct: of("supportedStrategies") },
    { isList: [of("outputFields"), 64] },
    { all: [of("outputFields"), { and: FIELD }] },
    { distinct: [of("outputFields"), "name"] },
    { isList: [of("sampleRecords"), 500] },
    { all: [of("sampleRecords"), { isObject: whole }] },
    { conform: [of("sampleRecords"), of("outputFields")] },
  ],
};

export function create(registry) {
  for (const [name, operation] of Object.entries(OPERATIONS)) jsonLogic.add_operation(name, operation);
  jsonLogic.add_operation("free", (id) => !registry.has(id));
  return (candidate) => jsonLogic.apply(VALID, candidate) === true;
}
