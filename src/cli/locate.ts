import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { VARIABLES } from "../config.js";
import type { Io } from "./io.js";

type Place = "RULES_DIR" | "TARGETS_FILE";

const PACKAGE_ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The user's own path: from the option, else the environment, else the default. */
export function locateOwn(place: Place, given: string | undefined, { env, cwd }: Io): string {
  return resolve(cwd, given ?? (env[place]?.trim() || VARIABLES[place].default));
}

/**
 * The path to read from: that of locateOwn() or, if none is named and the default does not exist, the one that ships
 * with assay.
 */
export function locate(place: Place, given: string | undefined, io: Io): string {
  const own = locateOwn(place, given, io);
  const named = given !== undefined || Boolean(io.env[place]?.trim());
  return named || existsSync(own) ? own : resolve(PACKAGE_ROOT, VARIABLES[place].default);
}

/** The rules folders: one, or several with the platform's path separator between them. */
export function locateRules(given: string | undefined, io: Io): string[] {
  const named = given ?? io.env.RULES_DIR?.trim();
  if (!named?.includes(delimiter)) return [locate("RULES_DIR", given, io)];
  return named
    .split(delimiter)
    .filter(Boolean)
    .map((dir) => resolve(io.cwd, dir));
}
