import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const LEFT_BEHIND = /^(\.DS_Store|Thumbs\.db|.*\.sw[op]|.*~|\.#.*|#.*#)$/;

/** Whether a file of this name was left behind by an operating system or an editor. */
export function isLeftBehind(name: string): boolean {
  return LEFT_BEHIND.test(name);
}

/**
 * The names in a folder, without files that systems and editors leave behind; none if it is not a
 * folder.
 */
export function listNames(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => !isLeftBehind(name))
    .sort();
}

/**
 * The folders in a folder, and links to folders: a rollout often puts a link in the place of a
 * folder.
 */
export function listFolders(dir: string): string[] {
  return readdirSync(dir)
    .filter(
      (name) =>
        !name.startsWith(".") &&
        statSync(join(dir, name), { throwIfNoEntry: false })?.isDirectory(),
    )
    .sort();
}

/**
 * The depth of <rules>/<domain>/<version>/rules/<file>. Bounded, because a link may lead back to a
 * folder above it.
 */
export const RULES_DEPTH = 4;

/** The meta-schemas by the names of their files in the rules folder, where editors find them. */
export const META_SCHEMA_NAMES = [
  "domain.schema.json",
  "released.schema.json",
  "spec.schema.json",
  "shape.schema.json",
  "rule.schema.json",
  "example.schema.json",
] as const;

export type MetaSchemaName = (typeof META_SCHEMA_NAMES)[number];
