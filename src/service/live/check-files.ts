import { basename, resolve } from "node:path";
import { readSpecs } from "../../specs/read-specs.js";
import { checkForService } from "../../workshop/check-for-service.js";
import { loadTargets } from "../targets/load-targets.js";
import type { CheckedFiles, FilesCheck } from "./content.js";
import { takeFingerprint } from "./fingerprint.js";

/**
 * The only way from the service into the workshop. It runs in a thread of its own, because a check takes seconds, and
 * calls must be answered meanwhile. Undefined if the files change while they are read.
 */
export async function checkFiles(task: FilesCheck): Promise<CheckedFiles | undefined> {
  const { rulesDirs, targetsFile, fingerprint, drafts } = task;
  const read = readSpecs(rulesDirs, { isUnchanged: (folder) => isUnchanged(folder, task) });
  const targets = await loadTargets(targetsFile, read.ids);
  if ((await takeFingerprint(targetsFile, rulesDirs)).whole !== fingerprint.whole) return undefined;
  return { checked: await checkForService(read, drafts), targets };
}

/** Whether a domain that is in use and all domains from which it inherits have not changed. */
function isUnchanged(folder: string, { fingerprint: { domains }, known, inheriting }: FilesCheck): boolean {
  const id = basename(folder);
  if (!Object.hasOwn(inheriting, id)) return false;
  const bases = (inheriting[id] ?? []).map((base) => Object.keys(domains).find((path) => resolve(path) === base));
  return [folder, ...bases].every((path) => path !== undefined && domains[path] === known[path]);
}
