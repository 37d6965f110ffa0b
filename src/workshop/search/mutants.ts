import type { CheckDefinition } from "../../engine/checks/check.js";
import { CHECKS_WITH_LIMITS, findDefinition } from "../../engine/checks/index.js";
import { isKeyPattern } from "../../engine/checks/key-pattern.js";
import { readLiteral } from "../../engine/condition.js";
import type { CheckSource, Comparison, Condition, RuleSource } from "../../engine/grammar.js";
import { findComparedKind, OPERATORS } from "../../engine/operators.js";
import { DAY_MS, orderOf } from "../../engine/order.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { itemsWithPointers } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { alternativesDropped } from "../../ground/patterns/pattern-parts.js";
import { walkObjects } from "../../specs/values-in.js";

/** A rule with one thing changed, which an example should notice. */
export interface Mutant {
  /** The change as a clause that follows "no example notices when". */
  readonly change: string;
  /** The place of the change in the rule file. */
  readonly pointer: string;
  readonly rule: RuleSource;
}

interface RuleEdit extends Omit<Mutant, "rule"> {
  /** Whether a part was left out. */
  readonly isDropped: boolean;
  readonly patch: readonly Operation[];
}

/** Every small change of a rule that changes what it means. */
export function* makeMutants(rule: RuleSource, data: JsonObject): Generator<Mutant> {
  for (const edit of inWhen(rule)) yield edited(rule, edit);
  yield* movedLimits(rule, data);
  for (const edit of inChecksAndFixes(rule)) yield edited(rule, edit);
}

function edited(rule: RuleSource, { patch, isDropped, ...mutant }: RuleEdit): Mutant {
  return { ...mutant, rule: applyPatch(rule, patch) as RuleSource };
}

function* inWhen({ when }: RuleSource): Generator<RuleEdit> {
  if (when === undefined) return;
  yield dropped("/when", '"when" is dropped');
  yield* within('in "when", ', inCondition(when, "/when"));
}

function* inChecksAndFixes(rule: RuleSource): Generator<RuleEdit> {
  const checks = itemsWithPointers(rule.check, "/check");
  for (const [index, [check, place]] of checks.entries()) {
    if (checks.length > 1) yield dropped(place, `check ${index + 1} is dropped`);
    yield* within(checks.length === 1 ? "" : `in check ${index + 1}, `, inCheck(check, place));
  }
  yield* inFixes(rule.fixes ?? []);
}

function dropped(pointer: string, change: string): RuleEdit {
  return { pointer, change, isDropped: true, patch: [{ op: "remove", path: pointer }] };
}

function replaced(pointer: string, value: Json, change: string): RuleEdit {
  return { pointer, change, isDropped: false, patch: [{ op: "replace", path: pointer, value }] };
}

function renamed(pointer: string, key: string, otherKey: string): RuleEdit {
  const patch: Operation[] = [{ op: "move", from: `${pointer}/${key}`, path: `${pointer}/${otherKey}` }];
  return { pointer: `${pointer}/${key}`, change: `"${key}" is "${otherKey}"`, isDropped: false, patch };
}

function* within(words: string, edits: Iterable<RuleEdit>): Generator<RuleEdit> {
  for (const edit of edits) yield { ...edit, change: words + edit.change };
}

/** An array of several items without each of them. */
function* itemsDropped(array: unknown, pointer: string, from = ""): Generator<RuleEdit> {
  if (!Array.isArray(array) || array.length < 2) return;
  for (const [index, item] of array.entries())
    yield dropped(`${pointer}/${index}`, `${JSON.stringify(item)} is dropped${from}`);
}

function* inCondition(condition: Condition, pointer: string): Generator<RuleEdit> {
  if ("operator" in condition) yield* inComparison(condition, pointer);
  if ("not" in condition) {
    yield replaced(pointer, condition.not as unknown as Json, '"not" is dropped');
    yield* inCondition(condition.not, `${pointer}/not`);
  }
  for (const [key, otherKey] of [
    ["all", "any"],
    ["any", "all"],
  ] as const) {
    const parts = (condition as { all?: Condition[]; any?: Condition[] })[key] ?? [];
    for (const [index, part] of parts.entries()) {
      const words = `part ${index + 1} of "${key}"`;
      const place = `${pointer}/${key}/${index}`;
      if (parts.length > 1) yield dropped(place, `${words} is dropped`);
      yield* within(`in ${words}, `, inCondition(part, place));
    }
    if (parts.length > 1) yield renamed(pointer, key, otherKey);
  }
}

function* inComparison({ operator, value, params }: Comparison, pointer: string): Generator<RuleEdit> {
  for (const other of OPERATORS.get(operator)?.confusable ?? [])
    yield replaced(`${pointer}/operator`, other, `"${operator}" is "${other}"`);
  if (operator === "exists")
    yield { ...replaced(`${pointer}/value`, value !== true, '"exists" is inverted'), pointer: `${pointer}/operator` };
  yield* itemsDropped(value, `${pointer}/value`);
  if (params?.where !== undefined) yield* inWhere(params.where, `${pointer}/params/where`);
}

function* inWhere(where: Condition, pointer: string): Generator<RuleEdit> {
  yield dropped(pointer, '"where" is dropped');
  yield* within('in "where", ', inCondition(where, pointer));
}

function* inCheck(check: CheckSource, pointer: string): Generator<RuleEdit> {
  const { where, pattern, sorted, "only-keys": keys } = check;
  const { name: kind, options = {} } = findDefinition(check) as CheckDefinition;
  if (where !== undefined) yield* inWhere(where, `${pointer}/where`);
  for (const name of ["at", kind, "by"]) yield* itemsDropped(check[name], `${pointer}/${name}`, ` from "${name}"`);
  for (const [name, otherName] of [
    ["one-of", "none-of"],
    ["none-of", "one-of"],
  ] as const) {
    const withoutAliases: Operation[] =
      check.aliases === undefined ? [] : [{ op: "remove", path: `${pointer}/aliases` }];
    const edit = renamed(pointer, name, otherName);
    if (check[name] !== undefined) yield { ...edit, patch: [...withoutAliases, ...edit.patch] };
  }
  for (const name of CHECKS_WITH_LIMITS) {
    const limits = Object.keys(isObject(check[name]) ? check[name] : {});
    for (const limit of limits.length > 1 ? limits : [])
      yield dropped(`${pointer}/${name}/${limit}`, `"${limit}" is dropped from "${name}"`);
  }
  if (typeof pattern === "string") yield* inPattern(pattern, `${pointer}/pattern`);
  if (isKeyPattern(keys) && typeof keys.pattern === "string")
    yield* inPattern(keys.pattern, `${pointer}/only-keys/pattern`);
  for (const option of [...Object.keys(options), "per"])
    if (check[option] !== undefined) yield dropped(`${pointer}/${option}`, `"${option}" is dropped`);
  if (sorted !== undefined) {
    const other = sorted === "ascending" ? "descending" : "ascending";
    yield replaced(`${pointer}/sorted`, other, `"sorted" is "${other}"`);
  }
}

function* inPattern(pattern: string, pointer: string): Generator<RuleEdit> {
  if (pattern.startsWith("^")) yield replaced(pointer, pattern.slice(1), 'the pattern has no "^"');
  if (pattern.endsWith("$") && !pattern.endsWith("\\$"))
    yield replaced(pointer, pattern.slice(0, -1), 'the pattern has no "$"');
  for (const { part, pattern: changed } of alternativesDropped(pattern)) {
    const change = `the alternative ${JSON.stringify(part)} is dropped`;
    yield { ...replaced(pointer, changed, change), isDropped: true };
  }
}

function* inFixes(fixes: NonNullable<RuleSource["fixes"]>): Generator<RuleEdit> {
  for (const [index, { applicability, when }] of fixes.entries()) {
    const words = fixes.length === 1 ? "the fix" : `fix ${index + 1}`;
    const pointer = `/fixes/${index}`;
    yield dropped(pointer, `${words} is dropped`);
    if (applicability === "machine-applicable")
      yield replaced(`${pointer}/applicability`, "maybe-incorrect", `${words} is maybe-incorrect`);
    if (when === undefined) continue;
    yield dropped(`${pointer}/when`, `"when" of ${words} is dropped`);
    for (const edit of within(`in "when" of ${words}, `, inCondition(when, `${pointer}/when`)))
      if (edit.isDropped) yield edit;
  }
}

/** For each limit, the one that excludes the limiting value instead of including it, and the reverse. */
const COUNTERPARTS: Readonly<Record<string, string>> = { min: "above", above: "min", max: "below", below: "max" };

/** Mutants in which a limit of a check or condition is moved by one. `hint` says which example to add. */
export function* movedLimits(rule: RuleSource, data: JsonObject): Generator<Mutant & { readonly hint: string }> {
  const { when, check, fixes = [] } = rule;
  const changed = (edit: RuleEdit, hint: string) => ({ ...edited(rule, edit), hint });
  const moved = function* (pointer: string, name: string, value: number | string) {
    const hint = "add one at the limit and one just beyond it, or remove the limit where no candidate can be there";
    for (const other of [moveLimit(value, -1), moveLimit(value, 1)])
      yield changed(replaced(pointer, other, `${name} is ${other} instead of ${value}`), hint);
  };
  for (const { object, pointer } of walkObjects({ check, when, fixes: fixes.map((fix) => ({ when: fix.when })) })) {
    const { operator, value } = object;
    if (["number", "date"].includes(findComparedKind(operator) ?? "") && value !== undefined) {
      const literal = readLiteral(value, data, pointer);
      if (typeof literal === "number" || typeof literal === "string")
        yield* moved(`${pointer}/value`, `"${operator}"`, literal);
    }
    for (const kind of object.at === undefined ? [] : CHECKS_WITH_LIMITS) {
      for (const [name, given] of Object.entries(isObject(object[kind]) ? object[kind] : {})) {
        const place = `${pointer}/${kind}/${name}`;
        const literal = readLiteral(given, data, place);
        if (typeof literal === "number" || typeof literal === "string") yield* moved(place, name, literal);
        else if (literal === undefined && (kind === "range" || kind === "sum"))
          yield changed(
            renamed(`${pointer}/${kind}`, name, COUNTERPARTS[name] as string),
            "add one in which both places are equal",
          );
      }
    }
  }
}

function moveLimit(value: number | string, by: number): number | string {
  if (typeof value === "number") return value + by;
  const date = orderOf(value);
  if (date === undefined) return value;
  const moved = new Date(date.order + by * DAY_MS).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
