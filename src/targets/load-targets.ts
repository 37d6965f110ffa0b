import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { failureText } from "./failure-text.js";
import type { TargetSettings, TargetsFault } from "./parse-targets.js";
import { parseTargets } from "./parse-targets.js";
import { RegistryFormatError, readGeneratorIds } from "./read-generator-ids.js";

/**
 * Reads the targets file and tells every fault in it, and in the registry files that it names, at once. A domain that is
 * none of `domainIds` is one too, where they are known.
 */
export async function loadTargets(
  file: string,
  domainIds: readonly string[] = [],
): Promise<{ readonly targets: readonly TargetSettings[] } | { readonly faults: readonly TargetsFault[] }> {
  const path = resolve(file);
  const parsed = await parse(path);
  const faults = parsed.faults.map((fault) => ({ file: path, ...fault }));
  const targets: TargetSettings[] = [];
  for (const [index, target] of parsed.targets) {
    const settings = withAbsoluteFile(target, dirname(path));
    targets.push(settings);
    if (domainIds.length > 0) faults.push(...unknownDomains(settings, domainIds, path, index));
    faults.push(...(await registryFaults(settings, path, index)));
  }
  return faults.length === 0 ? { targets } : { faults };
}

function* unknownDomains(
  { domains }: TargetSettings,
  domainIds: readonly string[],
  file: string,
  index: number,
): Iterable<TargetsFault> {
  for (const [at, domain] of domains.entries()) {
    if (domainIds.includes(domain)) continue;
    const detail = `"${domain}" is no domain of the rules; name one of ${domainIds.join(", ")}`;
    yield { file, pointer: `/targets/${index}/domains/${at}`, detail };
  }
}

async function parse(path: string): Promise<ReturnType<typeof parseTargets>> {
  try {
    return parseTargets(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    return { targets: new Map(), faults: [{ pointer: "", detail: failureText(error).replace(`${path} `, "") }] };
  }
}

function withAbsoluteFile(target: TargetSettings, folder: string): TargetSettings {
  if (!("file" in target.registry)) return target;
  return { ...target, registry: { file: resolve(folder, target.registry.file) } };
}

// A registry behind a URL may be away at the start and come later; a file that ships with the service may not.
async function registryFaults({ registry }: TargetSettings, path: string, index: number): Promise<TargetsFault[]> {
  if (!("file" in registry)) return [];
  try {
    await readGeneratorIds(await readFile(registry.file));
    return [];
  } catch (error) {
    if (error instanceof RegistryFormatError)
      return [{ file: registry.file, pointer: error.pointer, detail: error.message }];
    return [{ file: path, pointer: `/targets/${index}/registry/file`, detail: failureText(error) }];
  }
}
