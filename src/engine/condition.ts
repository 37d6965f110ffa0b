import { toTokens } from "../ground/json/pointer.js";
import { type Around, compileGetter, compileSelector } from "../ground/json/selector.js";
import type { Json, JsonObject } from "../ground/json/value.js";
import type { Comparison, Condition, Selection } from "./grammar.js";
import type { Subject } from "./memo.js";
import { compilePattern, type Evaluator, OPERATORS } from "./operators.js";
import { compileReference, type Reference } from "./reference.js";
import { SpecError } from "./spec-error.js";

/** Whether a condition holds. Rule conditions have no enclosing item. */
export type Predicate = (subject: Subject, around?: Around) => boolean;

type Read = (subject: Subject, around?: Around) => unknown;

/** The default fact of comparisons. */
type Scope = "candidate" | "item";

/**
 * Compiles the condition of an item or of a fix. Conditions of rules are decided by
 * json-rules-engine.
 */
export function compileCondition(
  condition: Condition,
  data: JsonObject,
  scope: Scope,
  pointer: string,
): Predicate {
  const below = (part: Condition, step: string) =>
    compileCondition(part, data, scope, `${pointer}/${step}`);
  if ("all" in condition) {
    const parts = condition.all.map((part, index) => below(part, `all/${index}`));
    return (subject, around) => parts.every((isMet) => isMet(subject, around));
  }
  if ("any" in condition) {
    const parts = condition.any.map((part, index) => below(part, `any/${index}`));
    return (subject, around) => parts.some((isMet) => isMet(subject, around));
  }
  if ("not" in condition) {
    const isMet = below(condition.not, "not");
    return (subject, around) => !isMet(subject, around);
  }
  return compileComparison(condition, data, scope, pointer);
}

function compileComparison(
  comparison: Comparison,
  data: JsonObject,
  scope: Scope,
  pointer: string,
): Predicate {
  const { fact = scope, params, path = "" } = comparison;
  const { evaluate: compare, operand } = readOperands(comparison, data, pointer);
  const get = compileGetter(toTokens(path));
  const read: Read =
    fact === "candidate" || fact === "count"
      ? ({ candidate }) => get(candidate)
      : (_, around) => get(around?.[fact]);
  const left =
    fact === "count" ? compileCount(params as Selection, data, `${pointer}/params`) : read;
  return (subject, around) => compare(left(subject, around), operand.read(subject, around));
}

/** The operator of a comparison, and the value that it compares with. */
export function readOperands(
  { operator, value }: Comparison,
  data: JsonObject,
  pointer: string,
): { evaluate: Evaluator; operand: Reference } {
  const definition = OPERATORS.get(operator);
  if (definition === undefined)
    throw new SpecError(`unknown operator "${operator}"`, `${pointer}/operator`);
  const operand = compileReference(value, data, `${pointer}/value`);
  const { compares, evaluate } = definition;
  if (compares === "pattern") compilePattern(String(readConstant(operand)), `${pointer}/value`);
  if (compares === "list" && "constant" in operand && !Array.isArray(operand.constant))
    throw new SpecError("the data referred to must be an array; refer to one", `${pointer}/value`);
  return { evaluate, operand };
}

export function compileCount({ at, where }: Selection, data: JsonObject, pointer: string): Read {
  const selects = [at].flat().map(compileSelector);
  const isCounted =
    where === undefined ? undefined : compileCondition(where, data, "item", `${pointer}/where`);
  return (subject) => {
    let count = 0;
    for (const select of selects) {
      select(subject.candidate, (_, __, item, previous, parent) => {
        if (isCounted === undefined || isCounted(subject, { item, previous, parent })) count++;
      });
    }
    return count;
  };
}

/** The value that a comparison is made with, if it is a constant. */
export function readLiteral(value: Json, data: JsonObject, pointer: string): Json | undefined {
  return readConstant(compileReference(value, data, pointer));
}

function readConstant(reference: Reference): Json | undefined {
  return "constant" in reference ? (reference.constant as Json) : undefined;
}
