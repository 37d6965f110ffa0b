import type { SpecSource } from "../engine/grammar.js";
import { specDigest } from "../engine/spec-digest.js";
import { sourceOfSchema, specOfSchema } from "../engine/spec-of-schema.js";
import { lastToken } from "../ground/json/pointer.js";
import { type Json, type JsonObject, withSortedKeys } from "../ground/json/value.js";
import { RESPELLINGS } from "../ground/text/respell.js";
import { NO_FILE } from "../schema/bundle.js";
import { compileSound, type SchemaOptions } from "../schema/compile-sound.js";
import { KEBAB_CASE } from "../schema/formats.js";
import { type Catalog, toDomain } from "./catalog.js";

export type { SchemaOptions } from "../schema/compile-sound.js";

/**
 * Makes a catalog with one domain, whose candidates a JSON Schema decides as it is. Throws
 * `InvalidSchema` with every reason why the schema cannot be used.
 */
export function catalogFromSchema(schema: JsonObject, options: SchemaOptions = {}): Catalog {
  const { pointer = "", uri = NO_FILE, examples = [] } = options;
  const { bundle, decider } = compileSound(schema, options, true);
  // It may be `true` or `false`, which have no properties.
  const start = (bundle.root.$defs as JsonObject)[0] as JsonObject;
  const title = typeof start.title === "string" ? start.title : nameSchema(schema, pointer, uri);
  const domainId = options.domainId ?? toId(nameSchema(schema, pointer, uri));
  // The properties are on top, where outlines for people and models look for them.
  const shape = withSortedKeys({ ...start, $defs: bundle.root.$defs as Json }) as JsonObject;
  const bare = sourceOfSchema(shape, domainId, title);
  const source: SpecSource = {
    ...bare,
    settings: { ...bare.settings, base: "example-1" },
    examples: Object.fromEntries(
      examples.map((candidate, index) => [
        `example-${index + 1}`,
        { title: `Example ${index + 1}`, candidate, diagnostics: [] },
      ]),
    ),
  };
  const spec = specOfSchema(source, decider, { digest: specDigest(source) });
  const { description = "" } = start;
  const texts = { title, description: typeof description === "string" ? description : "" };
  return new Map([[domainId, toDomain(domainId, texts, [spec])]]);
}

/**
 * The name of a schema: that of its place in the document, the last part of its id, its title, or
 * its file.
 */
export function nameSchema({ $id, id, title }: JsonObject, pointer: string, uri: string): string {
  if (pointer !== "") return lastToken(pointer);
  const [named] = [$id, id].filter((one) => typeof one === "string");
  return lastPart(named ?? "") || (typeof title === "string" && title) || lastPart(uri);
}

function lastPart(uri: string): string {
  const path = uri.replace(/[#?].*$/, "").replace(/(?:\.schema)?(?:\.json)?\/?$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

function toId(name: string): string {
  const id = (RESPELLINGS["kebab-case"]?.(name) ?? "")
    .slice(0, KEBAB_CASE.maxLength)
    .replace(/-+$/, "");
  return new RegExp(KEBAB_CASE.pattern).test(id) ? id : "schema";
}
