import { type Diagnostic, evaluate } from "./engine/evaluate.js";
import type { Repair } from "./engine/repair.js";
import { sourceOfSchema, specOfSchema } from "./engine/spec-of-schema.js";
import { CANDIDATE, inCandidate } from "./engine/violation.js";
import { readLooseText } from "./ground/json/loose-text.js";
import { parseStrictJson } from "./ground/json/parse-strict.js";
import { applyPatch, type Operation, withPaths } from "./ground/json/patch.js";
import { type JsonPosition, jsonPosition } from "./ground/json/scanner.js";
import { isObject, type Json, type JsonObject } from "./ground/json/value.js";
import { UNKNOWN_REGISTRY } from "./ground/registry/registry.js";
import { compileSound, type SchemaOptions } from "./schema/compile-sound.js";

export { InvalidSchema } from "./schema/bundle.js";

export interface CheckResult {
  /** Whether the value fits the schema: the verdict of AJV. */
  readonly valid: boolean;
  /** What is wrong, each with its fixes. Pointers are into the value. */
  readonly diagnostics: readonly Diagnostic[];
  /** All certain fixes as one patch (RFC 6902); `open` is what an author has to decide. */
  readonly repair?: Repair;
  /** The value after the repair. */
  readonly repaired?: Json;
}

/**
 * How a text was read. `offered`: the value is likely, and needs confirmation. The last two have no
 * value.
 */
export type Syntax = "strict" | "repaired" | "offered" | "truncated" | "invalid";

export interface ReadText {
  readonly syntax: Syntax;
  /** What was checked. */
  readonly value?: Json;
  /** Why the text is not JSON that every parser reads in the same way. */
  readonly syntaxError?: { readonly detail: string; readonly position?: JsonPosition };
}

/** Checks a value, which is never changed. */
export interface Check {
  (value: unknown): Promise<CheckResult>;
  /** Checks text as a model wrote it. What is not JSON is read as what it can only mean. */
  text(json: string): Promise<CheckResult & ReadText>;
}

/** Throws `InvalidSchema` with every reason why the schema cannot be used. */
export function compileSchema(
  schema: JsonObject,
  options: Pick<SchemaOptions, "pointer" | "uri" | "documents"> = {},
): Check {
  const { bundle, decider } = compileSound(schema, options, true);
  // A root that is true or false has nothing to show.
  const [start] = Object.values(bundle.root.$defs as JsonObject);
  const source = sourceOfSchema(typeof start === "object" ? (start as JsonObject) : {});
  const spec = specOfSchema(source, decider, { mayBeUnportable: true });
  const check = async (value: unknown): Promise<CheckResult> => {
    const { valid, diagnostics, repair } = await evaluate(spec, value, UNKNOWN_REGISTRY);
    const result: CheckResult = { valid, diagnostics: diagnostics.map(inValue) };
    if (repair === undefined) return result;
    const { candidate: repaired } = applyPatch({ candidate: value as Json }, repair.patch) as {
      candidate: Json;
    };
    const open = repair.open.map((error) => ({ ...error, path: inCandidate(error.path) }));
    return {
      ...result,
      repair: { ...repair, patch: repair.patch.map(operationInValue), open },
      repaired,
    };
  };
  const keys = new Set(
    isObject(start) && isObject(start.properties) ? Object.keys(start.properties) : [],
  );
  return Object.assign(check, { text: (json: string) => checkText(json, check, keys) });
}

/** Of several readings of a text, the schema decides; `keys` are the properties at its root. */
async function checkText(
  text: string,
  check: (value: unknown) => Promise<CheckResult>,
  keys: ReadonlySet<string>,
): Promise<CheckResult & ReadText> {
  const strict = parseStrictJson(text);
  if ("value" in strict)
    return { ...(await check(strict.value)), syntax: "strict", value: strict.value as Json };
  const syntaxError = strict.explain();
  const none = { valid: false, diagnostics: [], syntax: "invalid", syntaxError } as const;
  if (syntaxError.code === "unacceptable-json") return none;
  const loose = readLooseText(text, keys);
  if ("problem" in loose) {
    const { problem: detail, isCutOff } = loose;
    const position = jsonPosition(text, isCutOff ? text.length : 0);
    return {
      ...none,
      syntax: isCutOff ? "truncated" : "invalid",
      syntaxError: { detail, position },
    };
  }
  const read = [];
  for (const { json, isPlain } of loose.readings) {
    const parsed = parseStrictJson(json);
    if (!("value" in parsed)) continue;
    const result = await check(parsed.value);
    const fits = result.valid || result.repair?.remaining === 0;
    read.push({ value: parsed.value as Json, result, isPlain, fits });
  }
  const fitting = read.filter(({ fits }) => fits);
  const likely = fitting.length > 0 ? fitting : read;
  const plain = likely.filter(({ isPlain }) => isPlain);
  const [first = likely[0]] = plain;
  if (first === undefined) return none;
  const meanings = plain.map(({ value, result }) => JSON.stringify(result.repaired ?? value));
  const isCertain = new Set(meanings).size === 1 && !loose.isOpen;
  const syntax = isCertain ? "repaired" : "offered";
  return { ...first.result, syntax, value: first.value, syntaxError };
}

function inValue(diagnostic: Diagnostic): Diagnostic {
  const fixes = diagnostic.fixes.map((fix) => ({ ...fix, patch: fix.patch.map(operationInValue) }));
  return { ...diagnostic, path: inCandidate(diagnostic.path), fixes };
}

/** The engine sees the value as the candidate of a request. */
function operationInValue(operation: Operation): Operation {
  return withPaths(operation, (pointer) =>
    pointer.startsWith(CANDIDATE) ? inCandidate(pointer) : pointer,
  );
}
