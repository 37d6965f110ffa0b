import type { Json, JsonObject } from "../ground/json/value.js";
import type { Applicability, Severity } from "./violation.js";

/** The files of one version of a spec package, which have passed the meta-schemas. */
export interface SpecSource {
  domainId: string;
  version: string;
  /** The content of spec.json. */
  settings: {
    status: SpecStatus;
    /** Announced dates, which have no effect on verdicts. */
    deprecatedOn?: string;
    retiresOn?: string;
    title: string;
    /** The name of the example that the examples of rules change. */
    base: string;
    data: JsonObject;
    declarations?: Record<string, DeclarationSource>;
    normalize: NormalizeStep[];
  };
  shape: JsonObject;
  /** By name, which is also the name of the file. */
  rules: Record<string, RuleSource>;
  examples: Record<string, ExampleSource>;
}

export const SPEC_STATUSES = ["draft", "released", "retired"] as const;
export type SpecStatus = (typeof SPEC_STATUSES)[number];

/** If `when` holds, or is left out, `check` must hold at every place that it selects. */
export interface RuleSource {
  severity: Severity;
  summary: string;
  rationale: string;
  when?: Condition;
  check: CheckSource | CheckSource[];
  message: string;
  fixes?: FixSource[];
  /** The version since which the rule is deprecated, and the rule to use instead. */
  deprecated?: { since: string; use?: string };
  examples: RuleExample[];
}

/** A check: the property with its name, and its options beside it. */
export interface CheckSource {
  at: string | string[];
  /** A condition that the item must meet. */
  where?: Condition;
  /** One group for each place of this prefix of `at`. */
  per?: string;
  [name: string]: unknown;
}

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | Comparison;

export interface Comparison {
  fact?: "candidate" | "item" | "previous" | "parent" | "count";
  params?: Selection;
  path?: string;
  operator: string;
  /** A literal or a reference. */
  value: Json;
}

export interface Selection {
  at: string | string[];
  where?: Condition;
}

/**
 * Changes to a candidate, in the order of their application. A `patch` has no other changes beside
 * it. Pointers may contain `*`.
 */
export interface ChangeSource {
  remove?: string | string[];
  rename?: Record<string, string>;
  /** In examples only. */
  resize?: Record<string, number>;
  set?: Record<string, Json>;
  patch?: JsonObject[];
}

export interface FixSource extends ChangeSource {
  title: string;
  /** The strongest claim that the fix can make. */
  applicability: Applicability;
  when?: Condition;
}

/** A change to the base example, and the expected result of the rule. */
export interface RuleExample extends ChangeSource {
  title: string;
  registry?: string[];
  /** The ids in other registries of the target product, by their names. */
  registries?: Record<string, string[]>;
  /** The places of this rule's violations; none by default. */
  violations?: string[];
  /** The message of the first violation. The properties below are about this violation too. */
  message?: string;
  severity?: Severity;
  /** The applicability of its first fix, or "none". */
  fix?: Applicability | "none";
  /** The values after its first fix, by their pointers. */
  fixed?: Record<string, Json>;
}

/** A whole candidate, and the expected result. */
export interface ExampleSource {
  title: string;
  registry?: string[];
  /** The ids in other registries of the target product, by their names. */
  registries?: Record<string, string[]>;
  candidate: Json;
  diagnostics: { code: string; path: string }[];
  proposal?: Json;
}

/** One step of the normalization of a valid candidate. */
export interface NormalizeStep {
  step: "trim" | "single-space" | "nfc" | "default" | "sort" | "order-keys";
  at: string | string[];
  /**
   * The order: a list. `sort` also allows `{ "item": "/name" }`, for a property, or nothing, for
   * the value itself.
   */
  by?: Json;
  value?: Json;
}

/** The declarations of a package, by their names. */
export type Declarations = Readonly<Record<string, DeclarationSource>>;

/** Describes where a candidate declares names, such as the fields of its records. */
export interface DeclarationSource {
  at: string;
  name: string;
  type?: string;
  types?: { spec: string };
  /**
   * Boolean properties of a declaration: the value may be null; the key may be absent; the value is
   * an array.
   */
  nullable?: string;
  optional?: string;
  repeated?: string;
  /** The selector of objects with these names as keys. */
  records?: string;
  /** The selectors of places whose value is one of the names. */
  references?: string | string[];
}
