import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readBoundedSync, UnreadableFile } from "../ground/files/bounded-file.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { decode, InvalidSchema } from "../schema/bundle.js";
import { MAX_SCHEMA_BYTES } from "../schema/compile-sound.js";
import type { Catalog } from "../specs/catalog.js";
import { catalogFromSchema } from "../specs/catalog-from-schema.js";

/** A schema with more files was generated, and can be generated as one file. */
const MAX_FILES = 200;

/** A schema, and where it is. */
interface SchemaFile {
  readonly schema: JsonObject;
  readonly path: string;
  /** What its references are relative to. */
  readonly baseUri: string;
}

/** Compiles the schema at `FILE` or `FILE#/pointer`, with the files that it refers to. */
export function compileSchemaFile(location: string, cwd: string): Catalog {
  const { schema, ...options } = readSchemaDocuments(location, cwd);
  return catalogFromSchema(schema, options);
}

/** Reads the schema at `FILE` or `FILE#/pointer`, and the files that it refers to. */
export function readSchemaDocuments(location: string, cwd: string) {
  const [file = "", pointer = ""] = location.split("#", 2);
  const path = resolve(cwd, file);
  const uri = pathToFileURL(path).href;
  const schema = readJsonObject(path, file);
  const documents: Record<string, JsonObject> = {};
  const unread: SchemaFile[] = [{ schema, path, baseUri: findBaseUri(schema, uri) }];
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    for (const ref of listForeignRefs(next.schema)) {
      const target = resolveUri(ref, next.baseUri);
      if (target === undefined || target === next.baseUri || Object.hasOwn(documents, target))
        continue;
      const found = readReferredFile(ref, target, next.path);
      if (found === undefined) continue;
      if (Object.keys(documents).length === MAX_FILES)
        throw new InvalidSchema([
          { place: file, detail: `refers to more than ${MAX_FILES} files` },
        ]);
      documents[target] = found.schema;
      unread.push(found);
    }
  }
  return { schema, uri, pointer: decode(pointer), documents };
}

function findBaseUri({ $id, id }: JsonObject, uri: string): string {
  const own = typeof $id === "string" ? $id : id;
  return (typeof own === "string" ? resolveUri(own, uri) : undefined) ?? uri;
}

/** All references in a document that lead to other documents, without their fragments. */
function listForeignRefs(document: unknown): string[] {
  const refs = [];
  const unvisited = [document];
  while (unvisited.length > 0) {
    const value = unvisited.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && typeof value.$ref === "string" && !value.$ref.startsWith("#"))
      refs.push(value.$ref.replace(/#.*$/, ""));
    for (const inner of Object.values(value)) unvisited.push(inner);
  }
  return refs;
}

function resolveUri(ref: string, base: string): string | undefined {
  return URL.canParse(ref, base) ? new URL(ref, base).href.replace(/#.*$/, "") : undefined;
}

/**
 * The file that a reference leads to: by its relative path or, if it is a web address, a file of the
 * same name beside the schema. If there is none, the compiler reports the reference.
 */
function readReferredFile(ref: string, target: string, referrer: string): SchemaFile | undefined {
  const isAddress = URL.canParse(ref) && !ref.startsWith("file:");
  const name = isAddress ? basename(new URL(target).pathname) : ref;
  const own = ref.startsWith("file:")
    ? fileURLToPath(ref)
    : join(dirname(referrer), decodeURI(name));
  for (const path of isAddress ? [own, `${own}.json`] : [own]) {
    // A file that only refers to the address of its newest version is not that version.
    if (path === referrer) continue;
    try {
      const schema = readJsonObject(path, path);
      return { schema, path, baseUri: findBaseUri(schema, target) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return undefined;
}

function readJsonObject(path: string, shownPath: string): JsonObject {
  const text = readBoundedSync(path, MAX_SCHEMA_BYTES).toString();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const detail = `is not JSON: ${(error as Error).message}`;
    throw new InvalidSchema([{ place: shownPath, detail }]);
  }
  if (!isObject(value))
    throw new InvalidSchema([{ place: shownPath, detail: "is not a JSON object" }]);
  return value;
}
