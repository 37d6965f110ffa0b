import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { metaValidator } from "#meta-validators";
import { portabilityProblems } from "../engine/problems/portability.js";
import { readBoundedSync, type UnreadableFile } from "../files/bounded-file.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import { applyPatch, isWithin, type Operation } from "../json/patch.js";
import { valueAt } from "../json/pointer.js";
import { JsonSource } from "../json/source.js";
import { isObject } from "../json/value.js";
import { explainError } from "./explain-error.js";
import type { FileError, Flaw } from "./file-error.js";
import type { MetaSchemaName } from "./meta/index.js";

/** The property that only editors read: an error there affects nothing else. */
export const SCHEMA_NAME = "/$schema";

/** The size of the largest file of a spec package; most have a few KB. */
export const MAX_SPEC_FILE_BYTES = 256 * 1024;

/**
 * One file of the rules folder. An error in one part of it leaves the others usable, so that their errors can be
 * found too.
 */
export class SpecFile {
  #source: JsonSource | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
    /** Undefined where the file cannot be read. */
    readonly value: unknown,
    private readonly found: readonly Flaw[],
    /** Set for a file that a version inherits: where the version would have a file of its own instead. */
    readonly replaceableBy?: string,
  ) {}

  get errors(): FileError[] {
    return this.found.map((found) => this.error(found));
  }

  /** The value at a place, unless there is an error at it or below. */
  sound<T>(pointer = ""): T | undefined {
    if (this.found.some((found) => found.pointer !== SCHEMA_NAME && isWithin(found.pointer, pointer))) return undefined;
    return valueAt(this.value, pointer) as T | undefined;
  }

  /** An error with the line and column of its place, or of the nearest place around it. */
  error(found: Flaw): FileError {
    const place = this.#locate(found.pointer);
    const error = { file: this.path, ...found, ...(place && { line: place.line, column: place.column }) };
    if (this.replaceableBy === undefined) return error;
    // A released version never changes, so that this file is not the one to correct.
    const detail = `${found.detail}; the file is inherited: to change it, copy it to ${this.replaceableBy}`;
    return { ...error, detail, inherited: found.detail };
  }

  /** The same file with another value in it; its places are those of what was read. */
  patched(patch: readonly Operation[]): SpecFile {
    return this.withValue(applyPatch(this.value, patch));
  }

  withValue(value: unknown): SpecFile {
    return new SpecFile(this.path, this.text, value, this.found, this.replaceableBy);
  }

  /** The same file as a version inherits it that would have its own at `path`. */
  inheritedAs(path: string): SpecFile {
    return new SpecFile(this.path, this.text, this.value, this.found, path);
  }

  #locate(pointer: string): { line: number; column: number } | undefined {
    if (this.#source === undefined) {
      const read = JsonSource.read(this.text);
      if ("error" in read) return read.error.position;
      this.#source = read.source;
    }
    return this.#source.near(pointer);
  }
}

/** Reads one file and holds it against its meta-schema. */
export function readSpecFile(path: string, schema: MetaSchemaName): SpecFile {
  let bytes: Buffer;
  try {
    bytes = readBoundedSync(path, MAX_SPEC_FILE_BYTES);
  } catch (error) {
    const { reason, code } = error as UnreadableFile;
    const detail = code === "ENOENT" ? "the file is missing; add it" : `the file ${reason}`;
    return new SpecFile(path, "", undefined, [{ pointer: "", detail, shown: detail }]);
  }
  const text = bytes.toString();
  const read = parseStrictBytes(bytes);
  if ("explain" in read) {
    const { pointer = "", detail } = read.explain();
    return new SpecFile(path, text, undefined, [{ pointer, detail: `not JSON: ${detail}`, shown: "is not JSON" }]);
  }
  return new SpecFile(path, text, read.value, [...findErrors(read.value, path, schema)]);
}

function* findErrors(value: unknown, path: string, schema: MetaSchemaName): Generator<Flaw> {
  for (const problem of portabilityProblems(value)) {
    yield { pointer: problem.path.slice("/candidate".length), detail: `${problem.message()}; write it without` };
  }
  yield* checkSchemaName(value, path, schema);
  const validate = metaValidator(schema);
  validate(value);
  for (const error of validate.errors ?? []) {
    const detail = explainError(error, schema);
    if (detail !== undefined) yield { pointer: error.instancePath, detail };
  }
}

/** How far below the schemas a file is: <rules>/<domain>/<version>/rules/<file>, unless it is one of these. */
const DEPTHS: { readonly [schema in MetaSchemaName]?: number } = {
  "domain.schema.json": 1,
  "released.schema.json": 1,
  "spec.schema.json": 2,
  "shape.schema.json": 2,
};

/** An editor checks a file against what its `$schema` names, and says nothing where that is not there. */
function* checkSchemaName(value: unknown, path: string, schema: MetaSchemaName): Generator<Flaw> {
  if (!isObject(value)) return;
  const named = value.$schema;
  if (named === undefined) {
    const line = `"$schema": "${wayToSchema(path, schema)}"`;
    yield { pointer: SCHEMA_NAME, detail: `"$schema" is missing, so that no editor checks this file; add ${line}` };
  }
  if (typeof named !== "string") return;
  const target = resolve(dirname(path), named);
  const isUsual = target === resolve(dirname(path), `${up(schema)}${schema}`);
  if (basename(named) === schema && (isUsual || existsSync(target))) return;
  yield { pointer: SCHEMA_NAME, detail: `must be "${wayToSchema(path, schema)}", so that editors check this file` };
}

/** From a file to its schema: in its own rules folder or, for packages elsewhere, in a folder `rules` above it. */
export function wayToSchema(path: string, schema: MetaSchemaName): string {
  const above = [1, 2, 3].map((more) => `${up(schema)}${"../".repeat(more)}rules/`);
  const ways = [up(schema), ...above].map((folder) => folder + schema);
  return ways.find((way) => existsSync(resolve(dirname(path), way))) ?? (ways[0] as string);
}

function up(schema: MetaSchemaName): string {
  return "../".repeat(DEPTHS[schema] ?? 3);
}

/** The files of one version. Rules and examples go by the names of their files. */
export interface PackageFiles {
  readonly spec: SpecFile;
  readonly shape: SpecFile;
  readonly rules: ReadonlyMap<string, SpecFile>;
  readonly examples: ReadonlyMap<string, SpecFile>;
}

export function filesOf({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}
