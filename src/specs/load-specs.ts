import { readdirSync } from "node:fs";
import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { dryRun } from "./dry-run.js";
import { type Fault, FaultySpecs } from "./faults.js";
import { readFile } from "./read-file.js";
import { readPackage } from "./read-package.js";

/** Loads every spec package of a rules folder, or throws `FaultySpecs` with every fault of every file. */
export async function loadSpecs(dir: string): Promise<Catalog> {
  const faults: Fault[] = [];
  const domains = new Map<string, Domain>();
  for (const id of foldersIn(dir, faults)) domains.set(id, await loadDomain(dir, id, faults));
  if (faults.length === 0 && domains.size === 0)
    faults.push({ file: ".", pointer: "", detail: "no domain folder is here; add one" });
  if (faults.length > 0) throw new FaultySpecs(faults, [...domains.keys()]);
  return domains;
}

async function loadDomain(dir: string, id: string, faults: Fault[]): Promise<Domain> {
  const before = faults.length;
  const words = readFile<{ title: string; description: string }>(
    dir,
    `${id}/domain.json`,
    "domain.schema.json",
    faults,
  );
  const specs: CompiledSpec[] = [];
  for (const version of foldersIn(dir, faults, id)) {
    if (!/^v[1-9][0-9]*$/.test(version)) {
      faults.push({
        file: `${id}/${version}`,
        pointer: "",
        detail: "folders of versions are named v1, v2 and so on; rename it",
      });
      continue;
    }
    const spec = await loadVersion(dir, id, version, faults);
    if (spec !== undefined) specs.push(spec);
  }
  if (specs.length === 0 && faults.length === before) {
    faults.push({ file: id, pointer: "", detail: "the domain has no version; add a folder v1" });
  }
  return toDomain(id, words ?? { title: id, description: "" }, specs);
}

async function loadVersion(
  dir: string,
  domainId: string,
  version: string,
  faults: Fault[],
): Promise<CompiledSpec | undefined> {
  const before = faults.length;
  const source = readPackage(dir, domainId, version, faults);
  if (source === undefined) return undefined;
  const folder = `${domainId}/${version}`;
  const files = { spec: "spec.json", schema: "candidate.schema.json" };
  const told = new Set<string>();
  const spec = compileSpec(source, (where, { pointer, message }) => {
    const file = `${folder}/${where.part === "rule" ? `rules/${where.name}.json` : files[where.part]}`;
    // A table of types with a fault is found faulty by every rule that refers to it.
    if (!told.has(file + pointer)) faults.push({ file, pointer, detail: message });
    told.add(file + pointer);
  });
  faults.push(...(await dryRun(spec, faults.length === before)));
  return faults.length === before ? spec : undefined;
}

function foldersIn(dir: string, faults: Fault[], inside = ""): string[] {
  try {
    return readdirSync(`${dir}/${inside}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort();
  } catch {
    faults.push({ file: inside || dir, pointer: "", detail: "the folder cannot be read; check the path" });
    return [];
  }
}
