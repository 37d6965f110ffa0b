import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readBoundedSync, UnreadableFile } from "../ground/files/bounded-file.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { decode, InvalidSchema } from "../schema/bundle.js";
import { MAX_SCHEMA_BYTES } from "../schema/compile-sound.js";
import type { Catalog } from "../specs/catalog.js";
import { compileSchema } from "../specs/catalog-of-schema.js";

/** A schema of more files is generated, and can be generated as one. */
const MAX_FILES = 200;

/** Compiles the schema at `FILE` or `FILE#/pointer`, with the files that it refers to. */
export function readSchema(location: string, cwd: string): Catalog {
  const { schema, ...options } = readDocuments(location, cwd);
  return compileSchema(schema, options);
}

/** Reads the schema at `FILE` or `FILE#/pointer`, and the files that it refers to. */
export function readDocuments(location: string, cwd: string) {
  const [file = "", pointer = ""] = location.split("#", 2);
  const path = resolve(cwd, file);
  const uri = pathToFileURL(path).href;
  const schema = readJson(path, file);
  const documents: Record<string, JsonObject> = {};
  const waiting = [{ schema, path, base: resolveBase(schema, uri) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const ref of walkReferences(next.schema)) {
      const target = resolveUri(ref, next.base);
      if (target === undefined || target === next.base || Object.hasOwn(documents, target))
        continue;
      const found = readReferred(ref, target, next.path);
      if (found === undefined) continue;
      if (Object.keys(documents).length === MAX_FILES)
        throw new InvalidSchema([
          { place: file, detail: `refers to more than ${MAX_FILES} files` },
        ]);
      documents[target] = found.schema;
      waiting.push({ ...found, base: resolveBase(found.schema, target) });
    }
  }
  return { schema, uri, pointer: decode(pointer), documents };
}

function resolveBase({ $id, id }: JsonObject, uri: string): string {
  const name = [$id, id].find((one) => typeof one === "string") as string | undefined;
  return (name === undefined ? undefined : resolveUri(name, uri)) ?? uri;
}

/** All references to other documents in a document, wherever they are, without their fragments. */
function* walkReferences(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (isObject(next) && typeof next.$ref === "string" && !next.$ref.startsWith("#"))
      yield next.$ref.replace(/#.*$/, "");
    for (const inner of Object.values(next)) waiting.push(inner);
  }
}

function resolveUri(ref: string, base: string): string | undefined {
  return URL.canParse(ref, base) ? new URL(ref, base).href.replace(/#.*$/, "") : undefined;
}

/**
 * The file that a reference leads to: by its relative path or, for the address of another host, a
 * file of the same name beside the schema. Undefined if there is none; then the reference is
 * reported with its place.
 */
function readReferred(
  ref: string,
  target: string,
  from: string,
): { schema: JsonObject; path: string } | undefined {
  const isAddress = URL.canParse(ref) && !ref.startsWith("file:");
  const named = isAddress ? basename(new URL(target).pathname) : ref;
  const own = ref.startsWith("file:") ? fileURLToPath(ref) : join(dirname(from), decodeURI(named));
  for (const path of isAddress ? [own, `${own}.json`] : [own]) {
    // A schema that only refers to its newest form elsewhere is not that form.
    if (path === from) continue;
    try {
      return { schema: readJson(path, path), path };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return undefined;
}

function readJson(path: string, shown: string): JsonObject {
  const text = readBoundedSync(path, MAX_SCHEMA_BYTES).toString();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new InvalidSchema([{ place: shown, detail: `is not JSON: ${(error as Error).message}` }]);
  }
  if (!isObject(value)) throw new InvalidSchema([{ place: shown, detail: "is not a JSON object" }]);
  return value;
}
