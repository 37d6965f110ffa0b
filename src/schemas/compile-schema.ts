import { compileLater } from "../engine/compile-spec.js";
import type { SpecSource } from "../engine/grammar.js";
import { lastToken } from "../ground/json/pointer.js";
import { byteLength } from "../ground/json/size.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { KEBAB_CASE } from "../ground/json-schema/formats.js";
import { RESPELLINGS } from "../ground/text/respell.js";
import { type Catalog, toDomain } from "../specs/catalog.js";
import { type Bundle, bundleSchema } from "./bundle.js";
import { compileDecider } from "./deciding-schema.js";
import { findFlaws } from "./find-flaws.js";
import { InvalidSchema } from "./invalid-schema.js";

/** The base of the references in a schema that is not in a file. */
const NO_FILE = "file:///schema.json";
export const MAX_SCHEMA_BYTES = 5 * 1024 * 1024;

export interface SchemaOptions {
  /** Documents that are valid, for people and models to see. */
  examples?: readonly Json[];
  /** The id of the domain; by default, it is made of the pointer, the id or the title of the schema. */
  domainId?: string;
  /** An RFC 6901 pointer, if the schema is a part of the document. */
  pointer?: string;
  /** The URI of the document, which relative references start from. */
  uri?: string;
  /** The documents that references lead to, by their URIs. Nothing is fetched. */
  documents?: Readonly<Record<string, JsonObject>>;
}

/**
 * Makes a catalog with one domain, whose candidates a JSON Schema decides as it is. Throws `InvalidSchema` with every
 * reason why the schema cannot be used.
 */
export function compileSchema(schema: JsonObject, options: SchemaOptions = {}): Catalog {
  const { pointer = "", uri = NO_FILE, examples = [] } = options;
  const bundle = bundleSound(schema, options);
  const decider = compileOrRefuse(() => compileDecider(bundle));
  const start = (bundle.root.$defs as JsonObject)[0] as JsonObject;
  const title = typeof start.title === "string" ? start.title : nameSchema(schema, pointer, uri);
  const domainId = options.domainId ?? toId(nameSchema(schema, pointer, uri));
  const source: SpecSource = {
    domainId,
    version: "v1",
    settings: { status: "released", title, base: "example-1", data: {}, normalize: [] },
    // The properties are on top, where outlines for people and models look for them.
    shape: { ...start, $defs: bundle.root.$defs as Json },
    rules: {},
    examples: Object.fromEntries(
      examples.map((candidate, index) => [
        `example-${index + 1}`,
        { title: `Example ${index + 1}`, candidate, diagnostics: [] },
      ]),
    ),
  };
  const spec = compileLater(source, undefined, { schema: decider });
  const { description = "" } = start;
  const words = { title, description: typeof description === "string" ? description : "" };
  return new Map([[domainId, toDomain(domainId, words, [spec])]]);
}

/** The bundle of a schema. Throws `InvalidSchema` with every reason why the schema cannot be used. */
export function bundleSound(schema: JsonObject, options: SchemaOptions): Bundle {
  const { pointer = "", uri = NO_FILE, documents = {} } = options;
  const all = new Map([[uri, schema], ...Object.entries(documents)]);
  const wrong = [...all.keys()].filter((name) => !isObject(all.get(name)));
  if (wrong.length > 0) throw new InvalidSchema(wrong.map((place) => ({ place, detail: "is not a JSON object" })));
  if (byteLength(JSON.stringify([...all.values()])) > MAX_SCHEMA_BYTES)
    throw new InvalidSchema([{ place: "", detail: `the schema is larger than ${MAX_SCHEMA_BYTES / 1024 / 1024} MiB` }]);
  const bundle = bundleSchema(uri, pointer, all);
  const flaws = findFlaws(bundle);
  if (flaws.length > 0) throw new InvalidSchema(flaws);
  return bundle;
}

function compileOrRefuse<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    const why = isTooLarge ? "an object in a union has too many properties; point at a part" : (error as Error).message;
    throw new InvalidSchema([{ place: "", detail: `AJV cannot compile the schema: ${why}` }]);
  }
}

/** The name of a schema: that of its place in the document, the last part of its id, its title, or its file. */
export function nameSchema({ $id, id, title }: JsonObject, pointer: string, uri: string): string {
  if (pointer !== "") return lastToken(pointer);
  const [named] = [$id, id].filter((one) => typeof one === "string");
  return lastPart(named ?? "") || (typeof title === "string" && title) || lastPart(uri);
}

/** The last part of a URI, without the endings of files. */
function lastPart(uri: string): string {
  const path = uri.replace(/[#?].*$/, "").replace(/(?:\.schema)?(?:\.json)?\/?$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

function toId(name: string): string {
  const id = (RESPELLINGS["kebab-case"]?.(name) ?? "").slice(0, KEBAB_CASE.maxLength).replace(/-+$/, "");
  return new RegExp(KEBAB_CASE.pattern).test(id) ? id : "schema";
}
