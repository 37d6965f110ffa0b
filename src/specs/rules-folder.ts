import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const JUNK_FILE = /^(\.DS_Store|Thumbs\.db|.*\.sw[op]|.*~|\.#.*|#.*#)$/;

/** Whether a file of this name was left behind by an operating system or an editor. */
export function isJunkFile(name: string): boolean {
  return JUNK_FILE.test(name);
}

/** The names in a folder without junk files; none if it is not a folder. */
export function listEntries(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !isJunkFile(name))
    .sort();
}

/** The folders in a folder, and links to folders, with which rollouts often replace a folder. */
export function listFolders(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => !name.startsWith(".") && isFolder(join(dir, name)))
    .sort();
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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
