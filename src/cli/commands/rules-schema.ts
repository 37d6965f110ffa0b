import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { META_SCHEMAS } from "../../specs/meta/index.js";
import { visible } from "../../text/visible.js";
import type { Io } from "../io.js";
import { locateOwn } from "../locate.js";

export async function run([given]: readonly string[], _: object, io: Io): Promise<number> {
  const dir = locateOwn("RULES_DIR", given, io);
  await mkdir(dir, { recursive: true });
  for (const [name, schema] of Object.entries(META_SCHEMAS)) {
    await writeFile(join(dir, name), formatSpecValue(schema));
    io.stdout.write(`${visible(join(dir, name))}\n`);
  }
  return 0;
}
