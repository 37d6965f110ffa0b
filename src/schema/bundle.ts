import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { childOf, joinPointer, toTokens } from "../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import {
  type Dialect,
  findDialect,
  idOf,
  isDialect,
  isOpenApi,
  modernized,
  NEWEST,
} from "./dialect.js";

/** Something in a schema that makes it unusable, with the place. */
export interface SchemaFlaw {
  /** The document and an RFC 6901 pointer into it, such as `order.json#/properties/id`. */
  readonly place: string;
  readonly detail: string;
}

/** A schema that cannot be used, with all reasons. */
export class InvalidSchema extends Error {
  override readonly name = "InvalidSchema";

  constructor(readonly flaws: readonly SchemaFlaw[]) {
    super(
      flaws.map(({ place, detail }) => (place === "" ? detail : `${place}: ${detail}`)).join("\n"),
    );
  }
}

/**
 * A schema with all schemas that it refers to, in one object: AJV needs no ids and no other
 * document.
 */
export interface Bundle {
  readonly dialect: Dialect;
  /** `{ "$ref": "#/$defs/0", "$defs": { "0": … } }`. */
  readonly root: JsonObject;
  /** The place in its document of a pointer into the bundle. */
  placeOf(pointer: string): string;
  /** Every schema of the bundle, with its pointer. */
  readonly schemas: ReadonlyMap<JsonObject, string>;
  readonly flaws: readonly SchemaFlaw[];
}

/** The base of the references in a schema that is not in a file. */
export const NO_FILE = "file:///schema.json";

/**
 * The bundle of a shape, which needs no other document. One that names no dialect is written in the
 * newest: `$schema` may also be the path of a meta-schema, for editors.
 */
export const bundleShape = cacheByObject(
  ({ $schema, ...shape }: JsonObject): Bundle =>
    bundleSchema(
      NO_FILE,
      "",
      new Map([[NO_FILE, { $schema: isDialect($schema) ? ($schema as Json) : NEWEST, ...shape }]]),
    ),
);

/** The documents that references may lead to, by their URIs. */
type Documents = ReadonlyMap<string, JsonObject>;

/** A real schema of half a megabyte has 15,000 keywords. */
const MAX_KEYWORDS = 100_000;
/** Schemas that people write have fewer than 40 levels. */
const MAX_DEPTH = 200;
const MAX_FLAWS = 20;

const ONE = new Set(
  "additionalProperties additionalItems contains propertyNames not if then else unevaluatedItems unevaluatedProperties items".split(
    " ",
  ),
);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas", "dependencies"]);
/** Schemas here count only where something refers to them. */
const DEFINITIONS = new Set(["definitions", "$defs"]);
/**
 * Names and remarks. AJV needs no name: references are resolved here. It throws for `id`, which
 * older drafts use for a name, and does not answer at once where `$async` asks for that, which is
 * no keyword of JSON Schema.
 */
const DROPPED = new Set(
  "$id id $anchor $schema $comment $vocabulary $recursiveAnchor $dynamicAnchor $async".split(" "),
);

/** A schema in a document. */
interface Target {
  readonly schema: Json;
  /** The URI that its own id is relative to. */
  readonly base: string;
  readonly dialect: Dialect;
  readonly place: string;
}

/** Makes a bundle of the schema at a pointer into a document. */
export function bundleSchema(uri: string, pointer: string, documents: Documents): Bundle {
  return new Bundler(documents).bundle(uri, pointer);
}

class Bundler {
  readonly #flaws: SchemaFlaw[] = [];
  /** The schemas that have an id or an anchor, by their URIs. */
  readonly #named = new Map<string, Target>();
  /** The number of each schema in the bundle. */
  readonly #numbers = new Map<Json, number>();
  readonly #targets: Target[] = [];
  readonly #schemas = new Map<JsonObject, string>();
  #keywords = 0;

  constructor(documents: Documents) {
    for (const [uri, document] of documents) {
      const target = {
        schema: document,
        base: uri,
        dialect: findDialect(document),
        place: `${shortName(uri)}#`,
      };
      this.#named.set(uri, target);
      if (!isOpenApi(document)) this.#collectNames(target, 0);
    }
  }

  bundle(uri: string, pointer: string): Bundle {
    const start = this.#startAt(this.#named.get(uri) as Target, pointer);
    const copies: JsonObject = {};
    if (start !== undefined) this.#numberOf(start);
    // Copying finds further targets.
    for (let number = 0; number < this.#targets.length; number++) {
      const target = this.#targets[number] as Target;
      copies[number] = this.#copy(target, `/$defs/${number}`, 0);
    }
    return {
      dialect: start?.dialect ?? 2020,
      root: { $ref: "#/$defs/0", $defs: copies },
      schemas: this.#schemas,
      flaws: this.#flaws,
      placeOf: (inBundle) => {
        const [, number, ...rest] = toTokens(inBundle);
        return (
          (this.#targets[Number(number)]?.place ?? "#") +
          rest.map((token) => joinPointer("", token)).join("")
        );
      },
    };
  }

  /** The schema at a pointer into the document, or that of an anchor. */
  #startAt(document: Target, pointer: string): Target | undefined {
    if (pointer !== "" && !pointer.startsWith("/"))
      return this.#resolve(`#${pointer}`, baseInside(document), document.place);
    const found = this.#at(document, pointer);
    if (found === undefined)
      this.#report(document.place + pointer, "is not in the document; check the pointer");
    return found;
  }

  #report(place: string, detail: string): void {
    if (this.#flaws.length < MAX_FLAWS) this.#flaws.push({ place, detail });
  }

  /** Notes the ids and anchors in a document. */
  #collectNames(target: Target, depth: number): void {
    const { schema, dialect, base: outer } = target;
    if (!isObject(schema) || depth > MAX_DEPTH) return;
    const id = idOf(schema, dialect);
    const named = id === undefined ? undefined : resolveUri(id, outer);
    if (named !== undefined) this.#named.set(withoutEmptyFragment(named), target);
    const base = baseInside(target);
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor])
      if (typeof anchor === "string") this.#named.set(`${base}#${anchor}`, target);
    for (const [child, inner] of walkChildren(schema, true))
      this.#collectNames({ schema: child, base, dialect, place: target.place + inner }, depth + 1);
  }

  #numberOf(target: Target): number {
    const known = this.#numbers.get(target.schema);
    // Equal booleans are one schema.
    if (known !== undefined) return known;
    const number = this.#targets.push(target) - 1;
    this.#numbers.set(target.schema, number);
    return number;
  }

  #copy(target: Target, pointer: string, depth: number): Json {
    const { schema, dialect, place } = target;
    if (!isObject(schema)) {
      if (typeof schema !== "boolean")
        this.#report(place, "is not a schema; a schema is an object, true or false");
      return schema;
    }
    this.#keywords += Object.keys(schema).length;
    if (depth > MAX_DEPTH || this.#keywords > MAX_KEYWORDS) {
      const limit =
        depth > MAX_DEPTH
          ? `deeper than ${MAX_DEPTH} levels`
          : `larger than ${MAX_KEYWORDS} keywords`;
      if (this.#flaws.length === 0)
        this.#report(place, `the schema is ${limit}; point at a part of it`);
      return true;
    }
    const base = baseInside(target);
    const copy: JsonObject = {};
    this.#schemas.set(copy, pointer);
    const children = new Map<string, Json>();
    for (const [child, inner] of walkChildren(schema, false)) {
      const within = { schema: child, base, dialect, place: place + inner };
      children.set(inner, this.#copy(within, pointer + inner, depth + 1));
    }
    for (const [key, value] of Object.entries(modernized(schema, dialect))) {
      if (DROPPED.has(key) || DEFINITIONS.has(key) || isOtherUse(key, value)) continue;
      if (key === "$dynamicRef" || key === "$recursiveRef")
        this.#report(
          place,
          `${key} is not supported; write $ref, if it always leads to the same schema`,
        );
      else if (key === "$ref" && typeof value === "string") {
        const target = this.#resolve(value, base, place);
        if (target !== undefined) copy.$ref = this.#refTo(target);
      } else if (key === "discriminator" && isObject(value))
        copy[key] = this.#discriminator(value, schema, base, place);
      else copy[key] = withChildren(key, value, children);
    }
    return copy;
  }

  #refTo(target: Target): string {
    return `#/$defs/${this.#numberOf(target)}`;
  }

  /**
   * The discriminator of a union with the references of the bundle. A branch has the name of its
   * schema, too.
   */
  #discriminator(
    discriminator: JsonObject,
    { oneOf, anyOf }: JsonObject,
    base: string,
    place: string,
  ): JsonObject {
    const refs = [oneOf, anyOf]
      .flatMap((union) => (Array.isArray(union) ? union : []))
      .flatMap(readRef);
    const byName = new Map(refs.map((ref) => [ref.slice(ref.lastIndexOf("/") + 1), ref]));
    const named = isObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : [];
    for (const [name, meant] of named) {
      const ref =
        typeof meant === "string"
          ? (byName.get(meant) ?? refs.find((one) => one === meant))
          : undefined;
      if (ref !== undefined) byName.set(name, ref);
    }
    const mapping: JsonObject = {};
    for (const [name, ref] of byName) {
      const target = this.#resolve(ref, base, place);
      if (target !== undefined) mapping[name] = this.#refTo(target);
    }
    return { ...discriminator, mapping };
  }

  #resolve(ref: string, base: string, place: string): Target | undefined {
    const uri = resolveUri(ref, base);
    const [address = "", fragment = ""] = uri?.split("#") ?? [];
    const named =
      this.#named.get(withoutEmptyFragment(uri ?? "")) ?? this.#named.get(`${address}#${fragment}`);
    if (named !== undefined) return named;
    const document = this.#named.get(address);
    if (document === undefined) {
      this.#report(
        place,
        `refers to ${JSON.stringify(ref)}, which is not here; nothing is fetched from the network`,
      );
      return undefined;
    }
    const found = fragment.startsWith("/") ? this.#at(document, decode(fragment)) : undefined;
    if (found === undefined)
      this.#report(place, `refers to ${JSON.stringify(ref)}, which does not exist`);
    return found;
  }

  #at(document: Target, pointer: string): Target | undefined {
    let target = document;
    for (const token of toTokens(pointer)) {
      const schema = childOf(target.schema, token) as Json | undefined;
      if (schema === undefined) return undefined;
      target = {
        ...target,
        schema,
        base: baseInside(target),
        place: joinPointer(target.place, token),
      };
    }
    return target;
  }
}

/** The URI that the references and ids inside a schema are relative to. */
function baseInside({ schema, base, dialect }: Target): string {
  const id = isObject(schema) ? idOf(schema, dialect) : undefined;
  return (
    (id !== undefined &&
      !id.startsWith("#") &&
      withoutEmptyFragment(resolveUri(id, base) ?? base)) ||
    base
  );
}

/** Whether `aliases` or `derive` is a foreign keyword here. */
function isOtherUse(key: string, value: Json): boolean {
  if (key === "aliases")
    return !Array.isArray(value) || value.some((alias) => typeof alias !== "string");
  return key === "derive" && !(isObject(value) && typeof value.from === "string");
}

const ANNOTATIONS = new Set(["aliases", "placeholder", "derive"]);

/**
 * A schema without the annotations that only fixes read, wherever they stand. Other validators
 * ignore them.
 */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const copies = new Map<string, Json>();
  for (const [child, pointer] of walkChildren(schema, true))
    copies.set(pointer, withoutAnnotations(child));
  const kept = Object.entries(schema).filter(
    ([key, value]) => !ANNOTATIONS.has(key) || isOtherUse(key, value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withChildren(key, value, copies)]));
}

/** The schemas directly inside a schema, with their pointers from it. */
function* walkChildren(
  schema: JsonObject,
  withDefinitions: boolean,
): Generator<[schema: Json, pointer: string]> {
  for (const [key, value] of Object.entries(schema)) {
    if (Array.isArray(value)) {
      if (LISTS.has(key))
        for (const [index, item] of value.entries()) yield [item, `/${key}/${index}`];
    } else if (MAPS.has(key) || (withDefinitions && DEFINITIONS.has(key))) {
      if (!isObject(value)) continue;
      // `dependencies` may list names instead of a schema.
      for (const [name, property] of Object.entries(value))
        if (!Array.isArray(property)) yield [property, joinPointer(`/${key}`, name)];
    } else if (ONE.has(key) && (isObject(value) || typeof value === "boolean"))
      yield [value, `/${key}`];
  }
}

function readRef(schema: Json): string[] {
  return isObject(schema) && typeof schema.$ref === "string" ? [schema.$ref] : [];
}

/** A keyword with the copies of its schemas. */
function withChildren(key: string, value: Json, copies: ReadonlyMap<string, Json>): Json {
  const copyAt = (inner: string, original: Json) => copies.get(inner) ?? original;
  if (Array.isArray(value))
    return LISTS.has(key) ? value.map((item, index) => copyAt(`/${key}/${index}`, item)) : value;
  if ((MAPS.has(key) || DEFINITIONS.has(key)) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [
        name,
        copyAt(joinPointer(`/${key}`, name), property),
      ]),
    );
  return ONE.has(key) ? copyAt(`/${key}`, value) : value;
}

function resolveUri(ref: string, base: string): string | undefined {
  try {
    return new URL(ref, base).href;
  } catch {
    return undefined;
  }
}

function withoutEmptyFragment(uri: string): string {
  return uri.endsWith("#") ? uri.slice(0, -1) : uri;
}

/** Decodes a URI fragment to a pointer or name. */
export function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The last part of a URI, by which its author knows the document. */
function shortName(uri: string): string {
  return decode(uri.slice(uri.lastIndexOf("/") + 1));
}
