import type { Around } from "../../ground/json/selector.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import type { Predicate } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { CheckSubject } from "../memo.js";

export interface CheckEnvironment {
  readonly data: JsonObject;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly shape?: JsonObject;
  /** The length of the longest string that the shape allows at the places of the check. */
  readonly maxLength?: number;
}

/**
 * The value of a placeholder. A value that takes work is given as a function, because most findings
 * are made while fixes are tried, and nobody reads them.
 */
export type Fill = Json | Meaning<Json> | undefined | (() => Json | Meaning<Json> | undefined);
export type Fills = Readonly<Record<string, Fill>>;

/** One place that violates a check. */
export interface Finding {
  path: string;
  /** The property that the finding is about; it fills `{key}`. */
  key: string | undefined;
  actual: unknown;
  expected: Json | undefined;
  fills: Fills;
  /** For the conditions of fixes. */
  around: Around;
  /** How many more the check has found and only counted. */
  further?: number;
}

/** The node that is being checked. The same object is used for every node, so do not keep it. */
export interface CheckContext extends Around {
  readonly subject: CheckSubject;
  /** The pointer of the node. */
  path(): string;
  /** Whether further findings are only counted. Their reports may be empty. */
  readonly isFull: boolean;
  /** Counts findings that are not reported, because there are too many. */
  countFurther(count: number): void;
  /**
   * Reports a finding. By default, its path, its value and what is around it are those of the node.
   */
  report(finding?: Partial<Finding>): void;
}

/**
 * Checks one node, or a group of places, and reports what is wrong with it. Values of types that it
 * does not check are left to the shape.
 */
export type Check<V = unknown> = (value: V, context: CheckContext) => void;

export type CheckMaker<V = unknown> = (subject: CheckSubject) => Check<V>;

/** A check object of a rule, ready to run. */
export interface CompiledCheck {
  /** The selectors of the nodes that are checked. */
  readonly places: readonly string[];
  readonly maker: CheckMaker;
}

/** The places that a group check looks at together, in document order. */
export interface PlaceGroup {
  readonly values: readonly unknown[];
  path(index: number): string;
  itemAt(index: number): { readonly value: unknown; readonly path: string } | undefined;
}

/** The limits of a check, which are placeholders too. */
export function limitPlaceholders(value: Json): string[] {
  return Object.keys(value as object);
}

interface Definition {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of the check's own value: `"one-of": value`. */
  readonly value: JsonObject;
  /**
   * What the lint looks for in this value: limits of a number of things or of a value, values,
   * names of properties, one value, or a JSON Schema in the data. By default, references that lead
   * nowhere.
   */
  readonly kind?: "counts" | "limits" | "list" | "names" | "reference";
  /** JSON Schemas of the options beside it. */
  readonly options?: Readonly<Record<string, JsonObject>>;
  /** The JSON types that it checks; others are left to the shape. */
  readonly types: readonly string[];
  /**
   * The names of the placeholders that its findings can fill, besides the common ones; some may
   * leave one empty.
   */
  placeholders(value: Json, options: JsonObject): readonly string[];
  /** Common placeholders that it never fills. */
  readonly unfilled?: readonly string[];
  /**
   * With which values of the shape the lint tries it. A check against a list is not tried with
   * placeholders, because authors replace them. By default none is tried, because the check may
   * depend on more than the value.
   */
  readonly triedWith?: "examples" | "examples and placeholders";
  /**
   * A JSON Schema that refuses only what this check refuses among values of its types. That of a
   * group check describes the array that contains the places. `schema` is what the shape says about
   * a place. Undefined if JSON Schema cannot express the check.
   */
  asSchema?(params: CheckParams, data: JsonObject, schema: JsonObject): JsonObject | undefined;
}

export interface CheckParams {
  readonly value: Json;
  readonly options: JsonObject;
}

/** A check knows values and pointers, never the property names of a spec package. */
export interface NodeCheckDefinition extends Definition {
  readonly group?: false;
  /** Throws a `SpecError` if the parameters make no sense for this package. */
  compile(params: CheckParams, environment: CheckEnvironment): CheckMaker;
  /**
   * Compiles the check for places that end in `{declaration}`, if it checks whole records at once.
   */
  compileDeclared?(declaration: Declaration, where: Predicate | undefined): CheckMaker;
}

export interface GroupCheckDefinition extends Definition {
  readonly group: true;
  compile(params: CheckParams, environment: CheckEnvironment): CheckMaker<PlaceGroup>;
}

export type CheckDefinition = NodeCheckDefinition | GroupCheckDefinition;

/** Listed here for the playground, which must not load all checks to know them. */
const REGISTRY_CHECKS = ["registered", "not-registered", "distinct-from-registered"] as const;

/** A check that asks a registry; one that is not listed does not compile. */
export type RegistryCheckDefinition = NodeCheckDefinition & {
  readonly name: (typeof REGISTRY_CHECKS)[number];
};

/**
 * Whether a rule depends on which ids are taken: only a service that has the registry finds its
 * violations.
 */
export function asksRegistry(check: unknown): boolean {
  return [check].flat().some((part) => REGISTRY_CHECKS.some((name) => name in (part as object)));
}

/** The names of the other registries that a rule asks. */
export function listRegistryNames(check: unknown): string[] {
  return [check].flat().flatMap((part) => {
    const values = REGISTRY_CHECKS.map((name) => (part as Record<string, unknown>)[name]);
    return values.filter((value) => typeof value === "string");
  });
}
