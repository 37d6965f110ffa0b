import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/**
 * Spec package v1 of generator-option said a second time, straight from its words and sharing nothing with the
 * engine: the oracle that property tests hold the engine against. Clarity over speed; the order means nothing.
 */
export function naiveDiagnostics(candidate: unknown, registry: ReadonlySet<string>): Diagnostic[] {
  const packaged = asPackaged(withinLimits(candidate));
  return [
    ...tooLongLists(candidate),
    ...candidateShape(packaged, "/candidate"),
    ...ownerRules(packaged),
    ...generatorIdRules(packaged, registry),
    ...outputFieldRules(packaged),
    ...strategyRules(packaged),
    ...sampleRecordRules(packaged, items(member(candidate, "outputFields")).length > listLimits.outputFields),
    ...rationaleRules(packaged),
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

// RFC 6901, section 3: `~` first, or the `~` of an escaped `/` would be escaped again.
const at = (path: string, key: string | number) => `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

const isString = (value: unknown) => typeof value === "string";
const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member that is really there: `toString` of `{}` is not. */
const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// ---- lists that are too long: what stands beyond the limit is not judged ----

const listLimits = { outputFields: 64, supportedStrategies: 16, sampleRecords: 500 };

function tooLongLists(candidate: unknown): Diagnostic[] {
  return Object.entries(listLimits)
    .filter(([name, most]) => items(member(candidate, name)).length > most)
    .map(([name]) => error("too-many-items", at("/candidate", name)));
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
    const found = value.flatMap((each, i) => item(each, at(path, i)));
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
    const meant = isWrapped(value, names, aliases)
      ? new Set(names)
      : new Set([
          ...grouped,
          ...claimed(
            others,
            empty.filter((name) => !grouped.includes(name)),
            aliases,
          ),
        ]);
    const missing = names.filter(
      (name) => Object.hasOwn(required, name) && !Object.hasOwn(value, name) && !meant.has(name),
    );
    const present = known.filter(([name]) => Object.hasOwn(value, name));
    return [
      ...unknown.map((key) => error("unknown-property", at(path, key))),
      ...missing.map(() => error("missing-property", path)),
      ...present.flatMap(([name, shape]) => shape(value[name], at(path, name))),
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
const PROPERTIES = JSON.parse(readFileSync("rules/generator-option/v1/candidate.schema.json", "utf8")).properties;

function aliasesIn(properties: Record<string, { aliases?: string[] }>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(properties).map(([name, { aliases = [] }]) => [name, aliases]));
}

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
    const inside = Object.entries(value).flatMap(([key, inner]) => placeholderRules(inner, at(path, key)));
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

function ownerRules(candidate: unknown): Diagnostic[] {
  const owner = member(candidate, "owner");
  const kind = member(owner, "kind");
  const id = member(owner, "id");
  const found: Diagnostic[] = [];
  if (isScalar(kind) && kind !== "human") found.push(error("owner-kind-is-allowed", "/candidate/owner/kind"));
  if (isString(id) && /\s/.test(id)) found.push(error("owner-id-has-no-white-space", "/candidate/owner/id"));
  return found;
}

function generatorIdRules(candidate: unknown, registry: ReadonlySet<string>): Diagnostic[] {
  const id = member(candidate, "generatorId");
  const path = "/candidate/generatorId";
  if (!isString(id)) return [];
  const found: Diagnostic[] = [];
  if (id !== "" && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) found.push(error("generator-id-is-kebab-case", path));
  if (registry.has(id)) found.push(error("generator-id-is-free", path));
  else if (id.length <= 256 && [...registry].some((taken) => isNextTo(id, taken)))
    found.push(warning("generator-id-is-distinct", path));
  return found;
}

export const isNextTo = (id: string, taken: string) =>
  id.toLowerCase() === taken.toLowerCase() || edits(id, taken, 1) === 1;

function outputFieldRules(candidate: unknown): Diagnostic[] {
  const fields = items(member(candidate, "outputFields"));
  const names = fields.map((field) => member(field, "name"));
  return fields.flatMap((field, i) => {
    const path = at("/candidate/outputFields", i);
    const name = names[i];
    const type = member(field, "type");
    const found: Diagnostic[] = [];
    if (isString(name) && name !== "" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      found.push(error("output-field-names-are-identifiers", at(path, "name")));
    if (isRepeated(names, i)) found.push(error("output-field-names-are-unique", at(path, "name")));
    if (isScalar(type) && !fieldTypes.has(type as string))
      found.push(error("output-field-types-are-known", at(path, "type")));
    return found;
  });
}

/** Equal to an earlier one, as JSON; of booleans and null there are too few to tell things apart. */
function isRepeated(values: readonly unknown[], i: number): boolean {
  const value = values[i];
  if (value === undefined || value === null || typeof value === "boolean") return false;
  return values.slice(0, i).some((earlier) => isDeepStrictEqual(earlier, value));
}

function strategyRules(candidate: unknown): Diagnostic[] {
  const strategies = items(member(candidate, "supportedStrategies"));
  return strategies.flatMap((strategy, i) => {
    const path = at("/candidate/supportedStrategies", i);
    const found: Diagnostic[] = [];
    if (isScalar(strategy) && strategy !== "fast" && strategy !== "realistic")
      found.push(error("supported-strategies-are-known", path));
    if (isRepeated(strategies, i)) found.push(error("supported-strategies-are-unique", path));
    return found;
  });
}

function sampleRecordRules(candidate: unknown, someCut: boolean): Diagnostic[] {
  const fields = items(member(candidate, "outputFields"));
  const declared = new Map<string, unknown>();
  for (const field of fields) {
    const name = member(field, "name");
    if (isString(name) && !declared.has(name)) declared.set(name, member(field, "type"));
  }
  if (declared.size === 0) return [];
  // A field whose name cannot be read, or that is cut, may be the one that an extra key belongs to.
  const allNamed = !someCut && fields.every((field) => isString(member(field, "name")));

  return items(member(candidate, "sampleRecords")).flatMap((record, i) => {
    if (!isObject(record)) return [];
    const path = at("/candidate/sampleRecords", i);
    const missing = [...declared.keys()].filter((name) => !Object.hasOwn(record, name));
    const extra = allNamed ? Object.keys(record).filter((key) => !declared.has(key)) : [];
    const hasRest = missing.length === declared.size ? hasMost : hasAll;
    const isInside = extra.some((key) => hasRest(record[key], missing));
    const meant = isInside ? new Set(missing) : claimed(extra, missing);
    const mistyped = [...declared].filter(([name, type]) => {
      const isOfType = isString(type) ? fieldTypes.get(type) : undefined;
      return isOfType !== undefined && Object.hasOwn(record, name) && !isOfType(record[name]);
    });
    return [
      ...missing.filter((name) => !meant.has(name)).map(() => error("sample-records-have-every-field", path)),
      ...extra.map((key) => error("sample-records-have-only-declared-fields", at(path, key))),
      ...mistyped.map(([name]) => error("sample-record-values-have-declared-types", at(path, name))),
    ];
  });
}

/** Whether a value is an object with more than half of the names. */
export function hasMost(value: unknown, names: string[]): boolean {
  return isObject(value) && names.filter((name) => Object.hasOwn(value, name)).length * 2 > names.length;
}

/** Whether a value is an object with these names, two or more, and no others. */
export function hasAll(value: unknown, names: string[]): boolean {
  return (
    isObject(value) &&
    names.length > 1 &&
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name))
  );
}

function rationaleRules(candidate: unknown): Diagnostic[] {
  if (!isObject(candidate)) return [];
  if (!Object.hasOwn(candidate, "rationaleNotes")) return [warning("rationale-notes-are-given", "/candidate")];
  return candidate.rationaleNotes === "" ? [warning("rationale-notes-are-given", "/candidate/rationaleNotes")] : [];
}

function portabilityRules(value: unknown, path: string): Diagnostic[] {
  const fault = error("unportable-value", path);
  if (isString(value)) return hasLoneSurrogate(value) ? [fault] : [];
  if (typeof value === "number") return Number.isFinite(value) ? [] : [fault];
  if (Array.isArray(value)) return value.flatMap((item, i) => portabilityRules(item, at(path, i)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(hasLoneSurrogate(key) ? [error("unportable-value", at(path, key))] : []),
    ...portabilityRules(inner, at(path, key)),
  ]);
}

// With the `u` flag a pair is one code point, so that only an unpaired surrogate is left to match.
const hasLoneSurrogate = (text: string) => /\p{Surrogate}/u.test(text);

// ---- field types ----

const fieldTypes = new Map<string, (value: unknown) => boolean>([
  ["string", isString],
  ["integer", (value) => Number.isInteger(value)],
  ["number", (value) => Number.isFinite(value)],
  ["boolean", (value) => typeof value === "boolean"],
  ["date", (value) => isString(value) && isDate(value)],
  ["datetime", (value) => isString(value) && isDateTime(value)],
  ["uuid", (value) => isString(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)],
  ["email", (value) => isString(value) && value.length <= 254 && isEmail(value)],
  ["url", (value) => isString(value) && value.length <= 2048 && isWebUrl(value)],
  ["object", isObject],
  ["array", (value) => Array.isArray(value)],
]);

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

// ---- did you mean ----

/** The names that the words were meant to be: those that look alike, other names, plurals, then slips, in turn. */
export function claimed(words: string[], names: string[], aliases?: Record<string, string[]>): Set<string> {
  const taken = new Set<string>();
  const left = () => names.filter((each) => !taken.has(each));
  const takeAlike = (rest: string[], free: string[], spellings: (name: string) => string[], look = fold) =>
    rest.filter((word) => {
      const alike = free.filter(
        (name) => word.length <= 256 && spellings(name).some((one) => one.length <= 256 && look(one) === look(word)),
      );
      if (alike.length !== 1 || taken.has(alike[0] as string)) return true;
      taken.add(alike[0] as string);
      return false;
    });
  /** A name of two words or more, each of which the other or its aliases have, and the last one last. */
  const takeComposed = (word: string): boolean => {
    const own = wordsIn(word);
    if (word.length > 64 || own.length < 2) return false;
    const alike = left().filter((name) => {
      const spelt = [name, ...aliasesOf(name)].map(wordsIn);
      const isLast = spelt.some((each) => each.at(-1) === own.at(-1));
      return isLast && own.every((one) => spelt.some((each) => each.includes(one)));
    });
    if (alike.length === 1) taken.add(alike[0] as string);
    return alike.length === 1;
  };
  let others = takeAlike(words, names, (name) => [name]);
  const aliasesOf = (name: string) => (aliases && Object.hasOwn(aliases, name) ? (aliases[name] ?? []) : []);
  others = takeAlike(others, left(), aliasesOf);
  others = takeAlike(others, left(), (name) => [name], singular);
  others = takeAlike(others, left(), aliasesOf, singular);
  if (aliases !== undefined && words.length <= 20) others = others.filter((word) => !takeComposed(word));
  if (others.length * left().length > 100) return taken;
  for (const word of others) {
    const name = didYouMean(word, left());
    if (name !== undefined) taken.add(name);
  }
  return taken;
}

function wordsIn(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[\p{Ll}0-9]+/gu) ?? []).map(singular);
}

function singular(name: string): string {
  const word = fold(name);
  if (word.length < 4) return word;
  const one = word.endsWith("ies") ? `${word.slice(0, -3)}y` : word;
  return one.endsWith("s") && one.length > 1 && !one.endsWith("ss") ? one.slice(0, -1) : one;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.)]\s+/, "")
    .replace(/[-_:\s"'`*\u2022\u2018\u2019\u201c\u201d\u00ab\u00bb\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/(?<=\w)[.,;!]$/, "");
}

function didYouMean(word: string, options: string[]): string | undefined {
  const counts = options.map((option) =>
    word.length > 256 || option.length > 256 ? TOO_FAR : slips(fold(word), fold(option)),
  );
  const fewest = Math.min(...counts);
  const best = options.filter((_, i) => counts[i] === fewest);
  return fewest !== TOO_FAR && best.length === 1 ? best[0] : undefined;
}

/** A name of three letters may have one slip, one of eight may have two that only lose, double or swap letters. */
function slips(word: string, meant: string): number {
  if (word === meant) return 0;
  if (meant.length < 3) return TOO_FAR;
  if (written(word, meant, 1, true)) return 1;
  return meant.length >= 8 && written(word, meant, 2, false) ? 2 : TOO_FAR;
}

const isDigit = (character: string) => character >= "0" && character <= "9";

/** Whether the one is written for the other with so many slips; `any` allows other letters and letters too many. */
function written(word: string, meant: string, most: number, any: boolean): boolean {
  const from = (i: number, j: number, left: number): boolean => {
    if (Math.abs(word.length - i - (meant.length - j)) > left) return false;
    if (i === word.length && j === meant.length) return true;
    const [a, b] = [word.charAt(i), meant.charAt(j)];
    if (a !== "" && a === b && from(i + 1, j + 1, left)) return true;
    if (left === 0) return false;
    const [isA, isB] = [a !== "" && !isDigit(a), b !== "" && !isDigit(b)];
    const isDoubled = isA && a === meant.charAt(j - 1);
    const isSwapped = isA && isB && a === meant.charAt(j + 1) && b === word.charAt(i + 1);
    if (isB && from(i, j + 1, left - 1)) return true;
    if (isDoubled && from(i + 1, j, left - 1)) return true;
    if (isSwapped && from(i + 2, j + 2, left - 1)) return true;
    return any && isA && (from(i + 1, j, left - 1) || (isB && from(i + 1, j + 1, left - 1)));
  };
  return from(0, 0, most);
}

// jest's sandbox looks a global up anew each time: `Math.min` in the inner loop was most of its cost.
const { min } = Math;
const TOO_FAR = Number.POSITIVE_INFINITY;

/** Levenshtein distance in UTF-16 units, row by row, given up where more than `most` are certain. */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return TOO_FAR;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
    if (min(...row) > most) return TOO_FAR;
  }
  const distance = row[b.length] ?? 0;
  return distance <= most ? distance : TOO_FAR;
}
