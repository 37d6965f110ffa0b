import { valuesOfList } from "../../engine/checks/parameters.js";
import { declarationIn, itemOf, recordsOf } from "../../engine/declared/declaration.js";
import type { CheckSource, Declarations, RuleSource, SpecSource } from "../../engine/grammar.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { finiteValues, nowherePlace, type ShapePlace, shapePlaceAt, typesIn, whySchemaRefuses } from "./shape-view.js";

/** Where the comparisons of a condition look. */
export interface ConditionScope {
  readonly view: PackageView;
  /** The fact of comparisons that name none. */
  readonly fact: "candidate" | "item";
  /** The selector of the items; undefined if there are none. */
  readonly item?: string;
  /** Whether the items are declarations, which have nothing around them. */
  readonly isDeclared?: boolean;
}

/**
 * What a package says about candidates before any is checked: its shape, its declarations, and the values that its
 * rules allow.
 */
export class PackageView {
  readonly data: JsonObject;
  readonly declarations: Declarations;
  readonly #shape: JsonObject;
  readonly #vocabularies = new Map<string, { values: readonly Json[]; rule: string }>();
  readonly #patterns = new Map<string, { pattern: RegExp; rule: string }>();

  constructor(private readonly source: SpecSource) {
    const { settings, shape, rules } = source;
    this.data = settings.data;
    this.declarations = settings.declarations ?? {};
    this.#shape = shape;
    for (const [name, rule] of Object.entries(rules)) this.#addDemands(name, rule);
  }

  /** The package without its rules, for parts that deal with candidates which break rules. */
  withoutRules(): PackageView {
    return new PackageView({ ...this.source, rules: {} });
  }

  /** What the shape says about a selector, which may end in `{declaration}`. */
  shapePlaceAt(selector: string): ShapePlace {
    const declared = declarationIn(selector);
    if (/\{[^/]*\}\//.test(selector)) return nowherePlace(selector, "a declaration is the last step of a pointer");
    if (declared === undefined) return shapePlaceAt(this.#shape, selector);
    if (!Object.hasOwn(this.declarations, declared)) {
      const names = Object.keys(this.declarations);
      const otherwise = `declarations: ${names.join(", ") || "none"}`;
      const { advice, meant } = adviceOn(declared, names, otherwise, (name) => `"{${name}}"`);
      return nowherePlace(selector, `there is no declaration "${declared}"`, advice, meant);
    }
    const records = shapePlaceAt(this.#shape, recordsOf(selector));
    return records.nowhere === undefined ? {} : records;
  }

  /** Like shapePlaceAt(), for a step of `normalize`, which changes all items of an array or none. */
  shapePlaceOfStep(selector: string): ShapePlace {
    const shapePlace = this.shapePlaceAt(selector);
    const [, before] = /^(.*?)\/\d+(?:\/|$)/.exec(selector) ?? [];
    if (before === undefined || shapePlace.nowhere !== undefined) return shapePlace;
    const isArray = typesIn(this.shapePlaceAt(before).schema).includes("array");
    return isArray ? nowherePlace(selector, 'a step normalizes all items of an array, by "*", or none') : shapePlace;
  }

  /** All values that are allowed at a place, and by what; undefined unless the shape or a rule lists them. */
  allowedAt(selector: string): { values: readonly Json[]; by: string } | undefined {
    const values = finiteValues(this.shapePlaceAt(selector).schema);
    if (values !== undefined) return { values, by: "the shape" };
    const vocabulary = this.#vocabularies.get(selector);
    return vocabulary && { values: vocabulary.values, by: `the rule ${vocabulary.rule}` };
  }

  /** The scope of `where` and `{ "item": … }` for the places of a selector. */
  itemScope(selector: string): ConditionScope {
    const item = itemOf(selector, this.declarations);
    const isDeclared = declarationIn(selector) !== undefined;
    return item === "" ? { view: this, fact: "candidate" } : { view: this, fact: "item", item, isDeclared };
  }

  /** Why a value never occurs at a place: the shape or a rule refuses it. Undefined if it may occur. */
  whyNever(selector: string, value: Json): string | undefined {
    return whySchemaRefuses(this.shapePlaceAt(selector).schema, value) ?? this.whyRuleRefuses(selector, value);
  }

  /** Why a rule refuses a value at a place, by its list of values or its pattern; undefined if none does. */
  whyRuleRefuses(selector: string, value: Json): string | undefined {
    const vocabulary = this.#vocabularies.get(selector);
    if (vocabulary !== undefined && !vocabulary.values.includes(value))
      return `the rule ${vocabulary.rule} allows only ${vocabulary.values.map(quote).join(", ")} there`;
    const { pattern, rule } = this.#patterns.get(selector) ?? {};
    return typeof value === "string" && value !== "" && pattern?.test(value) === false
      ? `the rule ${rule} refuses it`
      : undefined;
  }

  /** The values of a list, or of the data that it refers to; undefined if they depend on the candidate. */
  listOf(list: unknown): readonly Json[] | undefined {
    return valuesOfList(list, this.data);
  }

  dataAt(pointer: string): Json | undefined {
    return valueAt(this.data, pointer) as Json | undefined;
  }

  #addDemands(rule: string, { severity, when, check }: RuleSource): void {
    if (severity !== "error" || when !== undefined) return;
    for (const { at, where, "one-of": list, pattern, ignoreCase } of [check].flat() as CheckSource[]) {
      if (where !== undefined || ignoreCase === true) continue;
      const values = this.listOf(list);
      for (const selector of [at].flat()) {
        if (values !== undefined) this.#vocabularies.set(selector, { values, rule });
        if (typeof pattern === "string") this.#patterns.set(selector, { pattern: new RegExp(pattern, "u"), rule });
      }
    }
  }
}
