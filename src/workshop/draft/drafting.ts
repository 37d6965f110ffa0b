import type { Condition } from "../../engine/grammar.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import type { DraftRules } from "./draft-rules.js";
import type { Flat } from "./flatten.js";

/** A draft that is being made of a schema. */
export interface Drafting {
  readonly rules: DraftRules;
  /** How many keywords became what. */
  readonly counts: { shape: number; rules: number; kept: number };
  shapeOf(schema: Json, at: string, trail: readonly JsonObject[]): JsonObject;
  flatten(schema: Json, trail: readonly JsonObject[]): Flat | undefined;
  accepts(schema: JsonObject, value: Json): boolean;
  /** Whether the lint refuses what a keyword at a place would become. */
  isRefused(at: string, keyword: string): boolean;
  /** Keeps a part of a schema as it is; with a condition, only where it holds. */
  keep(at: string, schema: Json, keywords: readonly string[], condition?: Condition): void;
  /** Takes a keyword out, with those that depend on each other; they are kept as they are. */
  keepKeyword(keywords: JsonObject, keyword: string, at: string): void;
  /** Notes where the package is stricter than the schema. */
  bound(what: string, at: string): void;
  /** Keeps what a property must be. */
  keepProperty(at: string, name: string, schema: Json, keywords: readonly string[], condition?: Condition): void;
}
