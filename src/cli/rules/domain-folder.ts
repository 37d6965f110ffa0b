import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FileError, InvalidSpecs } from "../../errors/file-error.js";
import { allErrors, checkAll } from "../../specs/load-specs.js";
import { byVersion } from "../../specs/names.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { readSpecs } from "../../specs/read-specs.js";
import { foldersIn } from "../../specs/rules-folder.js";
import { noSuch } from "../command.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";

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
  if (dir === undefined) throw noSuch("domain", domain, dirs.flatMap(foldersIn), dirs.join(", "));
  const { domains, ...others } = readSpecs([dir], { wanted: domain });
  const asked = domains.map((read) => ({
    ...read,
    versions: read.versions.filter(
      ({ version, files }) => wanted.includes(version) || files.spec.sound("/status") !== "draft",
    ),
  }));
  const loaded = await checkAll({ ...others, domains: asked }, true);
  const errors = allErrors(loaded).filter((error) => !expected(error));
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return { path: join(dir, domain), versions: loaded.versions.toSorted(byVersion) };
}

/** Throws `CommandError` if the domain does not have the version. */
export function versionOf({ path, versions }: DomainFolder, name: string): LoadedVersion {
  const found = versions.find(({ version }) => version === name);
  const names = versions.map(({ version }) => version);
  if (found === undefined) throw noSuch("version", name, names, path);
  return found;
}
