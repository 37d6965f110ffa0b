import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../package-root.js";
import { VARIABLES } from "../service/config.js";
import { listFolders } from "../specs/rules-folder.js";
import type { Io } from "./io.js";

/** What paths depend on. */
export type Surroundings = Pick<Io, "env" | "cwd">;

type PathVariable = "RULES_DIR" | "TARGETS_FILE";

/**
 * The user's own path: that of the option, else of the environment, else the default. The first of
 * several folders.
 */
export function locateOwnPath(
  variable: PathVariable,
  given: string | undefined,
  { env, cwd }: Surroundings,
): string {
  const named = given ?? (env[variable]?.trim() || VARIABLES[variable].default);
  const [first = ""] = variable === "RULES_DIR" ? named.split(delimiter) : [named];
  return resolve(cwd, first.trim());
}

/** The path to read from: the user's own or, if there is none, the one that ships with assay. */
export function locate(
  variable: PathVariable,
  given: string | undefined,
  io: Surroundings,
): string {
  return hasOwnPath(variable, given, io)
    ? locateOwnPath(variable, given, io)
    : resolve(PACKAGE_ROOT, VARIABLES[variable].default);
}

/** Whether the user names a path, or has the default one. */
export function hasOwnPath(
  variable: PathVariable,
  given: string | undefined,
  io: Surroundings,
): boolean {
  return (
    given !== undefined ||
    Boolean(io.env[variable]?.trim()) ||
    existsSync(locateOwnPath(variable, given, io))
  );
}

/** The rules folders: one, or several with the path separator of the platform between them. */
export function locateRules(given: string | undefined, io: Surroundings): string[] {
  const named = given ?? io.env.RULES_DIR?.trim();
  if (!named?.includes(delimiter)) return [locate("RULES_DIR", given, io)];
  return named
    .split(delimiter)
    .map((dir) => dir.trim())
    .filter(Boolean)
    .map((dir) => resolve(io.cwd, dir));
}

/** The names of the packages in rules folders: domains, and their versions as `domain/v1`. */
export function findPackages(dirs: readonly string[]): string[] {
  return dirs.flatMap((dir) =>
    listFolders(dir).flatMap((domain) => [
      domain,
      ...listFolders(join(dir, domain)).map((version) => `${domain}/${version}`),
    ]),
  );
}
