import type { Declarations, RuleExample, SpecSource } from "../../engine/grammar.js";
import { STARTS, selectorFrom } from "../../engine/reference.js";
import { rulePartsOf } from "../../engine/rules/reads.js";
import { joinPointer, toPointer, toTokens } from "../../ground/json/pointer.js";
import { isItemStep } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { propertiesOf, schemasIn } from "../../ground/json-schema/schemas-in.js";
import { POINTER_PROPERTIES } from "../../specs/meta/definitions.js";

/** A property that is gone, and another beside it that is new and has its name as an alias. */
export interface Rename {
  /** The selector of the objects that have it. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** The pointer of the schema of these objects, in the shape. */
  readonly pointer: string;
}

export function findRenames(before: SpecSource, after: SpecSource): Rename[] {
  const later = new Map([...schemasIn(after.shape)].map(({ pointer, schema }) => [pointer, schema]));
  return [...schemasIn(before.shape)].flatMap(({ at, pointer, schema }) => {
    const [old, now] = [propertiesOf(schema), propertiesOf(later.get(pointer))];
    const isNew = (name: string) => !Object.hasOwn(old, name);
    const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
    return gone.flatMap((from) => {
      const [to, ...others] = Object.keys(now).filter((name) => isNew(name) && aliasesIn(now[name]).includes(from));
      return to === undefined || others.length > 0 ? [] : [{ at, from, to, pointer }];
    });
  });
}

function aliasesIn(schema: JsonObject | undefined): readonly Json[] {
  return (schema?.aliases ?? []) as Json[];
}

/** A version in which the property has the other name, wherever it is mentioned. */
export function withRename(source: SpecSource, rename: Rename): SpecSource {
  return new Renaming(rename, source.settings.declarations ?? {}).source(source);
}

class Renaming {
  readonly #place: readonly string[];

  constructor(
    private readonly rename: Rename,
    private readonly declarations: Declarations,
  ) {
    this.#place = toTokens(joinPointer(rename.at, rename.from));
  }

  source({ shape, settings, rules, examples, ...others }: SpecSource): SpecSource {
    const { normalize, declarations, breaks: _, ...words } = settings;
    const renamed = {
      shape: this.#inShape(shape, ""),
      settings: {
        ...words,
        normalize: normalize.map((step) => this.#inRule(step as unknown as Json)),
        ...(declarations && { declarations: this.#inDeclarations(declarations) }),
      },
      rules: mapValues(rules, ({ examples, fixes = [], ...rule }) => ({
        ...(this.#inRule(rule as unknown as Json) as JsonObject),
        fixes: fixes.map((fix) => ({ ...fix, ...this.#inChange(fix as unknown as JsonObject) })),
        examples: examples.map((example: RuleExample) => this.#inChange(example as unknown as JsonObject)),
      })),
      examples: mapValues(examples, (example) => ({
        ...example,
        candidate: this.#inValue(example.candidate, []),
        ...(example.proposal !== undefined && { proposal: this.#inValue(example.proposal, []) }),
        diagnostics: example.diagnostics.map(({ code, path }) => ({ code, path: this.#pointer(path, path) })),
      })),
    };
    return { ...others, ...renamed } as unknown as SpecSource;
  }

  #inShape(schema: JsonObject, pointer: string): JsonObject {
    const { from, to } = this.rename;
    const isHere = pointer === this.rename.pointer;
    const nameOf = (name: string) => (isHere && name === from ? to : name);
    const { properties, items, required } = schema;
    return {
      ...schema,
      ...(isObject(items) && { items: this.#inShape(items, `${pointer}/items`) }),
      ...(Array.isArray(required) && { required: required.map((name) => nameOf(String(name))) }),
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [
            nameOf(name),
            isObject(property) ? this.#inShape(property, joinPointer(`${pointer}/properties`, name)) : property,
          ]),
        ),
      }),
    };
  }

  /** A rule or a step. What a pointer in it starts from is what the search reads too. */
  #inRule(rule: Json): Json {
    const parts = new Map([...rulePartsOf(rule, this.declarations)].map((found) => [found.part, found]));
    const visit = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(visit);
      if (!isObject(value)) return value;
      const { items = [""], isOnItems = false } = parts.get(value) ?? {};
      const entries = Object.entries(value).map(([key, part]): [string, Json] => {
        if (!POINTER_PROPERTIES.includes(key) || isObject(part)) return [key, visit(part)];
        const start = STARTS.find((one) => one === (key === "path" ? (value.fact ?? (isOnItems ? "item" : "")) : key));
        const renamed = [part].flat().map((pointer) => {
          const bases = start === undefined || start === "candidate" ? [""] : items;
          const selectors = bases.map((item) => selectorFrom(start ?? "candidate", String(pointer), item));
          return selectors.reduce((result, selector) => this.#pointer(result, selector), String(pointer));
        });
        return [key, Array.isArray(part) ? renamed : (renamed[0] as Json)];
      });
      return Object.fromEntries(entries);
    };
    return visit(rule);
  }

  #inDeclarations(declarations: Declarations): JsonObject {
    return mapValues(declarations, (declaration) =>
      mapValues(declaration as unknown as JsonObject, (value, key) => {
        if (isObject(value)) return value;
        // The other properties are pointers from a declaration.
        const base = POINTER_PROPERTIES.includes(key) ? "" : declaration.at;
        const renamed = [value].flat().map((pointer) => this.#pointer(String(pointer), base + pointer));
        return Array.isArray(value) ? renamed : (renamed[0] as Json);
      }),
    );
  }

  /** A change of a fix or an example. */
  #inChange(change: JsonObject): JsonObject {
    return mapValues(change, (value, key) => {
      if (key === "remove" || key === "violations")
        return Array.isArray(value) ? value.map((one) => this.#own(one)) : this.#own(value);
      if (key === "patch")
        return (value as JsonObject[]).map((operation) => mapValues(operation, (one) => this.#own(one)));
      if (!["set", "fixed", "rename", "resize"].includes(key) || !isObject(value)) return value;
      const entries = Object.entries(value).map(([pointer, part]) => [
        this.#pointer(pointer, pointer),
        key === "set" || key === "fixed" ? this.#inValue(part, toTokens(pointer)) : part,
      ]);
      return Object.fromEntries(entries);
    });
  }

  #own(pointer: Json): Json {
    return typeof pointer === "string" && pointer.startsWith("/") ? this.#pointer(pointer, pointer) : pointer;
  }

  /** A value of a candidate that is at a place. */
  #inValue(value: Json, place: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item, index) => this.#inValue(item, [...place, String(index)]));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const here = [...place, name];
        const isIt = here.length === this.#place.length && this.#leadsTo(here);
        return [isIt ? this.rename.to : name, this.#inValue(part, here)];
      }),
    );
  }

  /** A pointer with the new name, if the selector that it stands for passes the property. */
  #pointer(pointer: string, selector: string): string {
    const [tokens, all] = [toTokens(pointer), toTokens(selector)];
    const index = this.#place.length - 1 - (all.length - tokens.length);
    if (index < 0 || index >= tokens.length || !this.#leadsTo(all)) return pointer;
    return toPointer(tokens.with(index, this.rename.to));
  }

  #leadsTo(tokens: readonly string[]): boolean {
    return this.#place.every((token, index) => {
      const own = tokens[index];
      return own === token || (token === "*" && own !== undefined && (isItemStep(own) || own === "-"));
    });
  }
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
