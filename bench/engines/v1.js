import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What all contenders share of spec package v1, so that they differ in the engine alone. */
const read = (file) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
const { $schema, ...schema } = read("rules/generator-option/v1/candidate.schema.json");

export const CANDIDATE_SCHEMA = schema;
export const compileShape = () => new Ajv2020({ strict: false }).compile(schema);
export const REGISTRY_IDS = read("config/registries/sample-studio.json").generators.map(
  ({ id }) => id,
);
export const STRATEGIES = ["fast", "realistic"];
export const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const NO_SPACE = /^\S+$/;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TIME = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, "i");
const URL_TEXT = /^https?:\/\/[\w.~%!$&'()*+,;=:@[\]-]+([/?#][\w.~%!$&'()*+,;=:@/?#[\]-]*)?$/;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function isDate(text) {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month] ?? 0));
}

export const TYPES = {
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  date: (value) => typeof value === "string" && isDate(value),
  datetime: (value) =>
    typeof value === "string" && isDate(value.slice(0, 10)) && TIME.test(value.slice(10)),
  uuid: (value) => typeof value === "string" && UUID.test(value),
  email: (value) => typeof value === "string" && value.length <= 254 && EMAIL.test(value),
  url: (value) => typeof value === "string" && value.length <= 2048 && URL_TEXT.test(value),
  object: isObject,
  array: Array.isArray,
};

export const isKnownType = (type) => Object.hasOwn(TYPES, type);
export const areDistinct = (values) => new Set(values).size === values.length;
export const isBlank = (text) => text.trim() === "";

/** Each record has exactly the declared fields, with values of the declared types. */
export function recordsConform(records, fields) {
  const tests = fields.map(({ name, type }) => [name, TYPES[type]]);
  return records.every(
    (record) =>
      Object.keys(record).length === tests.length &&
      tests.every(([name, isOfType]) => Object.hasOwn(record, name) && isOfType?.(record[name])),
  );
}
