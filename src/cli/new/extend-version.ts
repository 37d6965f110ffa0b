import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SCAFFOLD } from "../../specs/lint/lint-package.js";
import { wayToSchema } from "../../specs/spec-file.js";
import { CommandError } from "../command.js";
import { formatJson } from "../format-json.js";

/** Starts a version that inherits all of another one: its changes are all that is written. */
export async function extendVersion(domain: string, base: string, version: string): Promise<void> {
  if (!existsSync(join(domain, "domain.json")))
    throw new CommandError(`${domain} is no domain yet; start it without --extends`);
  if (!existsSync(join(resolve(domain, base), "spec.json")))
    throw new CommandError(`there is no version "${base}" to extend; name it as v1, or as ../domain/v1`);
  const path = join(domain, version, "spec.json");
  const spec = {
    $schema: wayToSchema(path, "spec.schema.json"),
    status: "draft",
    title: SCAFFOLD.title,
    extends: base,
  };
  await mkdir(join(domain, version, "rules"), { recursive: true });
  await writeFile(path, formatJson(spec));
}
