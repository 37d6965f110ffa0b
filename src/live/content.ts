import { Worker } from "node:worker_threads";
import type { Catalog } from "../specs/catalog.js";
import { type BrokenDraft, type CheckedSpecs, checkSpecs, compileChecked, draftsIn } from "../specs/check-specs.js";
import type { FileError } from "../specs/file-error.js";
import { loadTargets } from "../targets/load-targets.js";
import type { TargetSettings } from "../targets/parse-targets.js";

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
  /** The program to check rules in a thread of its own; without it, this thread does. */
  readonly program?: URL | undefined;
}

/** Reads and checks all of it aside, while `previous` is in use. */
export async function loadContent(
  { rulesDirs, targetsFile, program }: ContentFiles,
  previous: Catalog,
): Promise<Content | { readonly errors: readonly FileError[] }> {
  const task: CheckTask = { rulesDirs, drafts: draftsIn(previous) };
  const checked = await (program === undefined ? runCheck(task) : checkInThread(program, task));
  const targets = await loadTargets(
    targetsFile,
    checked.domains.map(({ id }) => id),
  );
  const errors = [...checked.fatal, ...("errors" in targets ? targets.errors : [])];
  if (errors.length > 0 || "errors" in targets) return { errors };
  return { ...targets, brokenDrafts: checked.brokenDrafts, specs: await compileChecked(checked, previous) };
}

/** What the thread gets as its `workerData`. */
export interface CheckTask {
  readonly rulesDirs: readonly string[];
  readonly drafts: readonly string[];
}

export function runCheck({ rulesDirs, drafts }: CheckTask): Promise<CheckedSpecs> {
  return checkSpecs(rulesDirs, drafts);
}

/** Checking takes a second, in which calls must be answered. */
function checkInThread(program: URL, task: CheckTask): Promise<CheckedSpecs> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: task, execArgv: [] });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that checks the rules ended with ${code}`)));
  });
}
