import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { META_SCHEMAS } from "../specs/meta/index.js";
import { command } from "./command.js";
import { formatJson } from "./format-json.js";
import { locateOwn } from "./locate.js";

export const rulesSchemaCommand = command(
  {
    name: "rules schema",
    summary: "write the meta-schemas that editors check rule files with",
    operands: ["[DIR]"],
    options: {},
  },
  async ([given], _, io) => {
    const dir = locateOwn("RULES_DIR", given, io);
    await mkdir(dir, { recursive: true });
    for (const [name, schema] of Object.entries(META_SCHEMAS)) {
      await writeFile(join(dir, name), formatJson(schema));
      io.stdout.write(`${join(dir, name)}\n`);
    }
    return 0;
  },
);
