import { existsSync } from "node:fs";
import { join } from "node:path";
import { JsonRanges } from "../json/json-ranges.js";
import { type FileError, InvalidSpecs } from "../specs/file-error.js";
import { formatSpecValue } from "../specs/format-spec-file.js";
import { allErrors, checkRead } from "../specs/load-specs.js";
import { byVersion } from "../specs/names.js";
import type { LoadedVersion } from "../specs/read-specs.js";
import { readSpecs } from "../specs/read-specs.js";
import { CommandError } from "./command.js";
import type { Io } from "./io.js";
import { locateRules } from "./locate.js";

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A string, or an array of strings. */
const VALUE = String.raw`(?:${STRING}|\[(?:[^\]"]|${STRING})*\])`;

export interface DomainFolder {
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly LoadedVersion[];
}

/**
 * Loads one domain, without drafts that are not `wanted`. Versions that are as they were released are not checked
 * again. Throws `InvalidSpecs` if there are errors other than those that are `expected`.
 */
export async function openDomain(
  domain: string,
  rules: string | undefined,
  io: Io,
  wanted: readonly string[],
  expected: (error: FileError) => boolean = () => false,
): Promise<DomainFolder> {
  const dirs = locateRules(rules, io);
  const dir = dirs.find((rulesDir) => existsSync(join(rulesDir, domain, "domain.json")));
  if (dir === undefined) throw new CommandError(`there is no domain "${domain}" in ${dirs.join(", ")}`);
  const { domains, ...others } = readSpecs([dir], { wanted: domain });
  const asked = domains.map((read) => ({
    ...read,
    versions: read.versions.filter(
      ({ version, files }) => wanted.includes(version) || files.spec.sound("/status") !== "draft",
    ),
  }));
  const loaded = await checkRead({ ...others, domains: asked }, true);
  const errors = allErrors(loaded).filter((error) => !expected(error));
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return { path: join(dir, domain), versions: loaded.versions.toSorted(byVersion) };
}

/** Throws `CommandError` if the domain does not have the version. */
export function versionOf({ path, versions }: DomainFolder, name: string): LoadedVersion {
  const found = versions.find(({ version }) => version === name);
  if (found !== undefined) return found;
  const names = versions.map(({ version }) => version).join(", ");
  throw new CommandError(`there is no version "${name}" in ${path}; versions: ${names}`);
}

/**
 * Sets properties of spec.json or, with undefined, removes them, and leaves every other byte as its author wrote it.
 * New properties come after `status`. Undefined if the text is not a spec.json.
 */
export function editSpec(
  text: string,
  changes: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  let edited = text;
  let after = "status";
  for (const [key, value] of Object.entries(changes)) {
    const read = JsonRanges.read(edited);
    if (!("ranges" in read)) return undefined;
    const { ranges } = read;
    const [here, previous] = [ranges.value(`/${key}`), ranges.value(`/${after}`)];
    if (previous === undefined) return undefined;
    const json = value === undefined ? "" : formatSpecValue(value).trimEnd().replaceAll("\n", "\n  ");
    if (here === undefined) {
      if (value !== undefined)
        edited = replaceAt(edited, previous.from, VALUE, (old) => `${old},\n  "${key}": ${json}`);
    } else if (value !== undefined) edited = replaceAt(edited, here.from, VALUE, () => json);
    else {
      const start = ranges.key(`/${key}`)?.from ?? 0;
      edited = replaceAt(edited, start, String.raw`${STRING}\s*:\s*${VALUE}\s*,\s*`, () => "");
    }
    if (value !== undefined) after = key;
  }
  return edited;
}

function replaceAt(text: string, offset: number, pattern: string, replace: (old: string) => string): string {
  return text.slice(0, offset) + text.slice(offset).replace(new RegExp(`^${pattern}`), replace);
}
