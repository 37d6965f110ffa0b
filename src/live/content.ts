import { basename, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Catalog, usableVersions } from "../specs/catalog.js";
import { type BrokenDraft, type CheckedSpecs, checkSpecs } from "../specs/check-specs.js";
import { type FileError, firstErrors } from "../specs/file-error.js";
import { readSpecs } from "../specs/read-specs.js";
import { draftsIn, renewCatalog } from "../specs/renew-catalog.js";
import { loadTargets } from "../targets/load-targets.js";
import type { TargetSettings } from "../targets/parse-targets.js";
import { type Fingerprint, fingerprintOf } from "./fingerprint.js";

/** What the rules folders and the targets file say. They are used together: targets name domains. */
export interface Content {
  readonly specs: Catalog;
  /** Not served, or in their last good form. */
  readonly brokenDrafts: readonly BrokenDraft[];
  readonly targets: readonly TargetSettings[];
  /** Taken of the files when they were read. */
  readonly fingerprint: Fingerprint;
}

export interface ContentFiles {
  readonly rulesDirs: readonly string[];
  readonly targetsFile: string;
}

/** Files with less time between their changes are written together: git and editors write file after file. */
export const QUIET_MS = 200;
const MAX_ATTEMPTS = 10;

/**
 * Reads aside what differs from `previous`, and checks it, while that is in use. The fingerprint is that of the files
 * when they were read: what changes during the check is the next change. Undefined if they change all the time.
 */
export async function loadContent(
  { rulesDirs, targetsFile }: ContentFiles,
  previous: Pick<Content, "specs" | "brokenDrafts" | "fingerprint">,
  check: (task: CheckTask) => Promise<Checked | undefined>,
  /** Taken of the files just now. */
  fingerprintNow: Fingerprint,
  /** Reads also what does not seem to have changed. */
  readsAll = false,
): Promise<{ readonly fingerprint: Fingerprint; readonly content: Content | Errors } | undefined> {
  const { specs: served, brokenDrafts } = previous;
  // A draft with errors is checked again: its errors are reported every time.
  const whole = [...served.values()].filter(({ id }) => !brokenDrafts.some(({ domainId }) => domainId === id));
  const task: CheckTask = {
    rulesDirs,
    targetsFile,
    fingerprint: fingerprintNow,
    drafts: draftsIn(served),
    known: readsAll ? {} : previous.fingerprint.domains,
    inheriting: Object.fromEntries(whole.map(({ id, inheritsFrom }) => [id, inheritsFrom])),
  };
  const found = await check(task);
  if (found === undefined) return undefined;
  const { fingerprint, checked, targets } = found;
  const errors = [...checked.fatal, ...("errors" in targets ? firstErrors(targets.errors) : [])];
  if (errors.length > 0 || "errors" in targets) return { fingerprint, content: { errors } };
  const specs = await renewCatalog(served, checked);
  return { fingerprint, content: { ...targets, brokenDrafts: checked.brokenDrafts, specs, fingerprint } };
}

/** Registries that rules of a target's domains ask, and that the target does not have: such rules refuse every call. */
export function* missingRegistries(
  targets: readonly TargetSettings[],
  specs: Catalog,
): Generator<{ target: string; registry: string; specPackages: readonly string[] }> {
  for (const { id, domains, registries = {} } of targets) {
    const asking = new Map<string, string[]>();
    for (const domain of domains.flatMap((name) => specs.get(name) ?? []))
      for (const spec of usableVersions(domain))
        for (const name of spec.registryNames)
          if (!Object.hasOwn(registries, name))
            asking.set(name, [...(asking.get(name) ?? []), `${domain.id}/${spec.version}`]);
    for (const [registry, specPackages] of asking) yield { target: id, registry, specPackages };
  }
}

interface Errors {
  readonly errors: readonly FileError[];
}

/** What the thread gets as its `workerData`. */
export interface CheckTask extends ContentFiles {
  /** Taken of the files when the check was asked for. */
  readonly fingerprint: Fingerprint;
  readonly drafts: readonly string[];
  /** The fingerprints of the folders of domains that are in use, by their paths. */
  readonly known: Fingerprint["domains"];
  /** The domains that need not be read if they have not changed, and the folders from which they inherit. */
  readonly inheriting: Readonly<Record<string, readonly string[]>>;
}

export interface Checked {
  readonly fingerprint: Fingerprint;
  readonly checked: CheckedSpecs;
  readonly targets: Awaited<ReturnType<typeof loadTargets>>;
}

export async function runCheck(task: CheckTask): Promise<Checked | undefined> {
  const { rulesDirs, targetsFile, drafts } = task;
  let { fingerprint } = task;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { domains } = fingerprint;
    const read = readSpecs(rulesDirs, { isUnchanged: (folder) => isUnchanged(folder, domains, task) });
    const targets = await loadTargets(targetsFile, read.ids);
    if ((await fingerprintOf(targetsFile, rulesDirs)).whole === fingerprint.whole)
      return { fingerprint, checked: await checkSpecs(read, drafts), targets };
    // Part of it may be from before a change.
    await pause(QUIET_MS);
    fingerprint = await fingerprintOf(targetsFile, rulesDirs);
  }
  return undefined;
}

/** Whether a domain that is in use is as it was read, with all from which it inherits. */
function isUnchanged(folder: string, domains: Fingerprint["domains"], { known, inheriting }: CheckTask): boolean {
  const id = basename(folder);
  if (!Object.hasOwn(inheriting, id)) return false;
  const bases = (inheriting[id] ?? []).map((base) => Object.keys(domains).find((one) => resolve(one) === base));
  return [folder, ...bases].every((one) => one !== undefined && domains[one] === known[one]);
}
