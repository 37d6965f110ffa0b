import type { Trail } from "../../json/selector.js";
import type { Json, JsonObject } from "../../json/value.js";
import { KEBAB_CASE } from "../../json-schema/kebab-case.js";
import type { Registry } from "../../registry/registry.js";
import type { Predicate } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { Unsure } from "../fixers/readings/reading.js";
import type { Memo } from "../memo.js";

/** A candidate and everything else that a check may look at. */
export interface Evaluation {
  readonly candidate: unknown;
  readonly registry: Registry;
  readonly memo: Memo;
  /** The selectors of arrays that are longer than they may be, and are cut. */
  readonly cut: readonly string[];
}

export interface CheckEnvironment {
  readonly data: JsonObject;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly shape?: JsonObject;
  /** The length of the longest string that the shape allows at the places of the check. */
  readonly maxLength?: number;
}

/**
 * A value for a placeholder. One that takes work is given as a function: most findings are made while fixes are
 * tried, where nobody reads them. One that may not be what the author meant says so, and no fix that uses it claims to be certain.
 */
export type Fill = Json | Unsure | undefined | (() => Json | Unsure | undefined);
export type Fills = Readonly<Record<string, Fill>>;

/** One place where a check does not hold. */
export interface Finding {
  path: string;
  /** The property that it is about; it fills `{key}`. */
  key: string | undefined;
  actual: unknown;
  expected: Json | undefined;
  fills: Fills | (() => Fills);
  /** The item of the place, for the conditions of fixes. */
  item: unknown;
}

export interface Report {
  /** The pointer of the finding, if not that of the node itself. */
  at?: string;
  key?: string;
  actual?: unknown;
  expected?: Json;
  /** A function where there are several that take work. */
  fills?: Fills | (() => Fills);
  item?: unknown;
}

/** The node that is being checked; the same object for every node, so read what you keep. */
export interface CheckContext {
  readonly trail: Trail;
  /** The value that the last `*` on the way to the node stands for; the candidate if there is none. */
  readonly item: unknown;
  readonly evaluation: Evaluation;
  /** The node's pointer, or that of another one. */
  path(trail?: Trail): string;
  /** Whether findings are only counted from now on, so that a report need not say anything. */
  readonly isFull: boolean;
  report(report?: Report): void;
}

/**
 * Looks at one node and reports where it does not hold. A value of a type that it cannot look at is left to the
 * shape.
 */
export interface Check {
  check(value: unknown, context: CheckContext): void;
}

/** One check for all candidates, or a function that makes one for each. */
export type CheckMaker = Check | ((evaluation: Evaluation) => Check);

/** A check object of a rule, ready to run. */
export interface CompiledCheck {
  /** The selectors of the nodes that it looks at. */
  readonly places: readonly string[];
  readonly maker: CheckMaker;
}

/** The places of a group, in document order. */
export interface Group {
  readonly values: readonly unknown[];
  /** The pointer of a place by its number. */
  path(at: number): string;
  /** The array item around a place, by its number. */
  itemAt(at: number): { readonly value: unknown; readonly path: string } | undefined;
}

/** Looks at all places of a group together. */
export interface GroupCheck {
  check(group: Group, context: CheckContext): void;
}

export type GroupCheckMaker = GroupCheck | ((evaluation: Evaluation) => GroupCheck);

interface Definition {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of the check's own value: `"one-of": value`. */
  readonly value: JsonObject;
  /** JSON Schemas of the options that may stand beside it. */
  readonly options: Readonly<Record<string, JsonObject>>;
  /** The JSON types that it looks at; others are left to the shape. */
  readonly types: readonly string[];
  /** The placeholders that its findings can fill, besides those of every finding. */
  placeholders(value: Json): readonly string[];
  /** Placeholders of every finding that it never fills. */
  readonly unfilled?: readonly string[];
}

export interface CheckParams {
  readonly value: Json;
  readonly options: JsonObject;
}

/** A check knows values and pointers, never the property names of a spec package. */
export interface NodeCheckDefinition extends Definition {
  readonly group?: false;
  /** Throws a `SpecError` where the parameters make no sense for this package. */
  compile(params: CheckParams, environment: CheckEnvironment): CheckMaker;
  /** For places with `{declaration}`, where the check looks at the whole record at once. */
  compileDeclared?(declaration: Declaration, where: Predicate | undefined): CheckMaker;
}

export interface GroupCheckDefinition extends Definition {
  readonly group: true;
  compile(params: CheckParams, environment: CheckEnvironment): GroupCheckMaker;
}

export type CheckDefinition = NodeCheckDefinition | GroupCheckDefinition;

/** The playground asks about them, and must not load all checks for that. */
const REGISTRY_CHECKS = ["registered", "not-registered", "distinct-from-registered"];

/** The value of a check of ids: `true` for the registry of the target product, or the name of another one of it. */
export const REGISTRY_NAME: JsonObject = {
  if: { type: "string" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: KEBAB_CASE,
  else: { const: true },
};

/** Whether a rule depends on which ids are taken: only a service that has the registry finds its violations. */
export function asksRegistry(check: unknown): boolean {
  return [check].flat().some((one) => REGISTRY_CHECKS.some((name) => name in (one as object)));
}

/** The names of the other registries that checks ask. */
export function registryNamesIn(check: unknown): string[] {
  return [check].flat().flatMap((one) => {
    const values = REGISTRY_CHECKS.map((name) => (one as Record<string, unknown>)[name]);
    return values.filter((value) => typeof value === "string");
  });
}

/** Undefined where no such registry is known: a check says nothing then. */
export function registryFor(value: Json, { registry }: { readonly registry: Registry }): Registry | undefined {
  const asked = typeof value === "string" ? registry.named?.(value) : registry;
  return asked?.isUnknown === true ? undefined : asked;
}
