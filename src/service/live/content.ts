import { type FileError, firstErrors } from "../../ground/files/file-error.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import { type BrokenDraft, type CheckedSpecs, listDrafts, renewCatalog } from "../../specs/service-specs.js";
import type { loadTargets } from "../targets/load-targets.js";
import type { TargetSettings } from "../targets/parse-targets.js";
import type { Fingerprint } from "./fingerprint.js";

/** The content of the rules folders and of the targets file. They are used together, because targets name domains. */
export interface Content {
  readonly catalog: Catalog;
  /** Drafts that are not served, or served in their last good form. */
  readonly brokenDrafts: readonly BrokenDraft[];
  readonly targets: readonly TargetSettings[];
  /** The fingerprint of the files when they were read. */
  readonly fingerprint: Fingerprint;
}

export interface ContentFiles {
  readonly rulesDirs: readonly string[];
  readonly targetsFile: string;
}

/** Reads and checks the files that differ from `previous`, which stays in use. Undefined if they change meanwhile. */
export async function loadContent(
  { rulesDirs, targetsFile }: ContentFiles,
  previous: Pick<Content, "catalog" | "brokenDrafts" | "fingerprint">,
  check: CheckFiles,
  /** The fingerprint of the files now. */
  fingerprint: Fingerprint,
  /** Whether to read also domains that do not seem to have changed. */
  readsAll = false,
): Promise<Content | { readonly errors: readonly FileError[] } | undefined> {
  const { catalog: served, brokenDrafts } = previous;
  // A draft with errors is checked again: its errors are reported every time.
  const unbroken = [...served.values()].filter(({ id }) => !brokenDrafts.some(({ domainId }) => domainId === id));
  const task: FilesCheck = {
    rulesDirs,
    targetsFile,
    fingerprint,
    drafts: listDrafts(served),
    known: readsAll ? {} : previous.fingerprint.domains,
    inheriting: Object.fromEntries(unbroken.map(({ id, inheritsFrom }) => [id, inheritsFrom])),
  };
  const files = await check(task);
  if (files === undefined) return undefined;
  const { checked, targets } = files;
  const errors = [...checked.fatal, ...("errors" in targets ? firstErrors(targets.errors) : [])];
  if (errors.length > 0 || "errors" in targets) return { errors };
  const catalog = await renewCatalog(served, checked);
  return { ...targets, brokenDrafts: checked.brokenDrafts, catalog, fingerprint };
}

/** Registries that rules of a target's domains ask, but that the target does not have. Such rules refuse every call. */
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

/** The message to the thread that checks files. */
export interface FilesCheck extends ContentFiles {
  /** The fingerprint of the files when the check was requested. */
  readonly fingerprint: Fingerprint;
  readonly drafts: readonly string[];
  /** The fingerprints of the folders of domains that are in use, by their paths. */
  readonly known: Fingerprint["domains"];
  /** For each domain that need not be read if it has not changed: the folders from which it inherits. */
  readonly inheriting: Readonly<Record<string, readonly string[]>>;
}

/** Reads and checks files in another thread. Undefined if they change meanwhile. */
export type CheckFiles = (task: FilesCheck) => Promise<CheckedFiles | undefined>;

export interface CheckedFiles {
  readonly checked: CheckedSpecs;
  readonly targets: Awaited<ReturnType<typeof loadTargets>>;
}
