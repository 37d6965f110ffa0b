import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { SpecSource } from "../engine/grammar.js";
import { readBoundedSync } from "../ground/files/bounded-file.js";
import { byteLength } from "../ground/json/size.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { countedNoun } from "../ground/text/quote.js";
import { RESPELLINGS } from "../ground/text/respell.js";
import { BODY_LIMIT } from "../proposals/request.js";
import type { Bundle } from "../schemas/bundle.js";
import { bundleSound, nameSchema } from "../schemas/compile-schema.js";
import { readDocuments } from "../schemas/read-schema.js";
import { formatSpecText } from "../specs/format-spec-file.js";
import { MAX_SPEC_FILE_BYTES, pathToSchema } from "../specs/spec-file.js";
import { SCAFFOLD_TEXTS } from "../specs/unfinished-texts.js";
import { type Draft, draftPackage } from "../workshop/draft/draft-package.js";
import { CommandError } from "./command.js";
import type { Io } from "./io.js";

const MAX_LISTED = 12;

/** Writes a draft that is made of a JSON Schema, and returns a report of what became what. */
export async function writeDraft(
  dir: string,
  domainId: string,
  version: string,
  location: string,
  exampleFiles: readonly string[],
  { cwd }: Io,
): Promise<string> {
  const { schema, ...options } = readDocuments(location, cwd);
  const bundle = bundleSound(schema, options);
  refuseUnsupported(bundle);
  const start = (bundle.root.$defs as JsonObject)[0] as JsonObject;
  const stated = (text: unknown) => (typeof text === "string" && text.trim() !== "" ? text.trim() : undefined);
  const title = stated(start.title) ?? nameSchema(schema, options.pointer, options.uri);
  const description = stated(start.description) ?? SCAFFOLD_TEXTS.description;
  const examples = readExamples(exampleFiles, cwd);
  const draft = await draftPackage(bundle, { domainId, version, title, examples });
  if (draft === undefined)
    throw new CommandError(
      "no document was found that fits the schema; give one with --example FILE, and check it with: assay validate --schema",
    );
  const files = listFiles(draft.source, join(dir, domainId), { title, description });
  const [[tooLarge] = []] = [...files].filter(([, text]) => byteLength(text) > MAX_SPEC_FILE_BYTES);
  if (tooLarge !== undefined)
    throw new CommandError(
      `${basename(tooLarge)} would be larger than ${MAX_SPEC_FILE_BYTES / 1024} KiB, which nobody can go on with; point at a part of the schema${suggestions(bundle)}`,
    );
  // Where the rules of the author go.
  await mkdir(join(dir, domainId, version, "rules"), { recursive: true });
  for (const [path, text] of files) {
    if (basename(path) === "domain.json" && existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  }
  return report(draft, description === SCAFFOLD_TEXTS.description);
}

/** Keywords that look at what other schemas have looked at have no other form, and few schemas use them. */
function refuseUnsupported({ schemas, placeOf }: Bundle): void {
  for (const [schema, pointer] of schemas)
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"])
      if (schema[keyword] !== undefined)
        throw new CommandError(
          `${placeOf(pointer)}: ${keyword} cannot become a package; write additionalProperties or items, or check documents with: assay validate --schema`,
        );
}

function suggestions({ root, placeOf }: Bundle): string {
  const places = Object.entries(root.$defs as JsonObject).flatMap(([number, schema]) =>
    number !== "0" && isObject(schema) && isObject(schema.properties) ? [placeOf(`/$defs/${number}`)] : [],
  );
  return places.length === 0 ? "" : `, such as ${places.slice(0, 3).join(", ")}`;
}

/** The documents of the author, by the names of their files. */
function readExamples(files: readonly string[], cwd: string): Record<string, Json> {
  const examples: Record<string, Json> = {};
  for (const file of files) {
    const plain = RESPELLINGS["kebab-case"]?.(basename(file).replace(/\.[^.]+$/, "")) ?? "";
    let name = plain === "" || plain === "complete" ? "given" : plain;
    for (let number = 2; Object.hasOwn(examples, name); number++) name = `${plain}-${number}`;
    try {
      examples[name] = JSON.parse(readBoundedSync(resolve(cwd, file), BODY_LIMIT).toString());
    } catch (error) {
      if (error instanceof SyntaxError) throw new CommandError(`${file} is not JSON: ${error.message}`);
      throw error;
    }
  }
  return examples;
}

function listFiles(
  { version, settings, shape, rules, examples }: SpecSource,
  domain: string,
  words: { title: string; description: string },
): Map<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, schema: Parameters<typeof pathToSchema>[1], content: object) => {
    const file = join(domain, path);
    const text = JSON.stringify({ $schema: pathToSchema(file, schema), ...content });
    files.set(file, formatSpecText(text) as string);
  };
  add("domain.json", "domain.schema.json", words);
  add(`${version}/spec.json`, "spec.schema.json", settings);
  add(`${version}/candidate.schema.json`, "shape.schema.json", shape);
  for (const [name, rule] of Object.entries(rules)) add(`${version}/rules/${name}.json`, "rule.schema.json", rule);
  for (const [name, example] of Object.entries(examples))
    add(`${version}/examples/${name}.json`, "example.schema.json", example);
  return files;
}

/** What became what, and what only a person can write. */
function report({ source, translator, unshown }: Draft, hasScaffold: boolean): string {
  const { shape, rules, kept } = translator.counts;
  const listed = (all: readonly string[]) =>
    all.slice(0, MAX_LISTED).join(", ") + (all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : "");
  const keptText = kept === 0 ? "" : ` (${listed(translator.kept)}): checked, without fixes`;
  const lines = [
    `${countedNoun(shape + rules + kept, "keyword")}: ${shape} as shape, ${rules} as rules, ${kept} kept as schema${keptText}`,
    `${countedNoun(Object.keys(source.rules).length, "rule")}, ${countedNoun(Object.keys(source.examples).length, "example")}`,
    ...[...translator.bounds].map(([what, places]) => `stricter than the schema: ${what}, at ${listed(places)}`),
    ...(unshown.length > 0
      ? [`no candidate was found that breaks only ${listed(unshown)}; add an example before you release it`]
      : []),
    ...(hasScaffold ? ["say in domain.json what is proposed"] : []),
    ...(Object.keys(source.rules).length > 0 ? ["say in each rule why it matters, and give it fixes"] : []),
  ];
  return `${lines.join("\n")}\n`;
}
