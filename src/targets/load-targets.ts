import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { describeFailure } from "./describe-failure.js";
import type { TargetParts, TargetSettings, TargetsError } from "./parse-targets.js";
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
  const targets: TargetParts[] = [];
  for (const [index, target] of parsed.targets) {
    const parts = withAbsoluteFile(target, dirname(path));
    targets.push(parts);
    if (domainIds.length > 0) errors.push(...unknownDomains(parts, domainIds, path, index));
    errors.push(...(await registryErrors(parts, path, index)));
  }
  return errors.length === 0 ? { targets: targets as TargetSettings[] } : { errors };
}

function* unknownDomains(
  { domains = [] }: TargetParts,
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

function withAbsoluteFile(target: TargetParts, folder: string): TargetParts {
  const { registry } = target;
  if (registry === undefined || !("file" in registry)) return target;
  return { ...target, registry: { file: resolve(folder, registry.file) } };
}

// A registry behind a URL may be unavailable at startup and come up later; a file must be there.
async function registryErrors({ registry }: TargetParts, path: string, index: number): Promise<TargetsError[]> {
  if (registry === undefined || !("file" in registry)) return [];
  try {
    await readGeneratorIds(await readFile(registry.file));
    return [];
  } catch (error) {
    if (error instanceof RegistryFormatError)
      return [{ file: registry.file, pointer: error.pointer, detail: error.message }];
    return [{ file: path, pointer: `/targets/${index}/registry/file`, detail: describeFailure(error) }];
  }
}
