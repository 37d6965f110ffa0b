import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readBoundedSync } from "../ground/files/bounded-file.js";
import { lastToken } from "../ground/json/pointer.js";
import { byteSize } from "../ground/json/size.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { RESPELLINGS } from "../ground/text/respell.js";
import { BODY_LIMIT } from "../proposals/request.js";
import type { Bundle } from "../schema/bundle.js";
import { compileSound } from "../schema/compile-sound.js";
import { isDialect, NEWEST } from "../schema/dialect.js";
import { outlineOf } from "../schema/outline.js";
import { nameSchema } from "../specs/catalog-from-schema.js";
import { formatSpecText } from "../specs/format-spec-file.js";
import { MAX_SHAPE_BYTES, pathToSchema } from "../specs/spec-file.js";
import { SCAFFOLD_TEXTS } from "../specs/unfinished-texts.js";
import { sampleOf } from "../workshop/sample-of.js";
import { CommandError } from "./command.js";
import { readSchemaDocuments } from "./schema-file.js";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";

interface NewPackage {
  readonly rulesDir: string;
  readonly domainId: string;
  readonly version: string;
  /** `FILE` or `FILE#/pointer`. */
  readonly schema: string;
  /** Files with valid documents. Without any, one is made up. */
  readonly examples: readonly string[];
  readonly cwd: string;
}

/** Writes a draft that checks what a JSON Schema checks. Its author adds rules. */
export async function writePackageFromSchema(wanted: NewPackage): Promise<void> {
  const { rulesDir, domainId, version, cwd } = wanted;
  const { schema, ...options } = readSchemaDocuments(wanted.schema, cwd);
  const { bundle, decider } = compileSound(schema, options);
  const isAlone = options.pointer === "" && Object.keys(options.documents).length === 0;
  const shape = isAlone && isDialect(schema.$schema) ? schema : toOneSchema(bundle);
  if (byteSize(shape) > MAX_SHAPE_BYTES)
    throw new CommandError(
      `the schema is larger than ${MAX_SHAPE_BYTES / 1024} KiB; point at a part of it`,
    );
  const candidates = new Map<string, Json>();
  for (const file of wanted.examples) candidates.set(nameExample(file), readExample(file, cwd));
  if (candidates.size === 0) {
    const sample = sampleOf(outlineOf(shape));
    if (!isObject(sample) || decider.findErrors(sample, "").length > 0)
      throw new CommandError(
        "no document was found that fits the schema; give one with --example FILE",
      );
    candidates.set("complete", sample);
  }
  const title = trimText(shape.title) ?? nameSchema(schema, options.pointer, options.uri);
  const description = trimText(shape.description) ?? SCAFFOLD_TEXTS.description;

  const domainFile = join(rulesDir, domainId, "domain.json");
  const folder = join(rulesDir, domainId, version);
  // For the rules that the author will add.
  await mkdir(join(folder, "rules"), { recursive: true });
  if (!existsSync(domainFile))
    await writeSpecFile(domainFile, "domain.schema.json", { description, title });
  const [base] = candidates.keys();
  const settings = { status: "draft", title, base, data: {}, normalize: [] };
  await writeSpecFile(join(folder, "spec.json"), "spec.schema.json", settings);
  for (const [name, candidate] of candidates) {
    const example = { title: `${name} is valid`, candidate, diagnostics: [] };
    await writeSpecFile(join(folder, `examples/${name}.json`), "example.schema.json", example);
  }
  await writeNewFile(join(folder, "candidate.schema.json"), shape);
}

async function writeSpecFile(
  path: string,
  metaSchema: Parameters<typeof pathToSchema>[1],
  content: object,
): Promise<void> {
  await writeNewFile(path, { $schema: pathToSchema(path, metaSchema), ...content });
}

async function writeNewFile(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, formatSpecText(JSON.stringify(content)) as string, { flag: "wx" });
}

function trimText(text: unknown): string | undefined {
  return typeof text === "string" ? text.trim() || undefined : undefined;
}

function nameExample(file: string): string {
  return RESPELLINGS["kebab-case"]?.(basename(file).replace(/\.[^.]+$/, "")) || "given";
}

function readExample(file: string, cwd: string): Json {
  try {
    return JSON.parse(readBoundedSync(resolve(cwd, file), BODY_LIMIT).toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${file} is not JSON: ${error.message}`);
  }
}

/** Turns a bundle into one schema. Definitions keep the names that they have in their documents. */
function toOneSchema({ root, dialect, placeOf }: Bundle): JsonObject {
  const definitions = root.$defs as Record<string, Json>;
  const [start = "", ...others] = Object.keys(definitions);
  const names = new Set<string>();
  // What is not listed is the schema itself.
  const refs = new Map<string, string>();
  for (const number of others) {
    const place = placeOf(`/$defs/${number}`).replace("#", "/");
    const plain = lastToken(place) || basename(place).replace(/\..*$/, "");
    let name = plain;
    for (let count = 2; names.has(name); count++) name = `${plain}-${count}`;
    names.add(name);
    const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
    refs.set(`#/$defs/${number}`, `#/$defs/${encodeURIComponent(token)}`);
  }
  const $schema = dialect === 2020 ? NEWEST : dialect === 2019 ? DRAFT_2019 : DRAFT_07;
  const own = renameRefs(definitions[start] as Json, refs);
  const renamed = others.map((number) => renameRefs(definitions[number] as Json, refs));
  const $defs = Object.fromEntries([...names].map((name, index) => [name, renamed[index]]));
  return {
    $schema,
    ...(isObject(own) ? own : {}),
    ...(others.length > 0 && { $defs }),
  } as JsonObject;
}

function renameRefs(value: Json, refs: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameRefs(item, refs));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] =>
    key === "$ref" && typeof inner === "string"
      ? [key, refs.get(inner) ?? "#"]
      : [key, renameRefs(inner, refs)],
  );
  return Object.fromEntries(entries);
}
