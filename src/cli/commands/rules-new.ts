import { existsSync } from "node:fs";
import { join } from "node:path";
import { isVersionName } from "../../specs/catalog.js";
import { visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locateOwn } from "../locate.js";
import { copyVersion } from "../new/copy-version.js";
import { extendVersion } from "../new/extend-version.js";
import { makeMinimal } from "../new/minimal-package.js";

export async function run(
  [domain = "", version = ""]: readonly string[],
  { extends: base, from, rules }: { readonly extends?: string; readonly from?: string; readonly rules?: string },
  io: Io,
): Promise<number> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(domain) || domain.length > 64)
    throw new CommandError(`"${domain}" is no name for a domain: use kebab-case, at most 64 characters`);
  for (const name of [version, from ?? version])
    if (!isVersionName(name)) throw new CommandError(`"${name}" is no version: use v1, v2 and so on`);
  if (from !== undefined && base !== undefined) throw new CommandError("use --extends or --from, not both");
  const dir = locateOwn("RULES_DIR", rules, io);
  const folder = join(dir, domain, version);
  if (existsSync(folder)) throw new CommandError(`${folder} is there already`);
  if (base !== undefined) await extendVersion(join(dir, domain), base, version);
  else if (from === undefined) await makeMinimal(dir, domain, version);
  else await copyVersion(join(dir, domain), from, version);
  // As this one was called: in a checkout by npm, which tells the name of its script.
  const program = io.env.npm_lifecycle_event === "assay" ? "npm run -s assay --" : "assay";
  const where = rules === undefined ? "" : ` --rules ${rules}`;
  const next = `${program} rules check ${domain}/${version}${where}`;
  io.stdout.write(`${visible(`${folder} is a draft; edit it, then run: ${next}`)}\n`);
  return 0;
}
