import type { CurrentDependencies, Dependencies } from "../../proposals/dependencies.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import type { BrokenDraft } from "../../specs/service-specs.js";
import type { TargetSettings } from "../targets/parse-targets.js";
import type { RegistryEvent } from "../targets/polled-registry.js";
import { Targets } from "../targets/targets.js";

/** The content of the rules folders and of the targets file, which names domains. */
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

export interface LiveDependencies extends Dependencies, Omit<Content, "targets"> {
  readonly targets: Targets;
}

/** The content that is served. A request works with one `current` from start to end. */
export class LiveContent implements CurrentDependencies {
  constructor(
    public current: LiveDependencies,
    private readonly report: (targetId: string, event: RegistryEvent) => void,
  ) {}

  /** Serves other content from the next request on. New registries are loaded before that. */
  async replace({ targets: settings, ...content }: Content): Promise<void> {
    const before = this.current.targets;
    const targets = new Targets(settings, this.report, before);
    await targets.start(before);
    this.current = { ...this.current, ...content, targets };
    before.stop(targets);
  }
}

/** Registries that rules ask and a target does not have: such rules refuse every call. */
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
