import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileError } from "../specs/file-error.js";
import { InvalidSpecs } from "../specs/file-error.js";
import { openSpecs } from "../specs/load-specs.js";
import type { LoadedVersion } from "../specs/loaded-version.js";
import { numberOf } from "../specs/loaded-version.js";
import { CommandError } from "./command.js";
import type { Io } from "./io.js";
import { locateRules } from "./locate.js";

export interface DomainFolder {
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly LoadedVersion[];
}

/** Loads one domain. Throws with all its errors but those that are `expected`, and those of drafts that are not `wanted`. */
export async function openDomain(
  domain: string,
  rules: string | undefined,
  io: Io,
  wanted: readonly string[],
  expected: (error: FileError) => boolean = () => false,
): Promise<DomainFolder> {
  const dirs = locateRules(rules, io);
  const dir = dirs.find((one) => existsSync(join(one, domain, "domain.json")));
  if (dir === undefined) throw new CommandError(`there is no domain "${domain}" in ${dirs.join(", ")}`);
  const { versions, fatal } = await openSpecs(dir, domain);
  const isAsked = ({ version, status }: LoadedVersion) => status === "draft" && wanted.includes(version);
  const drafts = versions.filter(isAsked).flatMap(({ errors }) => errors);
  const errors = [...fatal, ...drafts].filter((error) => !expected(error));
  if (errors.length > 0) throw new InvalidSpecs(errors);
  const inOrder = versions.toSorted((a, b) => numberOf(a) - numberOf(b));
  return { path: join(dir, domain), versions: inOrder };
}

export function versionOf({ path, versions }: DomainFolder, name: string): LoadedVersion {
  const found = versions.find(({ version }) => version === name);
  if (found !== undefined) return found;
  const names = versions.map(({ version }) => version).join(", ");
  throw new CommandError(`there is no version "${name}" in ${path}; versions: ${names}`);
}
