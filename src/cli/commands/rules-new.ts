import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { visible } from "../../ground/text/visible.js";
import { PACKAGE_ROOT } from "../../package-root.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { isDomainId, isVersionName } from "../../specs/names.js";
import { META_SCHEMA_NAMES } from "../../specs/rules-folder.js";
import { pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { SCAFFOLD_TEXTS } from "../../specs/unfinished-texts.js";
import { CommandError, nextCommand, type RunCommand } from "../command.js";
import { editSpec } from "../domain-folder.js";
import { locateOwnPath } from "../locate.js";
import { writePackage } from "../package-of-schema.js";

export const run: RunCommand = async ([domain = "", version = ""], options, io) => {
  const { extends: base, from, rules, schema, example = [] } = options;
  if (!isDomainId(domain))
    throw new CommandError(
      `"${domain}" is not a valid domain name: use kebab-case, at most 64 characters`,
    );
  for (const name of [version, from ?? version])
    if (!isVersionName(name))
      throw new CommandError(`"${name}" is not a version: use v1, v2 and so on`);
  if ([from, base, schema].filter((origin) => origin !== undefined).length > 1)
    throw new CommandError("use one of --extends, --from and --schema");
  if (example.length > 0 && schema === undefined)
    throw new CommandError("--example needs --schema");
  const dir = locateOwnPath("RULES_DIR", rules, io);
  const folder = join(dir, domain, version);
  if (existsSync(folder)) throw new CommandError(`${folder} already exists`);
  if (schema !== undefined) await writePackage(dir, domain, version, schema, example, io);
  else if (base !== undefined) await extendVersion(join(dir, domain), base, version);
  else if (from === undefined) await makeMinimal(dir, domain, version);
  else await copyVersion(join(dir, domain), from, version, nextCommand("rules check", options));
  // Editors silently skip files whose schema is not there.
  const isFirst =
    base === undefined && from === undefined && !existsSync(join(dir, "spec.schema.json"));
  if (isFirst)
    for (const name of META_SCHEMA_NAMES)
      await copyFile(join(PACKAGE_ROOT, "rules", name), join(dir, name));
  const next = nextCommand(`rules check ${domain}/${version}`, options);
  io.stdout.write(`${visible(`${folder} is a draft; edit it, then run: ${next}`)}\n`);
  return 0;
};

/**
 * Copies the folder of a version. Only the status and the other properties of its life cycle
 * change: the copy is a draft.
 */
async function copyVersion(domain: string, from: string, to: string, check: string): Promise<void> {
  const original = join(domain, from, "spec.json");
  const lifecycle = { status: "draft", deprecatedOn: undefined, retiresOn: undefined };
  const spec = editSpec(await readFile(original, "utf8"), lifecycle);
  if (spec === undefined) throw new CommandError(`${original} has errors; run: ${check}`);
  await cp(join(domain, from), join(domain, to), {
    recursive: true,
    errorOnExist: true,
    force: false,
  });
  await writeFile(join(domain, to, "spec.json"), spec);
}

/** Starts a version that inherits all of another version, so only its changes need be written. */
async function extendVersion(domain: string, base: string, version: string): Promise<void> {
  if (!existsSync(join(domain, "domain.json")))
    throw new CommandError(`${domain} is not a domain yet; start it without --extends`);
  if (!existsSync(join(resolve(domain, base), "spec.json")))
    throw new CommandError(
      `there is no version "${base}" to extend; name it as v1, or as ../domain/v1`,
    );
  if (
    readSpecFile(join(resolve(domain, base), "spec.json"), "spec.schema.json").sound("/status") ===
    "draft"
  )
    throw new CommandError(
      `"${base}" is a draft and may still change; release it first, or extend a released version`,
    );
  const path = join(domain, version, "spec.json");
  const spec = {
    $schema: pathToSchema(path, "spec.schema.json"),
    status: "draft",
    title: SCAFFOLD_TEXTS.title,
    extends: base,
  };
  await mkdir(join(domain, version, "rules"), { recursive: true });
  await writeFile(path, formatSpecValue(spec));
}

const SCAFFOLD = join(PACKAGE_ROOT, "examples/scaffold");

/**
 * Writes a small complete package: a shape, a list in `data`, a rule with a fix, and its examples.
 */
async function makeMinimal(dir: string, domain: string, version: string): Promise<void> {
  await cp(join(SCAFFOLD, "version"), join(dir, domain, version), { recursive: true });
  const path = join(dir, domain, "domain.json");
  if (existsSync(path)) return;
  const text = await readFile(join(SCAFFOLD, "domain.json"), "utf8");
  await writeFile(path, text.replace("my-domain", domain));
}
