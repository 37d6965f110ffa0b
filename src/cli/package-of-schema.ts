import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readBoundedSync } from "../ground/files/bounded-file.js";
import { lastToken } from "../ground/json/pointer.js";
import { byteLength } from "../ground/json/size.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { RESPELLINGS } from "../ground/text/respell.js";
import { BODY_LIMIT } from "../proposals/request.js";
import type { Bundle } from "../schema/bundle.js";
import { compileSound } from "../schema/compile-sound.js";
import { isDialect, NEWEST } from "../schema/dialect.js";
import { outlineOf } from "../schema/outline.js";
import { nameSchema } from "../specs/catalog-of-schema.js";
import { formatSpecText } from "../specs/format-spec-file.js";
import { MAX_SHAPE_BYTES, pathToSchema } from "../specs/spec-file.js";
import { SCAFFOLD_TEXTS } from "../specs/unfinished-texts.js";
import { sampleOf } from "../workshop/sample-of.js";
import { CommandError } from "./command.js";
import type { Io } from "./io.js";
import { readDocuments } from "./read-schema.js";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";

/** Writes a draft whose shape is a JSON Schema as it is. Rules are added beside it. */
export async function writePackage(
  dir: string,
  domainId: string,
  version: string,
  location: string,
  exampleFiles: readonly string[],
  { cwd }: Io,
): Promise<void> {
  const { schema, ...options } = readDocuments(location, cwd);
  const { bundle, decider } = compileSound(schema, options);
  const isAlone = options.pointer === "" && Object.keys(options.documents).length === 0;
  const shape = isAlone && isDialect(schema.$schema) ? schema : toOneSchema(bundle);
  if (byteLength(JSON.stringify(shape)) > MAX_SHAPE_BYTES)
    throw new CommandError(
      `the schema is larger than ${MAX_SHAPE_BYTES / 1024} KiB; point at a part of it`,
    );
  const given = exampleFiles.map((file) => [toName(file), readExample(file, cwd)] as const);
  const made = sampleOf(outlineOf(shape));
  if (given.length === 0 && !(isObject(made) && decider.findErrors(made, "").length === 0))
    throw new CommandError(
      "no document was found that fits the schema; give one with --example FILE",
    );
  const examples = given.length > 0 ? given : [["complete", made] as const];
  const words = { title: nameSchema(schema, options.pointer, options.uri), ...stated(shape) };
  const files: Record<string, [Parameters<typeof pathToSchema>[1], object]> = {
    "domain.json": ["domain.schema.json", { description: SCAFFOLD_TEXTS.description, ...words }],
    [`${version}/spec.json`]: [
      "spec.schema.json",
      { status: "draft", title: words.title, base: examples[0]?.[0], data: {}, normalize: [] },
    ],
    ...Object.fromEntries(
      examples.map(([name, candidate]) => [
        `${version}/examples/${name}.json`,
        ["example.schema.json", { title: `${name} is valid`, candidate, diagnostics: [] }],
      ]),
    ),
  };
  // Where the rules of the author go.
  await mkdir(join(dir, domainId, version, "rules"), { recursive: true });
  for (const [name, [meta, content]] of Object.entries(files)) {
    const path = join(dir, domainId, name);
    if (name === "domain.json" && existsSync(path)) continue;
    await write(path, { $schema: pathToSchema(path, meta), ...content });
  }
  await write(join(dir, domainId, version, "candidate.schema.json"), shape);
}

async function write(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, formatSpecText(JSON.stringify(content)) as string, { flag: "wx" });
}

function stated({ title, description }: JsonObject): { title?: string; description?: string } {
  const isText = (text: unknown): text is string => typeof text === "string" && text.trim() !== "";
  return {
    ...(isText(title) && { title: title.trim() }),
    ...(isText(description) && { description: description.trim() }),
  };
}

/**
 * A bundle as one schema, with the definitions under the names that they have in their documents.
 */
function toOneSchema({ root, dialect, placeOf }: Bundle): JsonObject {
  const [start, ...others] = Object.keys(root.$defs as JsonObject);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const number of others) {
    const place = placeOf(`/$defs/${number}`);
    const plain =
      lastToken(place.replace("#", "/")) || basename(place.replace("#", "")).replace(/\..*$/, "");
    let name = plain;
    for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`;
    names.set(`#/$defs/${number}`, taken.add(name) && name);
  }
  const renamed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === "$ref" && typeof inner === "string"
          ? [key, toRef(names.get(inner))]
          : [key, renamed(inner)],
      ),
    );
  };
  const definitions = root.$defs as Record<string, Json>;
  const $defs = Object.fromEntries(
    others.map((number) => [names.get(`#/$defs/${number}`), renamed(definitions[number] as Json)]),
  );
  const $schema = dialect === 2020 ? NEWEST : dialect === 2019 ? DRAFT_2019 : DRAFT_07;
  const own = renamed(definitions[start as string] as Json);
  return { $schema, ...(isObject(own) ? own : {}), ...(others.length > 0 && { $defs }) };
}

/** Without a name, it is the schema itself. */
function toRef(name: string | undefined): string {
  return name === undefined
    ? "#"
    : `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

function toName(file: string): string {
  return RESPELLINGS["kebab-case"]?.(basename(file).replace(/\.[^.]+$/, "")) || "given";
}

function readExample(file: string, cwd: string): Json {
  try {
    return JSON.parse(readBoundedSync(resolve(cwd, file), BODY_LIMIT).toString());
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new CommandError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}
