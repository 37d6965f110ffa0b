import { valuesOfList } from "../../engine/checks/parameters.js";
import { findDeclaration, recordsOf, selectItem } from "../../engine/declared/declaration.js";
import type { Declarations, SpecSource } from "../../engine/grammar.js";
import { lastToken, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { outlineOf } from "../../schema/outline.js";
import { collectPlaces, NOTHING_SAID, type Place, type Statement } from "../../specs/places.js";
import {
  findShapePlace,
  finiteValues,
  nowherePlace,
  readTypes,
  type ShapePlace,
  whyRefused,
} from "./shape-view.js";

/** Where the comparisons of a condition look. */
export interface ConditionScope {
  readonly view: PackageView;
  /** The fact of comparisons that name none. */
  readonly fact: "candidate" | "item";
  /** The selector of the items; undefined if there are none. */
  readonly item?: string;
  /** Whether the items are declarations, which have no context. */
  readonly isDeclared?: boolean;
}

/**
 * What a package says about candidates before any is checked: its places, its declarations and its
 * data.
 */
export class PackageView {
  readonly data: JsonObject;
  readonly declarations: Declarations;
  readonly #shape: JsonObject;
  readonly #places: ReadonlyMap<string, Place>;

  constructor(private readonly source: SpecSource) {
    this.data = source.settings.data;
    this.declarations = source.settings.declarations ?? {};
    this.#shape = outlineOf(source.shape);
    this.#places = collectPlaces(source);
  }

  /** The package without its rules, for parts that deal with candidates which break rules. */
  withoutRules(): PackageView {
    return new PackageView({ ...this.source, rules: {} });
  }

  /** What the shape says about a selector, which may end in `{declaration}`. */
  shapePlaceAt(selector: string): ShapePlace {
    const declared = findDeclaration(selector);
    if (/\{[^/]*\}\//.test(selector))
      return nowherePlace(selector, "a declaration is the last step of a pointer");
    if (declared === undefined) return findShapePlace(this.#shape, selector);
    if (!Object.hasOwn(this.declarations, declared)) {
      const names = Object.keys(this.declarations);
      const otherwise = `declarations: ${names.join(", ") || "none"}`;
      const { advice, meant } = adviceOn(declared, names, otherwise, (name) => `"{${name}}"`);
      return nowherePlace(selector, `there is no declaration "${declared}"`, advice, meant);
    }
    const records = findShapePlace(this.#shape, recordsOf(selector));
    return records.nowhere === undefined ? {} : records;
  }

  /**
   * Like findShapePlace(), for a step of `normalize`, which changes all items of an array or none.
   */
  shapePlaceOfStep(selector: string): ShapePlace {
    const shapePlace = this.shapePlaceAt(selector);
    const [, before] = /^(.*?)\/\d+(?:\/|$)/.exec(selector) ?? [];
    if (before === undefined || shapePlace.nowhere !== undefined) return shapePlace;
    const isArray = readTypes(this.shapePlaceAt(before).schema).includes("array");
    return isArray
      ? nowherePlace(selector, 'a step normalizes all items of an array, by "*", or none')
      : shapePlace;
  }

  /**
   * All values that are allowed at a place, and by what; undefined unless the shape or a rule lists
   * them.
   */
  allowedAt(selector: string): { values: readonly Json[]; by: string } | undefined {
    const { schema, statements } = this.#places.get(selector) ?? NOTHING_SAID;
    const values = finiteValues(schema);
    const by = statements.find((said) => finiteValues(said.schema) !== undefined)?.by;
    return values && by !== undefined ? { values, by } : undefined;
  }

  /**
   * The shape, or the rule, that demands a property wherever the object is that has it; undefined
   * if none does.
   */
  whoRequires(selector: string): string | undefined {
    const name = lastToken(selector);
    const { statements } = this.#places.get(parentPointer(selector)) ?? NOTHING_SAID;
    return statements.find(({ schema }) => ((schema.required ?? []) as string[]).includes(name))
      ?.by;
  }

  /** The scope of `where` and `{ "item": … }` for the places of a selector. */
  itemScope(selector: string): ConditionScope {
    const item = selectItem(selector, this.declarations);
    const isDeclared = findDeclaration(selector) !== undefined;
    return item === ""
      ? { view: this, fact: "candidate" }
      : { view: this, fact: "item", item, isDeclared };
  }

  /**
   * Why a value never occurs at a place: the shape or a rule refuses it. Undefined if it may occur.
   */
  whyNever(
    selector: string,
    value: Json,
    counts: (statement: Statement) => boolean = () => true,
  ): string | undefined {
    const { generic = selector } = this.shapePlaceAt(selector);
    const statements = [...new Set([generic, selector])].flatMap(
      (at) => this.#places.get(at)?.statements ?? [],
    );
    const reasons = statements.filter(counts).map((statement) => whyRefused(statement, value));
    return reasons.find((reason) => reason !== undefined);
  }

  /**
   * The values of a list, or of the data that it refers to; undefined if they depend on the
   * candidate.
   */
  listOf(list: unknown): readonly Json[] | undefined {
    return valuesOfList(list, this.data);
  }

  /** The same, with the lists of all entries of a table if the candidate picks one. */
  listsOf(list: unknown): readonly (readonly Json[])[] {
    const own = this.listOf(list);
    if (own !== undefined) return [own];
    const table = isObject(list) && list.by !== undefined ? this.dataAt(String(list.spec)) : {};
    return Object.values(Object(table)).filter((entry) => Array.isArray(entry));
  }

  dataAt(pointer: string): Json | undefined {
    return valueAt(this.data, pointer) as Json | undefined;
  }
}
