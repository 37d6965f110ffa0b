import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { valueAt } from "../json/pointer.js";
import { isObject } from "../json/value.js";
import { type Catalog, type Domain, isVersionName, toDomain } from "./catalog.js";
import { dryRun } from "./dry-run.js";
import { type Fault, FaultySpecs } from "./faults.js";
import { lintSchema } from "./lint-schema.js";
import { readFile } from "./read-file.js";
import { type PackageFiles, readPackage, toSource } from "./read-package.js";

/** Loads every spec package of a rules folder, or throws `FaultySpecs` with every fault of every file. */
export async function loadSpecs(dir: string): Promise<Catalog> {
  const faults: Fault[] = [];
  const domains = new Map<string, Domain>();
  for (const id of foldersIn(dir, faults) ?? []) domains.set(id, await loadDomain(dir, id, faults));
  if (faults.length === 0 && domains.size === 0)
    faults.push({ file: ".", pointer: "", detail: "no domain folder is here; add one" });
  if (faults.length > 0) throw new FaultySpecs(faults, [...domains.keys()]);
  return domains;
}

async function loadDomain(dir: string, id: string, faults: Fault[]): Promise<Domain> {
  const complain = (file: string, detail: string) => faults.push({ file, pointer: "", detail });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64)
    complain(id, "folders of domains are named in kebab-case, with at most 64 characters; rename it");
  const words = readFile(dir, `${id}/domain.json`, "domain.schema.json", faults);
  const versions = foldersIn(dir, faults, id);
  if (versions?.length === 0) complain(id, "the domain has no version; add a folder v1");
  const specs: CompiledSpec[] = [];
  for (const version of versions ?? []) {
    const named = isVersionName(version);
    if (!named) complain(`${id}/${version}`, "folders of versions are named v1, v2 and so on; rename it");
    // What is not named like a version may still be meant as one.
    if (!named && !existsSync(join(dir, id, version, "spec.json"))) continue;
    const spec = await loadVersion(dir, id, version, faults);
    if (spec !== undefined) specs.push(spec);
  }
  return toDomain(id, words.sound() ?? { title: id, description: "" }, specs);
}

async function loadVersion(
  dir: string,
  domainId: string,
  version: string,
  faults: Fault[],
): Promise<CompiledSpec | undefined> {
  const before = faults.length;
  const files = readPackage(dir, domainId, version, faults);
  const read = faults.length;
  const spec = compile(domainId, version, files, faults);
  const decisive = files.decisive && faults.length === read;
  lintSchema(files.schema, `${domainId}/${version}/candidate.schema.json`, faults);
  faults.push(...(await dryRun(spec, files, decisive)));
  return faults.length === before ? spec : undefined;
}

function compile(domainId: string, version: string, files: PackageFiles, faults: Fault[]): CompiledSpec {
  const names = { spec: "spec.json", schema: "candidate.schema.json" };
  const told = new Set<string>();
  const source = toSource(domainId, version, files);
  return compileSpec(source, (where, { pointer, message }) => {
    const part = where.part === "rule" ? source.rules.find(({ name }) => name === where.name) : source[where.part];
    // Without data, what refers to it cannot be judged.
    if (files.spec.sound("/data") === undefined && isReference(valueAt(part, pointer))) return;
    const file = `${domainId}/${version}/${where.part === "rule" ? `rules/${where.name}.json` : names[where.part]}`;
    // A table of types with a fault is found faulty by every rule that refers to it.
    if (!told.has(file + pointer)) faults.push({ file, pointer, detail: message });
    told.add(file + pointer);
  });
}

function isReference(value: unknown): boolean {
  return isObject(value) && typeof value.spec === "string";
}

/** Nothing where the folder cannot be read. */
function foldersIn(dir: string, faults: Fault[], inside = ""): string[] | undefined {
  try {
    return readdirSync(`${dir}/${inside}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort();
  } catch {
    faults.push({ file: inside || dir, pointer: "", detail: "the folder cannot be read; check the path" });
    return undefined;
  }
}
