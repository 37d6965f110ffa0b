import { sharedTokens } from "../../engine/checks/compile-check.js";
import { readCheck } from "../../engine/checks/index.js";
import { recordsOf, selectItem } from "../../engine/declared/declaration.js";
import type { CheckSource, Comparison, Condition, RuleSource, SpecSource } from "../../engine/grammar.js";
import { OPERATORS, type OperatorDefinition } from "../../engine/operators.js";
import { selectorFrom, toSelector } from "../../engine/reference.js";
import { parentPointer, toPointer } from "../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { VersionChange } from "../../specs/changes.js";
import { PackageView } from "../view/package-view.js";

/**
 * Why a new rule or step cannot matter to any candidate that was valid before: the earlier version refuses every place
 * that it looks at, or every value that its condition needs. Undefined if it may matter.
 */
export function whyOutOfReach({ part, before, after }: VersionChange, earlier: SpecSource): string | undefined {
  if (before !== undefined || !isObject(after)) return undefined;
  const reach = new Reach(earlier);
  if (part === "rules") return reach.ofRule(after as unknown as RuleSource);
  return part === "normalize" ? reach.ofStep(after) : undefined;
}

class Reach {
  readonly #view: PackageView;

  constructor(private readonly earlier: SpecSource) {
    this.#view = new PackageView(earlier);
  }

  ofRule({ when, check }: RuleSource): string | undefined {
    const unmet = when == null ? undefined : this.#unmet(when, "");
    if (unmet !== undefined) return this.#never(unmet);
    // Each check must be out of reach, for whatever reason.
    const reasons = ([check].flat() as CheckSource[]).map((source) => this.#ofCheck(source));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  /** A default needs only the object to which it adds the property. */
  ofStep({ step, at }: JsonObject): string | undefined {
    const places = [at].flat().map((place) => (step === "default" ? parentPointer(String(place)) : String(place)));
    return places.every((place) => this.#isNowhere(place)) ? this.#refused(places) : undefined;
  }

  #ofCheck(source: CheckSource): string | undefined {
    const places = placesNeeded(source);
    if (places.every((place) => this.#isNowhere(place))) return this.#refused(places);
    const item = selectItem([source.at].flat()[0] as string, this.#view.declarations);
    const unmet = source.where == null ? undefined : this.#unmet(source.where, item);
    if (unmet !== undefined) return this.#never(unmet);
    const limits = isObject(source.range) ? Object.values(source.range) : [];
    const references = limits.map((limit) => (isObject(limit) ? toSelector(limit, item) : undefined));
    const areNowhere = references.every((place) => place !== undefined && this.#isNowhere(place));
    return limits.length > 0 && areNowhere ? this.#refused(references as string[]) : undefined;
  }

  /** A value that a condition needs and the earlier version refuses; undefined if the condition can hold. */
  #unmet(condition: Condition, item: string): string | undefined {
    if ("all" in condition)
      return condition.all.map((part) => this.#unmet(part, item)).find((reason) => reason !== undefined);
    if ("any" in condition) {
      const reasons = condition.any.map((part) => this.#unmet(part, item));
      return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    }
    return "not" in condition ? undefined : this.#unmetComparison(condition, item);
  }

  #unmetComparison({ fact = "item", path = "", operator, value }: Comparison, item: string): string | undefined {
    const { compares, evaluate } = OPERATORS.get(operator) as OperatorDefinition;
    if (fact === "count" || evaluate(undefined, value)) return undefined;
    const selector = selectorFrom(fact, path, item);
    if (this.#isNowhere(selector)) return selector;
    if (evaluate([], value) || !["scalar", "list", "item"].includes(compares)) return undefined;
    const values = compares === "list" ? this.#view.listOf(value) : isObject(value) ? undefined : [value];
    const place = compares === "item" ? `${selector}/*` : selector;
    const areRefused = values?.every((needed) => this.#view.whyNever(place, needed) !== undefined);
    return areRefused ? `${values?.map(quote).join(", ")} at ${selector}` : undefined;
  }

  #isNowhere(selector: string): boolean {
    return this.#view.shapePlaceAt(selector).nowhere !== undefined;
  }

  #refused(places: readonly string[]): string {
    return `${this.earlier.version} refuses ${[...new Set(places)].join(", ")}, so nothing that was valid has it`;
  }

  #never(what: string): string {
    return `${this.earlier.version} refuses ${what}, so the condition holds for nothing that was valid`;
  }
}

/**
 * The places without which a check finds nothing. A check of a group also finds something in an empty group, so it
 * needs only the container of the group.
 */
function placesNeeded(source: CheckSource): string[] {
  const selectors = [source.at].flat().map(recordsOf);
  if (readCheck(source).definition.group !== true) return selectors;
  const container = source.per ?? toPointer(sharedTokens(selectors));
  return selectors.map((selector) => {
    const star = selector.indexOf("/*", container.length);
    return star === -1 ? container : selector.slice(0, star);
  });
}
