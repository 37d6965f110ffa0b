import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { SHAPE_CODES } from "../engine/problems/codes.js";
import { PORTABILITY_CODES } from "../engine/problems/portability.js";
import type { FileError } from "./file-error.js";
import type { MetaSchemaName } from "./meta/index.js";
import { readSpecFile, type SpecFile } from "./spec-file.js";
import { VERSION_CODES } from "./version-codes.js";

/** The files of one version. Rules and examples go by the names of their files. */
export interface PackageFiles {
  readonly spec: SpecFile;
  readonly shape: SpecFile;
  readonly rules: ReadonlyMap<string, SpecFile>;
  readonly examples: ReadonlyMap<string, SpecFile>;
}

const LEFT_BEHIND = /^(\.DS_Store|Thumbs\.db|.*\.sw[op]|.*~|\.#.*|#.*#)$/;
const RULE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Codes of diagnostics that need no rule. */
const RESERVED = [
  ...Object.values(SHAPE_CODES).map(({ code }) => code),
  ...[...PORTABILITY_CODES, ...VERSION_CODES].map(({ code }) => code),
  "placeholder-left",
];

/** Reads the folder of one version: every file, however many have errors. */
export function readPackage(folder: string): { files: PackageFiles; errors: FileError[] } {
  const spec = readSpecFile(join(folder, "spec.json"), "spec.schema.json");
  const shape = readSpecFile(join(folder, "candidate.schema.json"), "shape.schema.json");
  const rules = readFolder(join(folder, "rules"), "rule.schema.json");
  const examples = readFolder(join(folder, "examples"), "example.schema.json");
  const files = { spec, shape, rules: rules.files, examples: examples.files };
  const errors = [
    ...filesOf(files).flatMap((file) => file.errors),
    ...rules.errors,
    ...examples.errors,
    ...strangersIn(folder),
    ...[...files.rules].flatMap(([name, { path }]) => nameErrors(name, path)),
    ...baseErrors(files),
  ];
  return { files, errors };
}

export function filesOf({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}

function nameErrors(name: string, file: string): FileError[] {
  if (RESERVED.includes(name)) {
    const detail = "every package has this code; rename the file after what must hold";
    return [{ file, pointer: "", detail }];
  }
  if (RULE_NAME.test(name) && name.length <= 64) return [];
  const detail = "a rule is named in kebab-case, by what must hold, with at most 64 characters; rename the file";
  return [{ file, pointer: "", detail }];
}

function baseErrors({ spec, examples }: PackageFiles): FileError[] {
  const base = spec.sound<string>("/base");
  if (base === undefined || examples.has(base)) return [];
  return [spec.error({ pointer: "/base", detail: `there is no example "${base}"; add examples/${base}.json` })];
}

/** Files that nobody reads are mistakes: a rule beside the folder of rules would never fire. */
function strangersIn(folder: string): FileError[] {
  const known = ["spec.json", "candidate.schema.json", "rules", "examples"];
  return namesIn(folder)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      file: join(folder, name),
      pointer: "",
      detail: `a version has ${known.join(", ")} and nothing else; move it, a rule to rules/, an example to examples/`,
    }));
}

/** Whether systems or editors leave a file of this name behind. */
export function isLeftBehind(name: string): boolean {
  return LEFT_BEHIND.test(name);
}

/** The names in a folder that somebody has put there. */
export function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => !isLeftBehind(name))
    .sort();
}

/** The folders in a folder, and links to folders: a rollout often puts a link in the place of a folder. */
export function foldersIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => !name.startsWith(".") && statSync(join(dir, name), { throwIfNoEntry: false })?.isDirectory())
    .sort();
}

function readFolder(folder: string, schema: MetaSchemaName): { files: Map<string, SpecFile>; errors: FileError[] } {
  const files = new Map<string, SpecFile>();
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return { files, errors: [{ file: folder, pointer: "", detail: "the folder is missing; add it" }] };
  }
  const errors: FileError[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (name.endsWith(".json")) files.set(basename(name, ".json"), readSpecFile(path, schema));
    else errors.push({ file: path, pointer: "", detail: "only .json files belong here; move it" });
  }
  if (files.size === 0 && errors.length === 0)
    errors.push({ file: folder, pointer: "", detail: "the folder is empty; add a file" });
  return { files, errors };
}
