import { setTimeout as pause } from "node:timers/promises";
import type { Catalog } from "../specs/catalog.js";
import { type BrokenDraft, type CheckedSpecs, checkSpecs, compileChecked, draftsIn } from "../specs/check-specs.js";
import { type FileError, firstErrors } from "../specs/file-error.js";
import { readSpecs } from "../specs/load-specs.js";
import { loadTargets } from "../targets/load-targets.js";
import type { TargetSettings } from "../targets/parse-targets.js";
import { fingerprintOf } from "./fingerprint.js";

/** What the rules folders and the targets file say. They are used together: targets name domains. */
export interface Content {
  readonly specs: Catalog;
  /** Not served, or in their last good form. */
  readonly brokenDrafts: readonly BrokenDraft[];
  readonly targets: readonly TargetSettings[];
}

export interface ContentFiles {
  readonly rulesDirs: readonly string[];
  readonly targetsFile: string;
}

/** Files with less time between their changes are written together: git and editors write file after file. */
export const QUIET_MS = 200;
const MOST_ATTEMPTS = 10;

/**
 * Reads all of it aside, and checks it, while `previous` is in use. The fingerprint is that of the files when they
 * were read: what changes during the check is the next change. Undefined if they change all the time.
 */
export async function loadContent(
  { rulesDirs, targetsFile }: ContentFiles,
  previous: Catalog,
  check: (task: CheckTask) => Promise<Checked | undefined>,
): Promise<{ readonly fingerprint: string; readonly content: Content | Errors } | undefined> {
  const task: CheckTask = { rulesDirs, targetsFile, drafts: draftsIn(previous) };
  const found = await check(task);
  if (found === undefined) return undefined;
  const { fingerprint, checked, targets } = found;
  const errors = [...checked.fatal, ...("errors" in targets ? firstErrors(targets.errors) : [])];
  if (errors.length > 0 || "errors" in targets) return { fingerprint, content: { errors } };
  const specs = await compileChecked(checked, previous);
  return { fingerprint, content: { ...targets, brokenDrafts: checked.brokenDrafts, specs } };
}

interface Errors {
  readonly errors: readonly FileError[];
}

/** What the thread gets as its `workerData`. */
export interface CheckTask extends ContentFiles {
  readonly drafts: readonly string[];
}

export interface Checked {
  readonly fingerprint: string;
  readonly checked: CheckedSpecs;
  readonly targets: Awaited<ReturnType<typeof loadTargets>>;
}

export async function runCheck({ rulesDirs, targetsFile, drafts }: CheckTask): Promise<Checked | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const fingerprint = await fingerprintOf(targetsFile, rulesDirs);
    const read = readSpecs(rulesDirs);
    const domainIds = read.domains.map(({ id }) => id);
    const targets = await loadTargets(targetsFile, domainIds);
    if ((await fingerprintOf(targetsFile, rulesDirs)) === fingerprint)
      return { fingerprint, checked: await checkSpecs(read, drafts), targets };
    // Part of it may be from before a change.
    await pause(QUIET_MS);
  }
  return undefined;
}
