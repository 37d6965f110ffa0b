import { valuesOfList } from "../../engine/checks/parameters.js";
import { findDeclaration, recordsOf, selectItem } from "../../engine/declared/declaration.js";
import type { Declarations, SpecSource } from "../../engine/grammar.js";
import { lastToken, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { outlineOf } from "../../schema/outline.js";
import { type Constraint, constraintsAt } from "../../specs/constraints.js";
import {
  findRefusal,
  findShapePlace,
  listAllValues,
  readTypes,
  type ShapePlace,
  unreachablePlace,
} from "./shape-places.js";

/** Where the comparisons of a condition look. */
export interface ConditionScope {
  readonly model: PackageModel;
  /** The fact of comparisons that name none. */
  readonly fact: "candidate" | "item";
  /** The selector of the items; undefined if there are none. */
  readonly item?: string;
  /** Whether the items are declarations, which have no context. */
  readonly isDeclared?: boolean;
}

/** What a package says about candidates before any is checked. */
export class PackageModel {
  readonly data: JsonObject;
  readonly declarations: Declarations;
  readonly #shape: JsonObject;

  constructor(private readonly source: SpecSource) {
    this.data = source.settings.data;
    this.declarations = source.settings.declarations ?? {};
    this.#shape = outlineOf(source.shape);
  }

  /** The package without its rules, for fixes: these change candidates that break rules. */
  withoutRules(): PackageModel {
    return new PackageModel({ ...this.source, rules: {} });
  }

  /** What the shape says about a selector, which may end in `{declaration}`. */
  shapePlaceAt(selector: string): ShapePlace {
    const declared = findDeclaration(selector);
    if (/\{[^/]*\}\//.test(selector))
      return unreachablePlace(selector, "a declaration is the last step of a pointer");
    if (declared === undefined) return findShapePlace(this.#shape, selector);
    if (!Object.hasOwn(this.declarations, declared)) {
      const names = Object.keys(this.declarations);
      const otherwise = `declarations: ${names.join(", ") || "none"}`;
      const { advice, meant } = adviceOn(declared, names, otherwise, (name) => `"{${name}}"`);
      return unreachablePlace(selector, `there is no declaration "${declared}"`, advice, meant);
    }
    const records = findShapePlace(this.#shape, recordsOf(selector));
    return records.unreachable === undefined ? {} : records;
  }

  /** The same for a step of `normalize`, which changes all items of an array or none. */
  shapePlaceOfStep(selector: string): ShapePlace {
    const shapePlace = this.shapePlaceAt(selector);
    const [, array] = /^(.*?)\/\d+(?:\/|$)/.exec(selector) ?? [];
    if (array === undefined || shapePlace.unreachable !== undefined) return shapePlace;
    return readTypes(this.shapePlaceAt(array).schema).includes("array")
      ? unreachablePlace(selector, 'a step normalizes all items of an array, by "*", or none')
      : shapePlace;
  }

  /** All values that are allowed at a place, and who lists them; undefined if nobody does. */
  listAllowedValues(selector: string): { values: readonly Json[]; statedBy: string } | undefined {
    const { schema, constraints } = constraintsAt(this.source, selector);
    const values = listAllValues(schema);
    const listing = constraints.find((one) => listAllValues(one.schema) !== undefined);
    return values && listing && { values, statedBy: listing.statedBy };
  }

  /** Who requires a property of every object that could have it: the shape, or a rule. */
  findRequirer(selector: string): string | undefined {
    const name = lastToken(selector);
    const { constraints } = constraintsAt(this.source, parentPointer(selector));
    return constraints.find(({ schema }) => ((schema.required ?? []) as string[]).includes(name))
      ?.statedBy;
  }

  /** The scope of `where` and `{ "item": … }` for the places of a selector. */
  itemScope(selector: string): ConditionScope {
    const item = selectItem(selector, this.declarations);
    const isDeclared = findDeclaration(selector) !== undefined;
    return item === ""
      ? { model: this, fact: "candidate" }
      : { model: this, fact: "item", item, isDeclared };
  }

  /** Why a value never occurs at a place: the shape or a rule refuses it. Undefined if it may. */
  findRefusalAt(
    selector: string,
    value: Json,
    counts: (constraint: Constraint) => boolean = () => true,
  ): string | undefined {
    const shapePlace = this.shapePlaceAt(selector);
    for (const at of new Set([shapePlace.selector ?? selector, selector]))
      for (const constraint of constraintsAt(this.source, at).constraints) {
        const refusal = counts(constraint) ? findRefusal(constraint, value) : undefined;
        if (refusal !== undefined) return refusal;
      }
    return undefined;
  }

  /** The values of a list or of the data that it refers to; undefined for one in the candidate. */
  resolveList(list: unknown): readonly Json[] | undefined {
    return valuesOfList(list, this.data);
  }

  /** The same, with the lists of all entries of a table if the candidate picks one. */
  resolveLists(list: unknown): readonly (readonly Json[])[] {
    const own = this.resolveList(list);
    if (own !== undefined) return [own];
    const table = isObject(list) && list.by !== undefined ? this.dataAt(String(list.spec)) : {};
    return Object.values(Object(table)).filter((entry) => Array.isArray(entry));
  }

  dataAt(pointer: string): Json | undefined {
    return valueAt(this.data, pointer) as Json | undefined;
  }
}
