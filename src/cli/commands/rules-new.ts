import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { SCAFFOLD } from "../../specs/lint/lint-package.js";
import { isDomainId, isVersionName } from "../../specs/names.js";
import { pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import { editSpec } from "../edit-spec.js";
import type { Io } from "../io.js";
import { locateOwn } from "../locate.js";
import { makeMinimal } from "../minimal-package.js";

export async function run(
  [domain = "", version = ""]: readonly string[],
  { extends: base, from, rules }: { readonly extends?: string; readonly from?: string; readonly rules?: string },
  io: Io,
): Promise<number> {
  if (!isDomainId(domain))
    throw new CommandError(`"${domain}" is not a valid domain name: use kebab-case, at most 64 characters`);
  for (const name of [version, from ?? version])
    if (!isVersionName(name)) throw new CommandError(`"${name}" is not a version: use v1, v2 and so on`);
  if (from !== undefined && base !== undefined) throw new CommandError("use --extends or --from, not both");
  const dir = locateOwn("RULES_DIR", rules, io);
  const folder = join(dir, domain, version);
  if (existsSync(folder)) throw new CommandError(`${folder} already exists`);
  if (base !== undefined) await extendVersion(join(dir, domain), base, version);
  else if (from === undefined) await makeMinimal(dir, domain, version);
  else await copyVersion(join(dir, domain), from, version);
  // In a checkout, npm runs the program and names the script in this variable.
  const program = io.env.npm_lifecycle_event === "assay" ? "npm run -s assay --" : "assay";
  const where = rules === undefined ? "" : ` --rules ${rules}`;
  const next = `${program} rules check ${domain}/${version}${where}`;
  io.stdout.write(`${visible(`${folder} is a draft; edit it, then run: ${next}`)}\n`);
  return 0;
}

/**
 * Copies the folder of a version. Only the status and the other properties of its life cycle change: the copy is a
 * draft.
 */
async function copyVersion(domain: string, from: string, to: string): Promise<void> {
  const original = join(domain, from, "spec.json");
  const lifecycle = { status: "draft", deprecatedOn: undefined, retiresOn: undefined, breaks: undefined };
  const spec = editSpec(await readFile(original, "utf8"), lifecycle);
  if (spec === undefined) throw new CommandError(`${original} has errors; run: assay rules check`);
  await cp(join(domain, from), join(domain, to), { recursive: true, errorOnExist: true, force: false });
  await writeFile(join(domain, to, "spec.json"), spec);
}

/** Starts a version that inherits all of another version, so that only its changes need be written. */
async function extendVersion(domain: string, base: string, version: string): Promise<void> {
  if (!existsSync(join(domain, "domain.json")))
    throw new CommandError(`${domain} is not a domain yet; start it without --extends`);
  if (!existsSync(join(resolve(domain, base), "spec.json")))
    throw new CommandError(`there is no version "${base}" to extend; name it as v1, or as ../domain/v1`);
  if (readSpecFile(join(resolve(domain, base), "spec.json"), "spec.schema.json").sound("/status") === "draft")
    throw new CommandError(`"${base}" is a draft and may still change; release it first, or extend a released version`);
  const path = join(domain, version, "spec.json");
  const spec = {
    $schema: pathToSchema(path, "spec.schema.json"),
    status: "draft",
    title: SCAFFOLD.title,
    extends: base,
  };
  await mkdir(join(domain, version, "rules"), { recursive: true });
  await writeFile(path, formatSpecValue(spec));
}
