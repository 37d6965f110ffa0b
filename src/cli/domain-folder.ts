import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type FileError, InvalidSpecs } from "../ground/files/file-error.js";
import { applyEdit, removalEdit } from "../ground/json/edit-text.js";
import { JsonRanges } from "../ground/json/json-ranges.js";
import { formatSpecValue } from "../specs/format-spec-file.js";
import { allErrors, compileVersion, type LoadVersion, loadRead } from "../specs/load-specs.js";
import { byVersion } from "../specs/names.js";
import { type LoadedVersion, readSpecs } from "../specs/read-specs.js";
import { listFolders } from "../specs/rules-folder.js";
import { noSuchError } from "./command.js";
import { type Io, writeAtomically } from "./io.js";
import { locateRules } from "./locate.js";

export interface DomainFolder {
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly LoadedVersion[];
}

/**
 * Loads one domain. Of its drafts, only the `wanted` ones are loaded. Throws `InvalidSpecs` if
 * there are errors other than those for which `isExpected` holds.
 */
export async function openDomain(
  domain: string,
  rules: string | undefined,
  io: Io,
  wanted: readonly string[],
  isExpected: (error: FileError) => boolean = () => false,
  loadVersion: LoadVersion = compileVersion,
): Promise<DomainFolder> {
  const dirs = locateRules(rules, io);
  const dir = dirs.find((rulesDir) => existsSync(join(rulesDir, domain, "domain.json")));
  if (dir === undefined)
    throw noSuchError("domain", domain, dirs.flatMap(listFolders), dirs.join(", "));
  const { domains, ...others } = readSpecs([dir], { wanted: domain });
  const asked = domains.map((read) => ({
    ...read,
    versions: read.versions.filter(
      ({ version, files }) => wanted.includes(version) || files.spec.sound("/status") !== "draft",
    ),
  }));
  const loaded = await loadRead({ ...others, domains: asked }, loadVersion);
  const errors = allErrors(loaded).filter((error) => !isExpected(error));
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return { path: join(dir, domain), versions: loaded.versions.toSorted(byVersion) };
}

/** Throws `CommandError` if the domain does not have the version. */
export function findVersion({ path, versions }: DomainFolder, name: string): LoadedVersion {
  const found = versions.find(({ version }) => version === name);
  const names = versions.map(({ version }) => version);
  if (found === undefined) throw noSuchError("version", name, names, path);
  return found;
}

type Changes = Readonly<Record<string, string | string[] | undefined>>;

/** Edits the spec.json of a version that has no errors. */
export async function editSpecFile(path: string, changes: Changes): Promise<void> {
  await writeAtomically(path, editSpec(await readFile(path, "utf8"), changes) as string);
}

/**
 * Sets properties of spec.json or, with undefined, removes them, and leaves every other byte as its
 * author wrote it. New properties come after `status`. Undefined if the text is not a spec.json.
 */
export function editSpec(text: string, changes: Changes): string | undefined {
  let edited = text;
  let after = "status";
  for (const [key, value] of Object.entries(changes)) {
    const read = JsonRanges.read(edited);
    if (!("ranges" in read)) return undefined;
    const { ranges } = read;
    const [here, previous] = [ranges.value(`/${key}`), ranges.value(`/${after}`)];
    if (previous === undefined) return undefined;
    if (value === undefined) {
      if (here !== undefined) edited = applyEdit(edited, removalEdit(ranges, `/${key}`));
      continue;
    }
    const json = formatSpecValue(value).trimEnd().replaceAll("\n", "\n  ");
    const end = { from: previous.to, to: previous.to };
    edited = applyEdit(
      edited,
      here ? { ...here, insert: json } : { ...end, insert: `,\n  "${key}": ${json}` },
    );
    if (here === undefined || here.from > previous.to) after = key;
  }
  return edited;
}
