import { readdirSync, readFileSync } from "node:fs";
import type { DeclarationSource, RuleSource } from "../../src/engine/grammar.js";
import type { JsonObject } from "../../src/json/value.js";
import { claimed, fold, isObject, own, step } from "./naive-names.js";
import { naiveViolations } from "./naive-rules.js";

/**
 * Spec package v1 of generator-option said a second time, straight from its words and sharing nothing with the
 * engine: the oracle that property tests hold the engine against. Its rules are read by the grammar as naive-rules.ts
 * says it. Clarity over speed; the order means nothing.
 */
export function naiveDiagnostics(candidate: unknown, registry: ReadonlySet<string>): Diagnostic[] {
  const packaged = asPackaged(withinLimits(candidate));
  return [
    ...tooLongLists(candidate),
    ...candidateShape(packaged, "/candidate"),
    ...ruleViolations(packaged, registry, items(own(candidate, "outputFields")).length > listLimits.outputFields),
    ...placeholderRules(packaged, "/candidate"),
    ...portabilityRules(packaged, "/candidate"),
  ];
}

interface Diagnostic {
  code: string;
  path: string;
  severity: "error" | "warning";
}

const error = (code: string, path: string): Diagnostic => ({ code, path, severity: "error" });
const warning = (code: string, path: string): Diagnostic => ({ code, path, severity: "warning" });

const isString = (value: unknown) => typeof value === "string";
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// ---- lists that are too long: what stands beyond the limit is not judged ----

const listLimits = { outputFields: 64, supportedStrategies: 16, sampleRecords: 500 };

function tooLongLists(candidate: unknown): Diagnostic[] {
  return Object.entries(listLimits)
    .filter(([name, most]) => items(own(candidate, name)).length > most)
    .map(([name]) => error("too-many-items", step("/candidate", name)));
}

function withinLimits(candidate: unknown): unknown {
  return Object.entries(listLimits).reduce(
    (cut, [name, most]) => withMember(cut, name, (value) => (Array.isArray(value) ? value.slice(0, most) : value)),
    candidate,
  );
}

// ---- text as packaged ----

const nfc = (text: string) => text.normalize("NFC");
const trimmed = (text: string) => nfc(text).trim();
const singleSpaced = (text: string) => nfc(text).replace(/\s+/g, " ").trim();

function asPackaged(candidate: unknown): unknown {
  let packaged = candidate;
  packaged = withMember(packaged, "owner", (owner) => withText(owner, "id", nfc));
  packaged = withText(packaged, "generatorName", singleSpaced);
  packaged = withText(packaged, "description", trimmed);
  packaged = withText(packaged, "rationaleNotes", trimmed);
  return withMember(packaged, "outputFields", (fields) =>
    Array.isArray(fields) ? fields.map((field) => withText(field, "description", trimmed)) : fields,
  );
}

function withMember(value: unknown, key: string, change: (old: unknown) => unknown): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? { ...value, [key]: change(value[key]) } : value;
}

function withText(value: unknown, key: string, change: (old: string) => string): unknown {
  return withMember(value, key, (old) => (isString(old) ? change(old) : old));
}

// ---- shape ----

type Shape = (value: unknown, path: string) => Diagnostic[];

function text(min = 0, max = Number.POSITIVE_INFINITY): Shape {
  return (value, path) => {
    if (!isString(value)) return [error("wrong-type", path)];
    const codePoints = [...value].length;
    if (codePoints < min) return [error("too-short", path)];
    return codePoints > max ? [error("too-long", path)] : [];
  };
}

function list(item: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return [error("wrong-type", path)];
    const found = value.flatMap((each, i) => item(each, step(path, i)));
    if (value.length === 0) found.push(error("too-few-items", path));
    return found;
  };
}

const isEmpty = (value: unknown) =>
  value === null ||
  (isString(value) ? value.trim() === "" : typeof value === "object" && Object.keys(value).length === 0);

function object(
  required: Record<string, Shape>,
  optional: Record<string, Shape> = {},
  aliases: Record<string, string[]> = {},
): Shape {
  const known = Object.entries({ ...required, ...optional });
  return (value, path) => {
    if (!isObject(value)) return [error("wrong-type", path)];
    const unknown = Object.keys(value).filter((key) => !known.some(([name]) => name === key));
    const names = known.map(([name]) => name);
    // What is empty may be given under another name.
    const empty = names.filter((name) => !Object.hasOwn(value, name) || isEmpty(value[name]));
    const groups = groupsIn(value, unknown, empty);
    const others = unknown.filter((key) => !groups.has(key));
    const grouped = [...groups.values()].flat();
    const free = empty.filter((name) => !grouped.includes(name));
    const isAround = isWrapped(value, names, aliases);
    const meant = new Set(isAround ? names : [...grouped, ...claimed(others, free, aliases)]);
    const missing = names.filter(
      (name) => Object.hasOwn(required, name) && !Object.hasOwn(value, name) && !meant.has(name),
    );
    const present = known.filter(([name]) => Object.hasOwn(value, name));
    return [
      ...unknown.map((key) => error("unknown-property", step(path, key))),
      ...missing.map(() => error("missing-property", path)),
      ...present.flatMap(([name, shape]) => shape(value[name], step(path, name))),
    ];
  };
}

/** The keys of objects whose own keys are all names that are free, or the rest of these after the key. */
function groupsIn(value: Record<string, unknown>, keys: string[], names: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys.length > 10 ? [] : keys) {
    const free = names.filter((name) => ![...groups.values()].flat().includes(name));
    const held = isObject(value[key]) ? Object.keys(value[key]) : [];
    const meant = held.map((one) => free.find((name) => [fold(one), fold(key + one)].includes(fold(name))));
    const known = meant.filter((name) => name !== undefined);
    if (held.length > 1 && new Set(known).size === held.length) groups.set(key, known);
  }
  return groups;
}

/** Whether all that is known stands deeper, in the only property that holds any of it. */
function isWrapped(value: Record<string, unknown>, names: string[], aliases: Record<string, string[]>): boolean {
  const keys = Object.keys(value);
  const folded = (words: string[]) => new Set(words.map(fold));
  const [own, all] = [folded(names), folded([...names, ...Object.values(aliases).flat()])];
  const isAround = keys.length <= 10 && !keys.some((key) => names.includes(key));
  return isAround && keys.filter((key) => holds(value[key], own, all, 3)).length === 1;
}

/**
 * Whether an object has two of the names or three with other names, itself or in its only object, so many levels
 * deep.
 */
function holds(value: unknown, own: Set<string>, all: Set<string>, levels: number): boolean {
  if (levels < 0) return false;
  if (Array.isArray(value)) return value.length === 1 && holds(value[0], own, all, levels - 1);
  if (!isObject(value)) return false;
  const keys = Object.keys(value).slice(0, 100).map(fold);
  const count = (known: Set<string>) => keys.filter((key) => known.has(key)).length;
  if (count(own) >= 2 || count(all) >= 3) return true;
  const inner = Object.values(value).filter((one) => typeof one === "object" && one !== null);
  return inner.length === 1 && keys.length <= 10 && holds(inner[0], own, all, levels - 1);
}

const anyObject: Shape = (value, path) => (isObject(value) ? [] : [error("wrong-type", path)]);

/** Other names are data of the package, which this validator need not repeat. */
const PROPERTIES = read("candidate.schema.json").properties;

// biome-ignore lint/suspicious/noExplicitAny: files of the package, whose content their readers know.
function read(file: string): any {
  return JSON.parse(readFileSync(`rules/generator-option/v1/${file}`, "utf8"));
}

const aliasesIn = (properties: Record<string, { aliases?: string[] }>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(properties).map(([name, { aliases = [] }]) => [name, aliases]));

const candidateShape = object(
  {
    owner: object({ kind: text(), id: text(1, 128) }, {}, aliasesIn(PROPERTIES.owner.properties)),
    generatorId: text(3, 64),
    generatorName: text(1, 80),
    description: text(1, 2000),
    outputFields: list(
      object(
        { name: text(1, 64), type: text(), description: text(1, 1000) },
        {},
        aliasesIn(PROPERTIES.outputFields.items.properties),
      ),
    ),
    supportedStrategies: list(text()),
    sampleRecords: list(anyObject),
  },
  { rationaleNotes: text(0, 4000) },
  aliasesIn(PROPERTIES),
);

// ---- placeholders ----

const placeholders: [path: RegExp, placeholder: string][] = [
  [/^\/owner\/id$/, "user-id"],
  [/^\/generatorId$/, "my-generator"],
  [/^\/generatorName$/, "My generator"],
  [/^\/description$/, "What the generator produces and for whom."],
  [/^\/outputFields\/\d+\/name$/, "fieldName"],
  [/^\/outputFields\/\d+\/description$/, "What the field holds."],
  [/^\/rationaleNotes$/, "Why the product should have this generator."],
];

function placeholderRules(value: unknown, path: string): Diagnostic[] {
  const place = path.slice("/candidate".length);
  if (typeof value === "object" && value !== null) {
    const isRecordLeft = /^\/sampleRecords\/\d+$/.test(place) && JSON.stringify(value) === '{"fieldName":"text"}';
    const inside = Object.entries(value).flatMap(([key, inner]) => placeholderRules(inner, step(path, key)));
    return isRecordLeft ? [warning("placeholder-left", path), ...inside] : inside;
  }
  const isLeft =
    placeholders.some(([pattern, placeholder]) => pattern.test(place) && placeholder === value) ||
    (/^\/owner\/id$|^\/generatorId$|^\/generatorName$|\/description$|^\/rationaleNotes$/.test(place) &&
      isTemplate(value));
  return isLeft ? [warning("placeholder-left", path)] : [];
}

/** What a template leaves as the whole of a text, or inside an id. */
function isTemplate(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const bare = value.replace(/^\[/, "").replace(/\]?[.:!\u2026]{0,3}$/, "");
  if (["TODO", "TBD"].includes(bare) || value === "string" || /^lorem ipsum\b/i.test(value)) return true;
  if (/^<[^<>]{1,80}>$|^\{\{[^{}]{1,80}\}\}$/.test(value)) return true;
  if (value.length < 3 || value.length > 128 || !/^[!-~\u200b\u200c\u2060\ufeff]*$/.test(value)) return false;
  const words = value.split(/[^A-Za-z]+/);
  return (
    words.includes("TODO") ||
    words.includes("TBD") ||
    /<[^<>]+>|\{\{[^{}]+\}\}|[\u200b\u200c\u2060\ufeff]/.test(value) ||
    ['"', "'", "`"].some((quote) => value.startsWith(quote) && value.endsWith(quote))
  );
}

// ---- rules ----

const { data, declarations }: { data: JsonObject; declarations: Record<string, DeclarationSource> } = read("spec.json");
const RULES: Record<string, RuleSource> = Object.fromEntries(
  readdirSync("rules/generator-option/v1/rules").map((file) => [file.replace(".json", ""), read(`rules/${file}`)]),
);

function ruleViolations(candidate: unknown, registry: ReadonlySet<string>, areFieldsCut: boolean): Diagnostic[] {
  const given = { rules: RULES, data, declarations, types: fieldTypes, registry, areFieldsCut };
  return naiveViolations(given, candidate).map((violation) => {
    const [code, path] = JSON.parse(violation);
    return RULES[code]?.severity === "warning" ? warning(code, path) : error(code, path);
  });
}

// ---- portability ----

function portabilityRules(value: unknown, path: string): Diagnostic[] {
  const fault = error("unportable-value", path);
  if (isString(value)) return hasLoneSurrogate(value) ? [fault] : [];
  if (typeof value === "number") return Number.isFinite(value) ? [] : [fault];
  if (Array.isArray(value)) return value.flatMap((item, i) => portabilityRules(item, step(path, i)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(hasLoneSurrogate(key) ? [error("unportable-value", step(path, key))] : []),
    ...portabilityRules(inner, step(path, key)),
  ]);
}

// With the `u` flag a pair is one code point, so that only an unpaired surrogate is left to match.
const hasLoneSurrogate = (text: string) => /\p{Surrogate}/u.test(text);

// ---- field types ----

const fieldTypes: Record<string, (value: unknown) => boolean> = {
  string: isString,
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  date: (value) => isString(value) && isDate(value),
  datetime: (value) => isString(value) && isDateTime(value),
  uuid: (value) => isString(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  email: (value) => isString(value) && value.length <= 254 && isEmail(value),
  url: (value) => isString(value) && value.length <= 2048 && isWebUrl(value),
  object: isObject,
  array: (value) => Array.isArray(value),
};

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** RFC 3339 date-time, but for leap seconds: which of them were real is a table, not a grammar. */
function isDateTime(text: string): boolean {
  const hourMinute = "([01]\\d|2[0-3]):[0-5]\\d";
  const time = new RegExp(`^T${hourMinute}:[0-5]\\d(\\.\\d+)?(Z|[+-]${hourMinute})$`, "i");
  return isDate(text.slice(0, 10)) && time.test(text.slice(10));
}

function isEmail(text: string): boolean {
  const [local = "", domain = "", ...rest] = text.split("@");
  const labels = domain.split(".");
  return (
    rest.length === 0 &&
    local.split(".").every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) &&
    labels.length >= 2 &&
    labels.every((label) => /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label))
  );
}

/** RFC 3986 characters only, where `new URL` would quietly repair a space or an umlaut. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\/([A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/.test(text) && URL.canParse(text);
}
