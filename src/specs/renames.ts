import type { Declarations, ExampleSource, NormalizeStep, RuleSource, SpecSource } from "../engine/grammar.js";
import { POINTER_PROPERTIES, STARTS, selectorFrom } from "../engine/reference.js";
import { walkRuleParts } from "../engine/rules/reads.js";
import { escapeToken, joinPointer, toTokens } from "../ground/json/pointer.js";
import { isEachValue, isItemStep } from "../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { propertiesOf, walkSchemas } from "../schema/schemas-in.js";

/** A property that is gone, and another beside it that is new and has its name as an alias. */
export interface Rename {
  /** The selector of the objects that have it. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** The pointer of the schema of these objects, in the shape. */
  readonly pointer: string;
}

/** The properties of checks and steps that list names of the objects at their places. */
const NAME_LISTS = ["by", "has-keys", "only-keys"];

/** The renames between the shapes of two versions. */
export function findRenames(before: unknown, after: unknown): Rename[] {
  const later = new Map([...walkSchemas(after)].map(({ pointer, schema }) => [pointer, schema]));
  return [...walkSchemas(before)].flatMap(({ at, pointer, schema }) => {
    const [old, now] = [propertiesOf(schema), propertiesOf(later.get(pointer))];
    const isNew = (name: string) => !Object.hasOwn(old, name);
    const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
    return gone.flatMap((from) => {
      const [to, ...others] = Object.keys(now).filter((name) => isNew(name) && readAliases(now[name]).includes(from));
      return to === undefined || others.length > 0 ? [] : [{ at, from, to, pointer }];
    });
  });
}

function readAliases(schema: JsonObject | undefined): readonly Json[] {
  return (schema?.aliases ?? []) as Json[];
}

/** A version in which the property has the other name, wherever it is mentioned. */
export function withRename(source: SpecSource, rename: Rename): SpecSource {
  const { shape, rules, examples, settings } = source;
  const { normalize, declarations = {}, breaks: _, ...words } = settings;
  const renaming = new Renaming(rename, declarations);
  return {
    ...source,
    shape: renaming.shape(shape),
    settings: { ...words, normalize: renaming.steps(normalize), declarations: renaming.declarations(declarations) },
    rules: mapValues(rules, (rule) => renaming.rule(rule)),
    examples: mapValues(examples, (example) => renaming.example(example)),
  };
}

/** Gives a property another name in the parts of a package. */
export class Renaming {
  readonly #place: readonly string[];

  constructor(
    private readonly rename: Rename,
    private readonly declared: Declarations,
  ) {
    this.#place = toTokens(joinPointer(rename.at, rename.from));
  }

  shape(shape: JsonObject): JsonObject {
    return this.#inShape(shape, "");
  }

  steps(steps: readonly NormalizeStep[]): NormalizeStep[] {
    return steps.map((step) => this.#inLogic(step as unknown as Json) as unknown as NormalizeStep);
  }

  rule({ examples, fixes, ...logic }: RuleSource): RuleSource {
    const inChanges = (changes: readonly object[]) => changes.map((change) => this.#inChange(change as JsonObject));
    return {
      ...(this.#inLogic(logic as unknown as Json) as JsonObject),
      ...(fixes && { fixes: inChanges(fixes) }),
      examples: inChanges(examples),
    } as unknown as RuleSource;
  }

  example({ candidate, proposal, diagnostics, ...words }: ExampleSource): ExampleSource {
    return {
      ...words,
      candidate: this.#inValue(candidate, []),
      ...(proposal !== undefined && { proposal: this.#inValue(proposal, []) }),
      diagnostics: diagnostics.map(({ code, path }) => ({ code, path: this.#pointer(path, path) })),
    };
  }

  declarations(declarations: Declarations): Declarations {
    const renamed = mapValues(declarations, (declaration) =>
      mapValues(declaration as unknown as JsonObject, (value, key) => {
        if (isObject(value)) return value;
        // The other properties are pointers from a declaration.
        const base = POINTER_PROPERTIES.includes(key) ? "" : declaration.at;
        return mapAny(value, (pointer) => this.#pointer(String(pointer), base + pointer));
      }),
    );
    return renamed as unknown as Declarations;
  }

  #inShape(schema: JsonObject, pointer: string): JsonObject {
    const { from, to } = this.rename;
    const isHere = pointer === this.rename.pointer;
    const nameOf = (name: string) => (isHere && name === from ? to : name);
    const { properties, items, additionalProperties: values, required, derive } = schema;
    return {
      ...schema,
      ...(isObject(derive) && { derive: mapValues(derive, (value) => this.#own(value)) }),
      ...(isObject(items) && { items: this.#inShape(items, `${pointer}/items`) }),
      ...(isObject(values) && { additionalProperties: this.#inShape(values, `${pointer}/additionalProperties`) }),
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
  #inLogic(logic: Json): Json {
    const parts = new Map([...walkRuleParts(logic, this.declared)].map((found) => [found.part, found]));
    const visit = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(visit);
      if (!isObject(value)) return value;
      const { items = [""], isOnItems = false } = parts.get(value) ?? {};
      const entries = Object.entries(value).map(([key, part]): [string, Json] => {
        if (NAME_LISTS.includes(key) && Array.isArray(part))
          return [key, part.map((name) => this.#name(name, value.at))];
        if (!POINTER_PROPERTIES.includes(key) || isObject(part)) return [key, visit(part)];
        const start = STARTS.find((one) => one === (key === "path" ? (value.fact ?? (isOnItems ? "item" : "")) : key));
        const bases = start === undefined || start === "candidate" ? [""] : items;
        const rename = (pointer: Json) => {
          const selectors = bases.map((item) => selectorFrom(start ?? "candidate", String(pointer), item));
          return selectors.reduce((result, selector) => this.#pointer(result, selector), String(pointer));
        };
        return [key, mapAny(part, rename)];
      });
      return Object.fromEntries(entries);
    };
    return visit(logic);
  }

  /** A name in a list about the objects at some places. */
  #name(name: Json, places: Json = ""): Json {
    return [places].flat().some((at) => this.#isPlace([...toTokens(String(at)), String(name)])) ? this.rename.to : name;
  }

  /** A change of a fix or an example. */
  #inChange(change: JsonObject): JsonObject {
    return mapValues(change, (value, key) => {
      if (key === "when") return this.#inLogic(value);
      if (key === "remove" || key === "violations") return mapAny(value, (one) => this.#own(one));
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
        return [this.#isPlace(here) ? this.rename.to : name, this.#inValue(part, here)];
      }),
    );
  }

  /** A pointer with the new name, if the selector that it stands for passes the property. */
  #pointer(pointer: string, selector: string): string {
    const [tokens, all] = [toTokens(pointer), toTokens(selector)];
    const index = this.#place.length - 1 - (all.length - tokens.length);
    if (index < 0 || index >= tokens.length || !this.#leadsTo(all)) return pointer;
    // The other tokens stay as they are written: `~values` is no key with a tilde.
    return pointer
      .split("/")
      .with(index + 1, escapeToken(this.rename.to))
      .join("/");
  }

  #isPlace(tokens: readonly string[]): boolean {
    return tokens.length === this.#place.length && this.#leadsTo(tokens);
  }

  #leadsTo(tokens: readonly string[]): boolean {
    return this.#place.every((token, index) => {
      const own = tokens[index];
      if (own === token || own === undefined) return own === token;
      return isEachValue(token) || (token === "*" && (isItemStep(own) || own === "-"));
    });
  }
}

function mapAny(value: Json, change: (one: Json) => Json): Json {
  return Array.isArray(value) ? value.map(change) : change(value);
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
