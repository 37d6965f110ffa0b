import type { Json, JsonObject } from "../json/value.js";
import type { Applicability, Severity } from "./problem.js";

/** The files of one version of a spec package, after the meta-schemas have passed them. */
export interface SpecSource {
  domainId: string;
  version: string;
  spec: {
    status: SpecStatus;
    /** Dates, which only announce. */
    deprecatedOn?: string;
    retiresOn?: string;
    /** The changes since the version before that are meant to break candidates. */
    breaks?: string[];
    title: string;
    /** The example that the examples of rules change. */
    base: string;
    data: JsonObject;
    declarations?: Record<string, DeclarationSource>;
    normalize: NormalizeStep[];
  };
  shape: JsonObject;
  /** By name, which is the name of the file. */
  rules: Record<string, RuleSource>;
  examples: Record<string, ExampleSource>;
}

export type SpecStatus = "draft" | "released" | "retired";

/** When this holds (optional), this check must hold at every place that it selects. */
export interface RuleSource {
  severity: Severity;
  summary: string;
  rationale: string;
  when?: Condition;
  check: CheckSource | CheckSource[];
  message: string;
  fixes?: FixSource[];
  /** Since which version, and the rule that takes its place. */
  deprecated?: { since: string; use?: string };
  examples: RuleExample[];
}

/** One check by its name, its options beside it. */
export interface CheckSource {
  at: string | string[];
  /** A condition that the item must meet. */
  where?: Condition;
  /** One group for each place of this prefix of `at`. */
  per?: string;
  [name: string]: unknown;
}

export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Comparison;

export interface Comparison {
  fact?: "candidate" | "item" | "count";
  params?: Selection;
  path?: string;
  operator: string;
  /** Literal, or a reference. */
  value: Json;
}

export interface Selection {
  at: string | string[];
  where?: Condition;
}

/** Changes to a candidate, made in this order; a `patch` stands alone. Pointers may have `*`. */
export interface ChangeSource {
  remove?: string | string[];
  rename?: Record<string, string>;
  /** Examples only. */
  resize?: Record<string, number>;
  set?: Record<string, Json>;
  patch?: JsonObject[];
}

export interface FixSource extends ChangeSource {
  title: string;
  /** The most that may be claimed. */
  applicability: Applicability;
  when?: Condition;
}

/** A change to the base example and what this rule must make of it. */
export interface RuleExample extends ChangeSource {
  title: string;
  registry?: string[];
  /** The ids in other registries of the target product, by their names. */
  registries?: Record<string, string[]>;
  /** Places of this rule's violations; none where left out. */
  violations?: string[];
  /** The message of the first violation; what follows is about that one, too. */
  message?: string;
  severity?: Severity;
  /** The applicability of its first fix, or "none". */
  fix?: Applicability | "none";
  /** Pointers, and the values there after its first fix. */
  fixed?: Record<string, Json>;
}

/** A whole candidate and what must come out. */
export interface ExampleSource {
  title: string;
  registry?: string[];
  /** The ids in other registries of the target product, by their names. */
  registries?: Record<string, string[]>;
  candidate: Json;
  diagnostics: { code: string; path: string }[];
  proposal?: Json;
}

/** One step on the way from a valid candidate to the proposal of a package. */
export interface NormalizeStep {
  step: "trim" | "single-space" | "nfc" | "default" | "sort" | "order-keys";
  at: string | string[];
  /** An order: a list, or for `sort` also nothing (by value) or `{ "item": "/name" }` (by a property). */
  by?: Json;
  value?: Json;
}

/** Says that the candidate itself names things, such as the fields of its records. */
export interface DeclarationSource {
  at: string;
  name: string;
  type?: string;
  types?: { spec: string };
  /** Boolean properties of a declaration: null fits too; the key may be absent; the value is an array of the type. */
  nullable?: string;
  optional?: string;
  repeated?: string;
  /** Objects with these names as keys. */
  records?: string;
  /** Places whose value is one of the names. */
  references?: string | string[];
}
