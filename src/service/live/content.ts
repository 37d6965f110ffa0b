import { type Catalog, usableVersions } from "../../specs/catalog.js";
import type { BrokenDraft } from "../../specs/service-specs.js";
import type { TargetSettings } from "../targets/parse-targets.js";

/**
 * The content of the rules folders and of the targets file. They are used together, because targets
 * name domains.
 */
export interface Content {
  readonly catalog: Catalog;
  /** Drafts that are not served, or served in their last good form. */
  readonly brokenDrafts: readonly BrokenDraft[];
  readonly targets: readonly TargetSettings[];
  /** The fingerprint of the files when they were read. */
  readonly fingerprint: string;
}

export interface ContentFiles {
  readonly rulesDirs: readonly string[];
  readonly targetsFile: string;
}

/**
 * Registries that rules of a target's domains ask, but that the target does not have. Such rules
 * refuse every call.
 */
export function* missingRegistries(
  targets: readonly TargetSettings[],
  catalog: Catalog,
): Generator<{ target: string; registry: string; specPackages: readonly string[] }> {
  for (const { id, domains, registries = {} } of targets) {
    const asking = new Map<string, string[]>();
    for (const domain of domains.flatMap((name) => catalog.get(name) ?? []))
      for (const spec of usableVersions(domain))
        for (const name of spec.registryNames)
          if (!Object.hasOwn(registries, name))
            asking.set(name, [...(asking.get(name) ?? []), `${domain.id}/${spec.version}`]);
    for (const [registry, specPackages] of asking) yield { target: id, registry, specPackages };
  }
}
