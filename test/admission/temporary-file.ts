import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TemporaryFile {
  readonly path: string;
  /** Replaces the file atomically, as configuration should be replaced. */
  replace(content: unknown): Promise<void>;
  remove(): Promise<void>;
}

/** A JSON file in its own folder. */
export async function temporaryFile(content: unknown): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), "admission-"));
  const path = join(folder, "file.json");
  const replace = async (next: unknown) => {
    await writeFile(`${path}.new`, typeof next === "string" ? next : JSON.stringify(next));
    await rename(`${path}.new`, path);
  };
  await replace(content);
  return { path, replace, remove: () => rm(folder, { recursive: true }) };
}
