import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { describeFailure } from "./describe-failure.js";
import type { TargetSettings, TargetsError } from "./parse-targets.js";
import { parseTargets } from "./parse-targets.js";
import { RegistryFormatError, readGeneratorIds } from "./read-generator-ids.js";

/**
 * Reads the targets file. Returns every error in it and in the registry files that it names. If `domainIds` is given,
 * any other domain is an error too.
 */
export async function loadTargets(
  file: string,
  domainIds: readonly string[] = [],
): Promise<{ readonly targets: readonly TargetSettings[] } | { readonly errors: readonly TargetsError[] }> {
  const path = resolve(file);
  const parsed = await parse(path);
  const errors = parsed.errors.map((error) => ({ file: path, ...error }));
  const targets: TargetSettings[] = [];
  for (const [index, target] of parsed.targets) {
    const settings = withAbsoluteFile(target, dirname(path));
    targets.push(settings);
    if (domainIds.length > 0) errors.push(...unknownDomains(settings, domainIds, path, index));
    errors.push(...(await registryErrors(settings, path, index)));
  }
  return errors.length === 0 ? { targets } : { errors };
}

function* unknownDomains(
  { domains }: TargetSettings,
  domainIds: readonly string[],
  file: string,
  index: number,
): Iterable<TargetsError> {
  for (const [at, domain] of domains.entries()) {
    if (domainIds.includes(domain)) continue;
    const detail = `"${domain}" is not a domain of the rules; use one of ${domainIds.join(", ")}`;
    yield { file, pointer: `/targets/${index}/domains/${at}`, detail };
  }
}

async function parse(path: string): Promise<ReturnType<typeof parseTargets>> {
  try {
    return parseTargets(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    return { targets: new Map(), errors: [{ pointer: "", detail: describeFailure(error).replace(`${path} `, "") }] };
  }
}

function withAbsoluteFile(target: TargetSettings, folder: string): TargetSettings {
  if (!("file" in target.registry)) return target;
  return { ...target, registry: { file: resolve(folder, target.registry.file) } };
}

// A registry behind a URL may be unavailable at startup and come up later; a file must be there.
async function registryErrors({ registry }: TargetSettings, path: string, index: number): Promise<TargetsError[]> {
  if (!("file" in registry)) return [];
  try {
    await readGeneratorIds(await readFile(registry.file));
    return [];
  } catch (error) {
    if (error instanceof RegistryFormatError)
      return [{ file: registry.file, pointer: error.pointer, detail: error.message }];
    return [{ file: path, pointer: `/targets/${index}/registry/file`, detail: describeFailure(error) }];
  }
}
