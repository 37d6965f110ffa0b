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
import { jsonPosition } from "../ground/json/scanner.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { bundleShape } from "../schema/bundle.js";
import { isDialect } from "../schema/dialect.js";
import { findFlaws } from "../schema/find-flaws.js";
import type { MetaSchemaName } from "./rules-folder.js";

/** The pointer of the property that only editors read: an error there affects nothing else. */
export const SCHEMA_POINTER = "/$schema";

/** Most files of a spec package have a few KB. */
const MAX_SPEC_FILE_BYTES = 256 * 1024;
/** The schema of a large tool has half a megabyte. */
export const MAX_SHAPE_BYTES = 1024 * 1024;

/**
 * A file of the rules folder. After an error in one part, the other parts are still used, and their
 * errors found too.
 */
export class SpecFile {
  #ranges: JsonRanges | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
    /** Undefined if the file cannot be read. */
    readonly value: unknown,
    private readonly flaws: readonly Flaw[],
    /** Only for an inherited file: the path at which the version could have a file of its own. */
    readonly replaceableBy?: string,
    /** Only if the value has inherited parts: what the file itself says. */
    private readonly own: unknown = undefined,
  ) {}

  get errors(): FileError[] {
    return this.flaws.map((flaw) => this.error(flaw));
  }

  /** The value at a place; undefined if there is an error at the place or below it. */
  sound<T>(pointer = ""): T | undefined {
    if (
      this.flaws.some((flaw) => flaw.pointer !== SCHEMA_POINTER && isWithin(flaw.pointer, pointer))
    )
      return undefined;
    return valueAt(this.value, pointer) as T | undefined;
  }

  /** A flaw with the line and column of its place or, if that is missing, its nearest ancestor. */
  error(flaw: Flaw): FileError {
    const place = this.#locate(flaw);
    const error = {
      file: this.path,
      ...flaw,
      ...(place && { line: place.line, column: place.column }),
    };
    const isInherited =
      this.own !== undefined &&
      valueAt(this.own, flaw.pointer) === undefined &&
      valueAt(this.value, flaw.pointer) !== undefined;
    if (isInherited) {
      const [part = ""] = toTokens(flaw.pointer);
      return {
        ...error,
        detail: `${flaw.detail}; this is inherited: to change it, write "${part}" in this file`,
      };
    }
    if (this.replaceableBy === undefined) return error;
    // A released version never changes, so an inherited file cannot be corrected.
    const detail = `${flaw.detail}; the file is inherited: to change it, copy it to ${this.replaceableBy}`;
    return { ...error, detail, inherited: flaw.detail };
  }

  /** The file with another value. Lines and columns stay those of the text that was read. */
  withValue(value: unknown): SpecFile {
    return new SpecFile(this.path, this.text, value, this.flaws, this.replaceableBy, this.own);
  }

  /** The file with inherited parts in its value. */
  mergedInto(value: unknown): SpecFile {
    return new SpecFile(this.path, this.text, value, this.flaws, this.replaceableBy, this.value);
  }

  /** The file as another version inherits it, which could have a file of its own at `path`. */
  inheritedAs(path: string): SpecFile {
    return new SpecFile(this.path, this.text, this.value, this.flaws, path);
  }

  /** The file with more flaws. */
  withFlaws(flaws: readonly Flaw[]): SpecFile {
    return new SpecFile(
      this.path,
      this.text,
      this.value,
      [...this.flaws, ...flaws],
      this.replaceableBy,
      this.own,
    );
  }

  #locate({ pointer, key }: Flaw): { line: number; column: number } | undefined {
    if (this.#ranges === undefined) {
      const read = JsonRanges.read(this.text);
      if ("error" in read) return read.error.position;
      this.#ranges = read.ranges;
    }
    const range = key === undefined ? undefined : this.#ranges.key(joinPointer(pointer, key));
    return range === undefined ? this.#ranges.near(pointer) : jsonPosition(this.text, range.from);
  }
}

/** Reads a file and checks it against its meta-schema. */
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
    return new SpecFile(path, "", undefined, [{ pointer: "", detail, publicDetail: detail }]);
  }
  const text = bytes.toString();
  const read = parseStrictBytes(bytes);
  if ("explain" in read) {
    const { pointer = "", detail } = read.explain();
    return new SpecFile(path, text, undefined, [
      { pointer, detail: `not JSON: ${detail}`, publicDetail: "is not JSON" },
    ]);
  }
  return new SpecFile(path, text, read.value, [...findErrors(read.value, path, schema)]);
}

function* findErrors(value: unknown, path: string, schema: MetaSchemaName): Generator<Flaw> {
  for (const violation of findUnportable(value))
    yield {
      pointer: inCandidate(violation.path),
      detail: `${violation.message()}; write it without`,
    };
  yield* checkSchemaName(value, path, schema);
  const validate = metaValidator(schema);
  if (validate(value)) return;
  // A failed alternative says little. `rules check` explains what was meant.
  const errors = (validate.errors ?? []).filter(
    ({ schemaPath, keyword }) => keyword !== "if" && !/\/(anyOf|oneOf)\/\d/.test(schemaPath),
  );
  for (const { instancePath: pointer, message, params } of errors) {
    const names = Object.values(params).filter((param) => typeof param === "string");
    const more = names.filter((name) => !message?.includes(name)).map((name) => `: ${name}`);
    yield {
      pointer,
      detail: `${message}${more.join("")}`,
      key: params.additionalProperty,
      isGrammar: true,
    };
  }
}

/** Reads the shape of a version: any JSON Schema, with annotations of ours. */
export function readShapeFile(path: string): SpecFile {
  const file = readSpecFile(path, "shape.schema.json", MAX_SHAPE_BYTES);
  const shape = file.sound<JsonObject>();
  if (shape === undefined || !isObject(shape)) return file;
  const flaws = findFlaws(bundleShape(shape));
  return flaws.length === 0
    ? file
    : file.withFlaws(
        flaws.map(({ place, detail }) => ({
          pointer: place.slice(place.indexOf("#") + 1),
          detail,
        })),
      );
}

/**
 * The number of folders between a file and the meta-schemas. Others are in
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
    yield {
      pointer: SCHEMA_POINTER,
      detail: `"$schema" is missing, and without it no editor checks this file; add ${line}`,
    };
  }
  if (typeof named !== "string") return;
  const target = resolve(dirname(path), named);
  const isUsual = target === resolve(dirname(path), `${up(schema)}${schema}`);
  if (basename(named) === schema && (isUsual || existsSync(target))) return;
  yield {
    pointer: SCHEMA_POINTER,
    detail: `must be "${pathToSchema(path, schema)}", or editors do not check this file`,
  };
}

/**
 * The relative path from a file to its schema: in its rules folder or, for packages elsewhere, in a
 * folder `rules` above.
 */
export function pathToSchema(path: string, schema: MetaSchemaName): string {
  const above = [1, 2, 3].map((more) => `${up(schema)}${"../".repeat(more)}rules/`);
  const ways = [up(schema), ...above].map((folder) => folder + schema);
  return ways.find((way) => existsSync(resolve(dirname(path), way))) ?? (ways[0] as string);
}

function up(schema: MetaSchemaName): string {
  return "../".repeat(DEPTHS[schema] ?? 3);
}

/** The files of a version. The keys of rules and examples are their file names without .json. */
export interface PackageFiles {
  readonly spec: SpecFile;
  readonly shape: SpecFile;
  readonly rules: ReadonlyMap<string, SpecFile>;
  readonly examples: ReadonlyMap<string, SpecFile>;
}

export function listFiles({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}
