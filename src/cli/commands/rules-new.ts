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
import { CommandError, type RunCommand, suggestCommand } from "../command.js";
import { editSpecText } from "../domain-folder.js";
import { resolveUserPath } from "../locate.js";
import { writePackageFromSchema } from "../package-from-schema.js";

const SCAFFOLD = join(PACKAGE_ROOT, "examples/scaffold");

export const run: RunCommand = async ([domainId = "", version = ""], options, io) => {
  const { extends: base, from, rules, schema, example: examples = [] } = options;
  if (!isDomainId(domainId))
    throw new CommandError(
      `"${domainId}" is not a valid domain name: use kebab-case, at most 64 characters`,
    );
  for (const name of [version, from ?? version])
    if (!isVersionName(name))
      throw new CommandError(`"${name}" is not a version: use v1, v2 and so on`);
  if ([from, base, schema].filter((origin) => origin !== undefined).length > 1)
    throw new CommandError("use one of --extends, --from and --schema");
  if (examples.length > 0 && schema === undefined)
    throw new CommandError("--example needs --schema");
  const rulesDir = resolveUserPath("RULES_DIR", rules, io);
  const domain = join(rulesDir, domainId);
  const folder = join(domain, version);
  if (existsSync(folder)) throw new CommandError(`${folder} already exists`);
  if (schema !== undefined)
    await writePackageFromSchema({ rulesDir, domainId, version, schema, examples, cwd: io.cwd });
  else if (base !== undefined) await writeExtension(domain, base, version);
  else if (from !== undefined)
    await copyVersion(join(domain, from), folder, suggestCommand("rules check", options));
  else await copyScaffold(domain, domainId, version);
  const isNewDomain = base === undefined && from === undefined;
  // Without the schemas that the files name, editors silently check nothing.
  if (isNewDomain && !existsSync(join(rulesDir, "spec.schema.json")))
    for (const name of META_SCHEMA_NAMES)
      await copyFile(join(PACKAGE_ROOT, "rules", name), join(rulesDir, name));
  const next = suggestCommand(`rules check ${domainId}/${version}`, options);
  io.stdout.write(`${visible(`${folder} is a draft; edit it, then run: ${next}`)}\n`);
  return 0;
};

/** Copies a version. Its spec.json becomes that of a draft, and stays the same otherwise. */
async function copyVersion(source: string, target: string, checkCommand: string): Promise<void> {
  const path = join(source, "spec.json");
  const spec = editSpecText(await readFile(path, "utf8"), {
    status: "draft",
    deprecatedOn: undefined,
    retiresOn: undefined,
  });
  if (spec === undefined) throw new CommandError(`${path} has errors; run: ${checkCommand}`);
  await cp(source, target, { recursive: true, errorOnExist: true, force: false });
  await writeFile(join(target, "spec.json"), spec);
}

/** Starts a version that inherits everything, so that only its changes are written. */
async function writeExtension(domain: string, base: string, version: string): Promise<void> {
  if (!existsSync(join(domain, "domain.json")))
    throw new CommandError(`${domain} is not a domain yet; start it without --extends`);
  const baseFile = join(resolve(domain, base), "spec.json");
  if (!existsSync(baseFile))
    throw new CommandError(
      `there is no version "${base}" to extend; name it as v1, or as ../domain/v1`,
    );
  if (readSpecFile(baseFile, "spec.schema.json").validValue("/status") === "draft")
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

/** Starts with a small complete package: a shape, a list in `data`, a rule with a fix, examples. */
async function copyScaffold(domain: string, domainId: string, version: string): Promise<void> {
  await cp(join(SCAFFOLD, "version"), join(domain, version), { recursive: true });
  const path = join(domain, "domain.json");
  if (existsSync(path)) return;
  const text = await readFile(join(SCAFFOLD, "domain.json"), "utf8");
  await writeFile(path, text.replace("my-domain", domainId));
}
