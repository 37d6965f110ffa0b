import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { visible } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { META_SCHEMAS } from "../../specs/meta/index.js";
import type { RunCommand } from "../command.js";
import { locateOwnPath } from "../locate.js";

export const run: RunCommand = async ([given], _, io) => {
  for (const path of await writeMetaSchemas(locateOwnPath("RULES_DIR", given, io)))
    io.stdout.write(`${visible(path)}\n`);
  return 0;
};

/** Writes the meta-schemas into a rules folder, and returns their paths. */
export async function writeMetaSchemas(dir: string): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const paths: string[] = [];
  for (const [name, schema] of Object.entries(META_SCHEMAS)) {
    await writeFile(join(dir, name), formatSpecValue(schema));
    paths.push(join(dir, name));
  }
  return paths;
}
