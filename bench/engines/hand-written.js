import { IDENTIFIER, isObject, KEBAB_CASE, MEMBERS, NO_SPACE, STRATEGIES, TYPES } from "./v1.js";

/** The lower bound: only a verdict, in as few steps as possible. */
export const name = "hand-written";

export function create(registry) {
  return (candidate) =>
    isObject(candidate) &&
    hasOnly(candidate, CANDIDATE_MEMBERS) &&
    isOwner(candidate.owner) &&
    isText(candidate.generatorId, 3, 64) &&
    KEBAB_CASE.test(candidate.generatorId) &&
    !registry.has(candidate.generatorId) &&
    isText(candidate.generatorName, 1, 80) &&
    isText(candidate.description, 1, 2000) &&
    (candidate.rationaleNotes === undefined || isText(candidate.rationaleNotes, 0, 4000)) &&
    areStrategies(candidate.supportedStrategies) &&
    areRecords(candidate.sampleRecords, fieldTests(candidate.outputFields));
}

const CANDIDATE_MEMBERS = new Set(MEMBERS);
const FIELD_MEMBERS = new Set(["name", "type", "description"]);
const OWNER_MEMBERS = new Set(["kind", "id"]);

function hasOnly(object, names) {
  for (const key in object) if (!names.has(key)) return false;
  return true;
}

/** Lengths count the code points of the normalized string: in NFC and trimmed. */
function isText(value, min, max) {
  if (typeof value !== "string" || !value.isWellFormed()) return false;
  const text = value.trim();
  if (!/[^\0-\xff]/.test(text)) return text.length >= min && text.length <= max;
  const { length } = [...text.normalize("NFC")];
  return length >= min && length <= max;
}

function isOwner(owner) {
  return (
    isObject(owner) &&
    hasOnly(owner, OWNER_MEMBERS) &&
    owner.kind === "human" &&
    isText(owner.id, 1, 128) &&
    NO_SPACE.test(owner.id)
  );
}

function areStrategies(list) {
  if (!Array.isArray(list) || list.length === 0 || list.length > STRATEGIES.length) return false;
  return list.every((strategy, at) => STRATEGIES.includes(strategy) && list.indexOf(strategy) === at);
}

/** The declared names with the tests for their types, or undefined if a declaration is invalid. */
function fieldTests(fields) {
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > 64) return undefined;
  const seen = new Set();
  const tests = [];
  for (const field of fields) {
    if (!isObject(field) || !hasOnly(field, FIELD_MEMBERS)) return undefined;
    const { name, type, description } = field;
    if (!isText(name, 1, 64) || !IDENTIFIER.test(name) || seen.has(name)) return undefined;
    if (typeof type !== "string" || !Object.hasOwn(TYPES, type) || !isText(description, 1, 1000)) return undefined;
    seen.add(name);
    tests.push({ name, isOfType: TYPES[type] });
  }
  return tests;
}

function areRecords(records, tests) {
  if (tests === undefined || !Array.isArray(records) || records.length === 0 || records.length > 500) return false;
  for (const record of records) {
    if (!isObject(record) || Object.keys(record).length !== tests.length) return false;
    for (const { name, isOfType } of tests) {
      const value = record[name];
      if (!isOfType(value) || !isPortable(value) || !Object.hasOwn(record, name)) return false;
    }
  }
  return true;
}

/** No lone surrogates: canonical JSON cannot represent them. */
function isPortable(value) {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isPortable(member));
}
