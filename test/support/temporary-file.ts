import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.js";

export interface TemporaryFile {
  readonly path: string;
  /** Replaces the file atomically, as configuration should be replaced. */
  replace(content: unknown): Promise<void>;
}

/** A JSON file in its own folder. */
export async function temporaryFile(content: unknown): Promise<TemporaryFile> {
  const path = join(temporaryFolder(), "file.json");
  const replace = async (next: unknown) => {
    await writeFile(`${path}.new`, typeof next === "string" ? next : JSON.stringify(next));
    await rename(`${path}.new`, path);
  };
  await replace(content);
  return { path, replace };
}
