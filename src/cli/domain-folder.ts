import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type FileError, InvalidSpecs } from "../ground/files/file-error.js";
import { applyEdit, removalEdit } from "../ground/json/edit-text.js";
import { JsonRanges } from "../ground/json/json-ranges.js";
import { compileVersion, type LoadVersion, listErrors, loadRawSpecs } from "../specs/load-specs.js";
import { byVersion } from "../specs/names.js";
import { isDraft, type LoadedVersion, readSpecs } from "../specs/read-specs.js";
import { listFolders } from "../specs/rules-folder.js";
import { unknownNameError } from "./command.js";
import { type Io, writeAtomically } from "./io.js";
import { locateRules } from "./locate.js";

export interface DomainFolder {
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly LoadedVersion[];
}

interface LoadOptions {
  readonly rules: string | undefined;
  /** The versions that are loaded even if they are drafts. */
  readonly drafts: readonly string[];
  /** Compiles a version by default. */
  readonly loadVersion?: LoadVersion;
  /** Errors for which this holds are ignored. */
  isExpected?(error: FileError): boolean;
}

/** Loads one domain. Throws `InvalidSpecs` if there are errors. */
export async function loadDomainFolder(
  domain: string,
  io: Io,
  { rules, drafts, loadVersion = compileVersion, isExpected }: LoadOptions,
): Promise<DomainFolder> {
  const dirs = locateRules(rules, io);
  const dir = dirs.find((one) => existsSync(join(one, domain, "domain.json")));
  if (dir === undefined)
    throw unknownNameError("domain", domain, dirs.flatMap(listFolders), dirs.join(", "));
  const read = readSpecs([dir], { wanted: domain });
  const domains = read.domains.map(({ versions, ...rest }) => ({
    ...rest,
    versions: versions.filter((one) => drafts.includes(one.version) || !isDraft(one)),
  }));
  const loaded = await loadRawSpecs({ ...read, domains }, loadVersion);
  const errors = listErrors(loaded).filter((error) => isExpected?.(error) !== true);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return { path: join(dir, domain), versions: loaded.versions.toSorted(byVersion) };
}

/** Throws a `CommandError` if the domain does not have the version. */
export function findVersion({ path, versions }: DomainFolder, name: string): LoadedVersion {
  const found = versions.find(({ version }) => version === name);
  if (found !== undefined) return found;
  const names = versions.map(({ version }) => version);
  throw unknownNameError("version", name, names, path);
}

type SpecProperties = Readonly<Record<string, string | undefined>>;

/** Edits the spec.json of a version that has no errors. */
export async function editSpecFile(folder: string, properties: SpecProperties): Promise<void> {
  const path = join(folder, "spec.json");
  await writeAtomically(path, editSpecText(await readFile(path, "utf8"), properties) as string);
}

/**
 * Sets properties of a spec.json or, with undefined, removes them, and leaves every other byte as
 * its author wrote it. New properties follow `status`. Undefined if the text is not a spec.json.
 */
export function editSpecText(text: string, properties: SpecProperties): string | undefined {
  let edited = text;
  let previousKey = "status";
  for (const [key, value] of Object.entries(properties)) {
    const read = JsonRanges.read(edited);
    if ("error" in read) return undefined;
    const current = read.ranges.value(`/${key}`);
    const previous = read.ranges.value(`/${previousKey}`);
    if (previous === undefined) return undefined;
    if (value !== undefined) {
      const { to } = previous;
      const edit = current
        ? { ...current, insert: JSON.stringify(value) }
        : { from: to, to, insert: `,\n  "${key}": ${JSON.stringify(value)}` };
      edited = applyEdit(edited, edit);
      if (edit.from >= to) previousKey = key;
    } else if (current !== undefined)
      edited = applyEdit(edited, removalEdit(read.ranges, `/${key}`));
  }
  return edited;
}
