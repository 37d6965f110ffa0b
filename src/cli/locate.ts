import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../package-root.js";
import { VARIABLES } from "../service/config.js";
import { listFolders } from "../specs/rules-folder.js";
import type { Io } from "./io.js";

type PathVariable = "RULES_DIR" | "TARGETS_FILE";

/**
 * The user's path: from the option, the environment variable, or the default. Of several rules
 * folders, the first. It need not exist.
 */
export function resolveUserPath(
  variable: PathVariable,
  option: string | undefined,
  { env, cwd }: Io,
): string {
  const path = option ?? (env[variable]?.trim() || VARIABLES[variable].default);
  const [first = ""] = variable === "RULES_DIR" ? path.split(delimiter) : [path];
  return resolve(cwd, first.trim());
}

/** Whether the user names a path, or has something at the default one. */
export function hasUserPath(variable: PathVariable, option: string | undefined, io: Io): boolean {
  const isNamed = option !== undefined || Boolean(io.env[variable]?.trim());
  return isNamed || existsSync(resolveUserPath(variable, option, io));
}

/** The user's path or, if there is none, the one that ships with assay. */
export function resolvePathOrShipped(
  variable: PathVariable,
  option: string | undefined,
  io: Io,
): string {
  return hasUserPath(variable, option, io)
    ? resolveUserPath(variable, option, io)
    : resolve(PACKAGE_ROOT, VARIABLES[variable].default);
}

/** The rules folders. The user may name several, with the path separator of the platform. */
export function locateRules(option: string | undefined, io: Io): string[] {
  const named = option ?? io.env.RULES_DIR?.trim();
  if (!named?.includes(delimiter)) return [resolvePathOrShipped("RULES_DIR", option, io)];
  const dirs = named.split(delimiter).map((dir) => dir.trim());
  return dirs.filter(Boolean).map((dir) => resolve(io.cwd, dir));
}

/** The spec packages of rules folders: the names of domains, and of versions as `domain/v1`. */
export function listPackages(dirs: readonly string[]): string[] {
  const names = [];
  for (const dir of dirs)
    for (const domain of listFolders(dir)) {
      names.push(domain);
      for (const version of listFolders(join(dir, domain))) names.push(`${domain}/${version}`);
    }
  return names;
}
