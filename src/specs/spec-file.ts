import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { metaValidator } from "#meta-validators";
import { findUnportable } from "../engine/problems/portability.js";
import { inCandidate } from "../engine/violation.js";
import { readBoundedSync, type UnreadableFile } from "../ground/files/bounded-file.js";
import type { FileError, Flaw } from "../ground/files/file-error.js";
import { JsonRanges } from "../ground/json/json-ranges.js";
import { parseStrictBytes } from "../ground/json/parse-strict-bytes.js";
import { isWithin, joinPointer, toTokens, valueAt } from "../ground/json/pointer.js";
import { type JsonPosition, jsonPosition } from "../ground/json/scanner.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { bundleShape } from "../schema/bundle.js";
import { isDialect } from "../schema/dialect.js";
import { findFlaws } from "../schema/find-flaws.js";
import type { MetaSchemaName } from "./rules-folder.js";

/** Only editors read this property, so an error there affects nothing else. */
export const SCHEMA_POINTER = "/$schema";

/** Most files of a spec package have a few KB. */
const MAX_SPEC_FILE_BYTES = 256 * 1024;
/** The schema of a large tool has half a megabyte. */
export const MAX_SHAPE_BYTES = 1024 * 1024;

interface SpecFileParts {
  readonly path: string;
  readonly text: string;
  /** Undefined if the file cannot be read. */
  readonly value: unknown;
  readonly flaws: readonly Flaw[];
  /** Only for an inherited file: where the extending version could have a file of its own. */
  readonly overridePath?: string | undefined;
  /** Only if inherited parts were merged into the value: what the file itself says. */
  readonly ownValue?: unknown;
}

/** A file of the rules folder. After an error in one part, the other parts are still used. */
export class SpecFile {
  readonly path: string;
  readonly value: unknown;
  readonly overridePath: string | undefined;
  #ranges: JsonRanges | undefined;

  constructor(private readonly parts: SpecFileParts) {
    this.path = parts.path;
    this.value = parts.value;
    this.overridePath = parts.overridePath;
  }

  get errors(): FileError[] {
    return this.parts.flaws.map((flaw) => this.error(flaw));
  }

  /** The value at a place; undefined if there is an error at the place or below it. */
  validValue<T>(pointer = ""): T | undefined {
    for (const flaw of this.parts.flaws)
      if (flaw.pointer !== SCHEMA_POINTER && isWithin(flaw.pointer, pointer)) return undefined;
    return valueAt(this.value, pointer) as T | undefined;
  }

  /** A flaw with the line and column of its place or, if that is missing, its nearest ancestor. */
  error(flaw: Flaw): FileError {
    const { detail, pointer } = flaw;
    const position = this.#locate(flaw);
    const error = {
      file: this.path,
      ...flaw,
      ...(position && { line: position.line, column: position.column }),
    };
    const { ownValue } = this.parts;
    const isInheritedPart =
      ownValue !== undefined &&
      valueAt(ownValue, pointer) === undefined &&
      valueAt(this.value, pointer) !== undefined;
    if (isInheritedPart) {
      const [part = ""] = toTokens(pointer);
      const advice = `this is inherited: to change it, write "${part}" in this file`;
      return { ...error, detail: `${detail}; ${advice}` };
    }
    if (this.overridePath === undefined) return error;
    // A released version never changes, so an inherited file cannot be corrected.
    const advice = `the file is inherited: to change it, copy it to ${this.overridePath}`;
    return { ...error, detail: `${detail}; ${advice}`, inherited: detail };
  }

  /** The file with another value. Lines and columns stay those of the text that was read. */
  withValue(value: unknown): SpecFile {
    return new SpecFile({ ...this.parts, value });
  }

  withInheritedParts(value: unknown): SpecFile {
    return new SpecFile({ ...this.parts, value, ownValue: this.value });
  }

  /** The file as another version inherits it, which could have a file of its own at `path`. */
  asInherited(path: string): SpecFile {
    return new SpecFile({ ...this.parts, overridePath: path, ownValue: undefined });
  }

  withFlaws(flaws: readonly Flaw[]): SpecFile {
    return new SpecFile({ ...this.parts, flaws: [...this.parts.flaws, ...flaws] });
  }

  #locate({ pointer, key }: Flaw): JsonPosition | undefined {
    const { text } = this.parts;
    if (this.#ranges === undefined) {
      const read = JsonRanges.read(text);
      if ("error" in read) return read.error.position;
      this.#ranges = read.ranges;
    }
    const range = key === undefined ? undefined : this.#ranges.key(joinPointer(pointer, key));
    return range ? jsonPosition(text, range.from) : this.#ranges.near(pointer);
  }
}

export function readSpecFile(
  path: string,
  schema: MetaSchemaName,
  maxBytes = MAX_SPEC_FILE_BYTES,
): SpecFile {
  let bytes: Buffer;
  try {
    bytes = readBoundedSync(path, maxBytes);
  } catch (error) {
    const { reason, code } = error as UnreadableFile;
    const detail = code === "ENOENT" ? "the file is missing; add it" : `the file ${reason}`;
    const flaws = [{ pointer: "", detail, publicDetail: detail }];
    return new SpecFile({ path, text: "", value: undefined, flaws });
  }
  const text = bytes.toString();
  const read = parseStrictBytes(bytes);
  if ("explain" in read) {
    const { pointer = "", detail } = read.explain();
    const flaws = [{ pointer, detail: `not JSON: ${detail}`, publicDetail: "is not JSON" }];
    return new SpecFile({ path, text, value: undefined, flaws });
  }
  const { value } = read;
  return new SpecFile({ path, text, value, flaws: [...findFlawsOfFile(value, path, schema)] });
}

function* findFlawsOfFile(value: unknown, path: string, schema: MetaSchemaName): Generator<Flaw> {
  for (const violation of findUnportable(value)) {
    const detail = `${violation.message()}; write it without`;
    yield { pointer: inCandidate(violation.path), detail };
  }
  yield* checkSchemaName(value, path, schema);
  const validate = metaValidator(schema);
  if (validate(value)) return;
  for (const error of validate.errors ?? []) {
    const { instancePath: pointer, message, params, schemaPath, keyword } = error;
    // These only say that another error follows; `rules check` explains what was meant.
    if (keyword === "if" || /\/(anyOf|oneOf)\/\d/.test(schemaPath)) continue;
    let detail = String(message);
    for (const param of Object.values(params))
      if (typeof param === "string" && !message?.includes(param)) detail += `: ${param}`;
    yield { pointer, detail, key: params.additionalProperty, isGrammar: true };
  }
}

/** Reads the shape of a version: any JSON Schema, with annotations of ours. */
export function readShapeFile(path: string): SpecFile {
  const file = readSpecFile(path, "shape.schema.json", MAX_SHAPE_BYTES);
  const shape = file.validValue<JsonObject>();
  if (!isObject(shape)) return file;
  const flaws = findFlaws(bundleShape(shape));
  return file.withFlaws(
    flaws.map(({ place, detail }) => ({ pointer: place.slice(place.indexOf("#") + 1), detail })),
  );
}

/**
 * The number of folders between a file and the meta-schemas. The others are in
 * <rules>/<domain>/<version>/rules/.
 */
const DEPTHS: { readonly [schema in MetaSchemaName]?: number } = {
  "domain.schema.json": 1,
  "released.schema.json": 1,
  "spec.schema.json": 2,
  "shape.schema.json": 2,
};

/**
 * Editors check a file against the schema that `$schema` names, and silently skip a file whose
 * schema does not exist.
 */
function* checkSchemaName(value: unknown, path: string, schema: MetaSchemaName): Generator<Flaw> {
  if (!isObject(value)) return;
  const named = value.$schema;
  // Editors know the dialects of JSON Schema.
  if (schema === "shape.schema.json" && isDialect(named)) return;
  if (named === undefined) {
    const line = `"$schema": "${pathToSchema(path, schema)}"`;
    const detail = `"$schema" is missing, and without it no editor checks this file; add ${line}`;
    yield { pointer: SCHEMA_POINTER, detail };
  }
  if (typeof named !== "string") return;
  const target = resolve(dirname(path), named);
  const isUsual = target === resolve(dirname(path), listSchemaPaths(schema)[0] as string);
  if (basename(named) === schema && (isUsual || existsSync(target))) return;
  yield {
    pointer: SCHEMA_POINTER,
    detail: `must be "${pathToSchema(path, schema)}", or editors do not check this file`,
  };
}

export function pathToSchema(path: string, schema: MetaSchemaName): string {
  const paths = listSchemaPaths(schema);
  const found = paths.find((other) => existsSync(resolve(dirname(path), other)));
  return found ?? (paths[0] as string);
}

/** In the rules folder of the file or, for packages elsewhere, in a folder `rules` above. */
function listSchemaPaths(schema: MetaSchemaName): string[] {
  const up = "../".repeat(DEPTHS[schema] ?? 3);
  return ["", "../rules/", "../../rules/", "../../../rules/"].map((to) => up + to + schema);
}

/** The files of a version. The keys of rules and examples are their file names without .json. */
export interface PackageFiles {
  readonly spec: SpecFile;
  readonly shape: SpecFile;
  readonly rules: ReadonlyMap<string, SpecFile>;
  readonly examples: ReadonlyMap<string, SpecFile>;
}

export function listPackageFiles({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}
