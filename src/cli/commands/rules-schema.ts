import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { visible } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { META_SCHEMAS } from "../../specs/meta/index.js";
import type { RunCommand } from "../command.js";
import { locateOwnPath } from "../locate.js";

export const run: RunCommand = async ([given], _, io) => {
  const dir = locateOwnPath("RULES_DIR", given, io);
  await mkdir(dir, { recursive: true });
  for (const [name, schema] of Object.entries(META_SCHEMAS)) {
    await writeFile(join(dir, name), formatSpecValue(schema));
    io.stdout.write(`${visible(join(dir, name))}\n`);
  }
  return 0;
};
