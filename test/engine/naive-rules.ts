import { distance } from "fastest-levenshtein";
import type {
  CheckSource,
  Comparison,
  Condition,
  DeclarationSource,
} from "../../src/engine/grammar.js";
import type { JsonObject } from "../../src/ground/json/value.js";
import type { RuleParts } from "./spec-of.js";

/**
 * The grammar of rules said a second time, straight from its words and sharing nothing with the
 * engine: the oracle that property tests hold the engine against. Clarity over speed; the order
 * means nothing.
 */
export interface NaivePackage {
  rules: Record<string, RuleParts>;
  data: JsonObject;
  declarations: Record<string, DeclarationSource>;
  /** What the types of declarations accept, by name. */
  types: Record<string, (value: unknown) => boolean>;
  registry: ReadonlySet<string>;
}

/** A violation: the name of the rule, its place, and what it is about. */
export function naiveViolations(given: NaivePackage, candidate: unknown): string[] {
  return Object.entries(given.rules).flatMap(([name, { when, check }]) => {
    const input = { ...given, candidate };
    if (when !== undefined && !holds(when, { fact: "candidate", item: undefined }, input))
      return [];
    const reports = [check].flat().flatMap((one) => [...failures(one, input)]);
    return [...new Set(reports.map(({ path, about }) => line(name, path, about)))];
  });
}

export const line = (code: string, path: string, about: string | undefined) =>
  JSON.stringify([code, path, about ?? null]);

interface Input extends NaivePackage {
  candidate: unknown;
}

interface Report {
  path: string;
  about?: string | undefined;
}

/** The array item around a place, the one before it, and what is around both. */
interface Around {
  item: unknown;
  previous?: unknown;
  parent?: unknown;
}

interface Place extends Around {
  path: string;
  value: unknown;
  /** The declared name behind a pointer that ends in one. */
  key?: string;
}

// ---- values and places ----

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** A property that is really there: `toString` of `{}` is not. */
const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
/** RFC 6901, section 3: `~` first, or the `~` of an escaped `/` would be escaped again. */
const step = (path: string, key: string | number) =>
  `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
const unescaped = (token: string) => token.replaceAll("~1", "/").replaceAll("~0", "~");
const tokensOf = (pointer: string) => pointer.split("/").slice(1).map(unescaped);

/** One place, which may be an item of an array. */
function at(value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (here, token) =>
      Array.isArray(here) && /^(0|[1-9]\d*)$/.test(token) ? here[Number(token)] : own(here, token),
    value,
  );
}

function select(root: unknown, tokens: readonly string[], start: Omit<Place, "value">): Place[] {
  const [token, ...rest] = tokens;
  if (root === undefined) return [];
  if (token === undefined) return [{ ...start, value: root }];
  if (token !== "*")
    return select(own(root, token), rest, { ...start, path: step(start.path, token) });
  if (!Array.isArray(root)) return [];
  return root.flatMap((item, index) =>
    select(item, rest, {
      path: step(start.path, index),
      item,
      previous: root[index - 1],
      parent: start.item,
    }),
  );
}

const everywhere = (pointer: string, candidate: unknown) =>
  select(candidate, tokensOf(pointer), { path: "/candidate", item: candidate });

interface Declared {
  path: string;
  item: unknown;
  name: string;
}

/** The first declaration of each name. */
function declaredBy(source: DeclarationSource | undefined, candidate: unknown): Declared[] {
  const all = everywhere(source?.at ?? "/nowhere", candidate).map(({ path, value }) => {
    return { path, item: value, name: at(value, source?.name ?? "") };
  });
  const named = all.filter((one): one is Declared => typeof one.name === "string");
  return named.filter(
    ({ name }, index) => named.findIndex((other) => other.name === name) === index,
  );
}

// ---- conditions ----

interface Scope extends Around {
  /** Of comparisons that name none. */
  fact: "candidate" | "item";
}

function holds(condition: Condition, scope: Scope, input: Input): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, scope, input));
  if ("any" in condition) return condition.any.some((part) => holds(part, scope, input));
  if ("not" in condition) return !holds(condition.not, scope, input);
  return compare(
    condition.operator,
    leftOf(condition, scope, input),
    rightOf(condition.value, scope, input),
  );
}

function leftOf({ fact, params, path = "" }: Comparison, scope: Scope, input: Input): unknown {
  const start = fact ?? scope.fact;
  if (start !== "count") return at(start === "candidate" ? input.candidate : scope[start], path);
  const places = [params?.at ?? []]
    .flat()
    .flatMap((pointer) => everywhere(pointer, input.candidate));
  const where = params?.where;
  if (where === undefined) return places.length;
  return places.filter((place) => holds(where, { ...place, fact: "item" }, input)).length;
}

function rightOf(value: unknown, around: Around, input: Input): unknown {
  if (!isObject(value)) return value;
  const { times, plus, spec } = value;
  const [root, pointer] = spec === undefined ? startOf(value, around, input) : [input.data, spec];
  const found = at(root, String(pointer));
  if (times === undefined && plus === undefined) return found;
  const [factor, offset] = [rightOf(times ?? 1, around, input), rightOf(plus ?? 0, around, input)];
  if (typeof found !== "number" || typeof factor !== "number" || typeof offset !== "number")
    return undefined;
  // No number of these tests needs more digits.
  return Number((found * factor + offset).toFixed(6));
}

/** What a reference starts from, and the pointer from there. */
function startOf(
  reference: Record<string, unknown>,
  around: Around,
  { candidate }: Input,
): [unknown, unknown] {
  for (const start of ["item", "previous", "parent"] as const)
    if (start in reference) return [around[start], reference[start]];
  return [candidate, reference.candidate];
}

function compare(operator: string, left: unknown, right: unknown): boolean {
  if (operator === "exists") return (left !== undefined) === right;
  if (operator === "equal") return left !== undefined && left === right;
  if (operator === "notEqual") return !compare("equal", left, right);
  if (operator === "in") return (right as unknown[]).some((one) => one === left);
  if (operator === "notIn") return !compare("in", left, right);
  if (operator === "startsWith" || operator === "endsWith") {
    if (typeof left !== "string" || typeof right !== "string") return false;
    return (
      (operator === "endsWith"
        ? left.slice(-right.length || left.length)
        : left.slice(0, right.length)) === right
    );
  }
  if (operator === "onWeekday") return isDate(left) && (right as unknown[]).includes(dayOf(left));
  if (operator === "contains")
    return Array.isArray(left) && left.some((one) => compare("equal", one, right));
  if (operator === "doesNotContain")
    return Array.isArray(left) && !compare("contains", left, right);
  if (typeof left !== "number" || typeof right !== "number") return false;
  if (operator === "lessThan") return left < right;
  if (operator === "lessThanInclusive") return left <= right;
  if (operator === "greaterThan") return left > right;
  if (operator === "greaterThanInclusive") return left >= right;
  throw new Error(`what does ${operator} mean?`);
}

// ---- checks ----

// biome-ignore lint/suspicious/noExplicitAny: parameters are what their check says.
type Parameters = CheckSource & Record<string, any>;

function* failures(check: CheckSource, input: Input): Generator<Report> {
  const params = check as Parameters;
  const isGroup = ["unique", "sorted", "count", "distinct"].some((name) => name in check);
  if (isGroup)
    for (const group of groupsOf(check, input)) yield* groupFailures(params, group, input);
  else for (const place of placesOf(check, input)) yield* nodeFailures(params, place, input);
}

const declarationIn = (pointer: string) =>
  /^(.*)\/\{(\w+)\}$/.exec(pointer)?.slice(1) as [string, string] | undefined;

function placesOf(check: CheckSource, input: Input): Place[] {
  const all = [check.at].flat().flatMap((pointer): Place[] => {
    const [records, name] = declarationIn(pointer) ?? [];
    if (records === undefined || name === undefined) return everywhere(pointer, input.candidate);
    return everywhere(records, input.candidate).flatMap(({ path, value }) =>
      declaredBy(input.declarations[name], input.candidate)
        .filter((one) => isObject(value) && Object.hasOwn(value, one.name))
        .map(({ name: key, item }) => ({
          path: step(path, key),
          value: own(value, key),
          item,
          key,
        })),
    );
  });
  return all.filter((place) => isSelected(check, place, input));
}

const isSelected = ({ where }: CheckSource, { item, previous, parent }: Around, input: Input) =>
  where === undefined || holds(where, { fact: "item", item, previous, parent }, input);

function listOf(reference: unknown, around: Around, input: Input): unknown[] {
  if (Array.isArray(reference)) return reference;
  const { spec, candidate, declared } = reference as Record<string, string | undefined>;
  if (declared !== undefined)
    return declaredBy(input.declarations[declared], input.candidate).map(({ name }) => name);
  if (candidate !== undefined)
    return everywhere(candidate, input.candidate)
      .map(({ value }) => value)
      .filter(isScalar);
  if (spec === undefined) {
    const [root, pointer] = startOf(reference as object as Record<string, unknown>, around, input);
    return [at(root, String(pointer))].flat().filter(isScalar);
  }
  const data = at(input.data, String(spec));
  return Array.isArray(data) ? data : Object.keys(data as object);
}

function limitsOf(limits: object, around: Around, input: Input): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, rightOf(limit, around, input)]),
  );
}

const folded = (value: unknown, ignoreCase: unknown) =>
  ignoreCase === true && typeof value === "string" ? value.toLowerCase() : value;

function* nodeFailures(check: Parameters, place: Place, input: Input): Generator<Report> {
  const { path, value, item, key } = place;
  const here = { path, about: key };
  const isListed = (reference: unknown) =>
    listOf(reference, place, input).some(
      (one) => folded(one, check.ignoreCase) === folded(value, check.ignoreCase),
    );
  if ("one-of" in check && isScalar(value) && !isListed(check["one-of"])) yield here;
  if ("none-of" in check && isScalar(value) && isListed(check["none-of"])) yield here;
  // A string that is far too long, or empty, is left to the length limits.
  if ("pattern" in check && typeof value === "string" && value !== "" && value.length <= 2_000) {
    if (!new RegExp(check.pattern, "u").test(value)) yield here;
  }
  if ("length" in check && typeof value === "string") {
    if (!isWithinCounts([...value].length, limitsOf(check.length, place, input))) yield here;
  }
  if ("range" in check && !isWithin(value, limitsOf(check.range, place, input))) yield here;
  if ("equals" in check) {
    const expected = rightOf(check.equals, place, input);
    if (isScalar(value) && typeof value === typeof expected && value !== expected) yield here;
  }
  if ("weekday" in check && isDate(value) && !check.weekday.includes(dayOf(value))) yield here;
  if (
    "checksum" in check &&
    typeof value === "string" &&
    value !== "" &&
    !isNumbered(value, check.checksum)
  )
    yield here;
  if ("has-keys" in check && isObject(value))
    yield* missingKeys(check["has-keys"], { ...place, value }, input);
  if ("only-keys" in check && isObject(value))
    yield* extraKeys(check["only-keys"], { ...place, value }, input);
  if ("declared-type" in check) {
    const { type, types = undefined } = declarationOf(check, input);
    const name = String(at(item, String(type)));
    const accepts = types && Object.hasOwn(input.types, name) ? input.types[name] : undefined;
    if (accepts !== undefined && !hasType(value, item, accepts, declarationOf(check, input)))
      yield here;
  }
  if ("not-registered" in check && typeof value === "string" && input.registry.has(value))
    yield here;
  if (
    "distinct-from-registered" in check &&
    typeof value === "string" &&
    !input.registry.has(value)
  ) {
    // The empty string is close to every short one, and is left to the length limits.
    if (
      value !== "" &&
      value.length <= 256 &&
      [...input.registry].some((taken) => isNextTo(value, taken))
    )
      yield here;
  }
}

const isDate = (value: unknown): value is string => inOrder(value, "2026-01-01") !== undefined;

function dayOf(date: string): string {
  const day = new Date(`${date.slice(0, 10)}T12:00:00Z`);
  return day.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" }).toLowerCase();
}

/** By the sums that must come out, instead of the digits that would fit. */
function isNumbered(text: string, kind: string): boolean {
  const characters = [...text]
    .filter((character) => character !== " " && character !== "-")
    .join("");
  const digits = [...characters].map((character) => (character === "X" ? 10 : Number(character)));
  const weighted = (weights: readonly number[]) =>
    digits.reduce(
      (sum, digit, index) => sum + digit * (weights[index % weights.length] as number),
      0,
    );
  if (kind === "isbn" && /^\d{9}[\dX]$/.test(characters))
    return weighted([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  if (kind === "isbn") return /^97[89]\d{10}$/.test(characters) && weighted([1, 3]) % 10 === 0;
  if (kind === "luhn") {
    const doubled = digits
      .toReversed()
      .map((digit, index) => (index % 2 === 0 ? [digit] : [...String(digit * 2)]));
    return (
      /^\d\d+$/.test(characters) &&
      doubled.flat().reduce<number>((sum, digit) => sum + Number(digit), 0) % 10 === 0
    );
  }
  const [, country, check, rest] = /^([A-Z]{2})(\d\d)([A-Z\d]{11,30})$/.exec(characters) ?? [];
  const moved = `${rest}${country}${check}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return (
    rest !== undefined && Number(check) > 1 && Number(check) < 99 && BigInt(moved) % 97n === 1n
  );
}

function declarationOf(check: CheckSource, { declarations }: Input): DeclarationSource {
  const [, name = ""] = declarationIn([check.at].flat()[0] as string) ?? [];
  return declarations[name] as DeclarationSource;
}

type Accepts = (value: unknown) => boolean;

function hasType(
  value: unknown,
  item: unknown,
  accepts: Accepts,
  { nullable, repeated }: DeclarationSource,
): boolean {
  const says = (property: string | undefined) =>
    property !== undefined && at(item, property) === true;
  if (value === null && says(nullable)) return true;
  return says(repeated) ? Array.isArray(value) && value.every(accepts) : accepts(value);
}

const isWithinCounts = (size: number, { min, max }: Record<string, unknown>) =>
  !(typeof min === "number" && size < min) && !(typeof max === "number" && size > max);

/** Numbers among numbers, dates and date-times among themselves. */
function inOrder(one: unknown, other: unknown): number | undefined {
  const [a, b] = [one, other].map((value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : value,
  );
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return typeof a === "number" && typeof b === "number" ? a - b : undefined;
}

function isWithin(value: unknown, { min, max, above, below }: Record<string, unknown>): boolean {
  // What has no order with a limit is neither below nor above it.
  const over = (limit: unknown) => inOrder(value, limit) ?? Number.NaN;
  return !(over(min) < 0 || over(max) > 0 || over(above) <= 0 || over(below) >= 0);
}

/** The names of a declaration that an object lacks, and its keys that are none of them. */
function comparedKeys(
  source: DeclarationSource,
  object: Record<string, unknown>,
  { candidate }: Input,
) {
  const declared = declaredBy(source, candidate);
  const names = declared.map(({ name }) => name);
  const isNamed = ({ value }: Place) => typeof at(value, source.name) === "string";
  const isComplete = everywhere(source.at, candidate).every(isNamed);
  const missing = declared.filter(({ name }) => !Object.hasOwn(object, name));
  const extra =
    isComplete && names.length > 0 ? Object.keys(object).filter((key) => !names.includes(key)) : [];
  return { missing, extra };
}

type Held = Place & { value: Record<string, unknown> };

function* missingKeys(reference: unknown, held: Held, input: Input): Generator<Report> {
  const { path, value } = held;
  const declared = declaredIn(reference, input);
  if (declared === undefined) {
    for (const key of listOf(reference, held, input))
      if (typeof key === "string" && !Object.hasOwn(value, key)) yield { path, about: key };
    return;
  }
  for (const { name, item: declaration } of comparedKeys(declared, value, input).missing) {
    const isOptional =
      declared.optional !== undefined && at(declaration, declared.optional) === true;
    if (!isOptional) yield { path, about: name };
  }
}

function* extraKeys(reference: unknown, held: Held, input: Input): Generator<Report> {
  const { path, value } = held;
  if (isObject(reference) && "pattern" in reference) {
    const fits = new RegExp(String(reference.pattern), "u");
    for (const key of Object.keys(value))
      if (!fits.test(key)) yield { path: step(path, key), about: key };
    return;
  }
  const declared = declaredIn(reference, input);
  const known = listOf(reference, held, input);
  const extra = declared
    ? comparedKeys(declared, value, input).extra
    : Object.keys(value).filter((key) => !known.includes(key));
  for (const key of extra) yield { path: step(path, key), about: key };
}

const declaredIn = (reference: unknown, { declarations }: Input) =>
  isObject(reference) && "declared" in reference
    ? declarations[String(reference.declared)]
    : undefined;

const isNextTo = (id: string, taken: string) =>
  id.toLowerCase() === taken.toLowerCase() || distance(id, taken) === 1;

// ---- groups ----

interface Group extends Report, Around {
  places: Place[];
}

function groupsOf(check: CheckSource, input: Input): Group[] {
  const pointers = [check.at].flat();
  const [, name] = declarationIn(pointers[0] as string) ?? [];
  if (name !== undefined) return groupsOfDeclared(check, name, input);
  const place = check.per === undefined ? shared(pointers.map(prefixOf)) : tokensOf(check.per);
  const candidates = select(input.candidate, place, { path: "/candidate", item: input.candidate });
  return candidates.flatMap((group): Group[] => {
    const rests = pointers.map((pointer) => tokensOf(pointer).slice(place.length));
    if (!rests.some((rest) => isThere(group.value, rest))) return [];
    const places = rests.flatMap((rest) => select(group.value, rest, group));
    return [{ ...group, places: places.filter((inside) => isSelected(check, inside, input)) }];
  });
}

/** Up to the first `*`; of a pointer without one, up to its last token. */
function prefixOf(pointer: string): string[] {
  const tokens = tokensOf(pointer);
  return tokens.slice(0, tokens.includes("*") ? tokens.indexOf("*") : -1);
}

function shared([first = [], ...others]: string[][]): string[] {
  const differs = first.findIndex((token, index) => others.some((other) => other[index] !== token));
  return differs === -1 ? first : first.slice(0, differs);
}

/** The array that is selected from, or the object whose properties are. */
function isThere(node: unknown, rest: readonly string[]): boolean {
  const star = rest.indexOf("*");
  if (star === -1) return isObject(node);
  const [array] = select(node, rest.slice(0, star), { path: "", item: undefined });
  return Array.isArray(array?.value);
}

function groupsOfDeclared(check: CheckSource, name: string, input: Input): Group[] {
  const records = [check.at].flat().map((pointer) => declarationIn(pointer)?.[0] ?? "");
  const areThere = records.some((pointer) => {
    if (pointer.includes("*")) return isThere(input.candidate, tokensOf(pointer));
    return everywhere(pointer, input.candidate).some(({ value }) => isObject(value));
  });
  if (!areThere) return [];
  return declaredBy(input.declarations[name], input.candidate)
    .filter(({ item }) => isSelected(check, { item }, input))
    .map(({ path, item, name: key }) => {
      const values = records.flatMap((pointer) => everywhere(pointer, input.candidate));
      const places = values
        .filter(({ value }) => isObject(value) && Object.hasOwn(value, key))
        .map(({ path: record, value }) => ({
          path: step(record, key),
          value: own(value, key),
          item,
          key,
        }));
      return { path, about: key, item, places };
    });
}

function* groupFailures(check: Parameters, group: Group, input: Input): Generator<Report> {
  const { path, about, places } = group;
  const identity = ({ value }: Place) => canonical(folded(value, check.ignoreCase));
  if ("unique" in check) {
    const counted = places.filter(({ value }) => value !== null && typeof value !== "boolean");
    for (const [index, place] of counted.entries())
      if (counted.slice(0, index).some((other) => identity(other) === identity(place)))
        yield { path: place.path, about };
  }
  if ("sorted" in check) {
    const ordered = places.filter(
      ({ value }) => typeof value === "string" || typeof value === "number",
    );
    const isWrong = (place: Place, index: number) =>
      index > 0 && isAfter(ordered[index - 1]?.value, place.value, check.sorted);
    const first = ordered.find(isWrong);
    if (first !== undefined) yield { path: first.path, about };
  }
  if ("count" in check && !isWithinCounts(places.length, limitsOf(check.count, group, input)))
    yield { path, about };
  if ("distinct" in check) {
    const size = new Set(places.map(identity)).size;
    if (!isWithinCounts(size, limitsOf(check.distinct, group, input))) yield { path, about };
  }
}

function isAfter(one: unknown, other: unknown, order: string): boolean {
  const [first, second] = order === "ascending" ? [one, other] : [other, one];
  const difference = inOrder(first, second);
  if (difference !== undefined) return difference > 0;
  if (typeof first !== "string" || typeof second !== "string") return false;
  const [isDate, isOtherDate] = [first, second].map(
    (text) => inOrder(text, "2026-01-01") !== undefined,
  );
  return isDate === isOtherDate ? first > second : isOtherDate === true;
}

/** The same for equal JSON values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value).sort();
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}
