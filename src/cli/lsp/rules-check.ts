import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { searchPackage } from "../../specs/check/search-package.js";
import type { FileError } from "../../specs/file-error.js";
import { allErrors, openSpecs } from "../../specs/load-specs.js";
import { readPackage } from "../../specs/read-package.js";
import { isRecorded } from "../../specs/released.js";
import { SCHEMA_NAME } from "../../specs/spec-file.js";
import { WorkerPool } from "../check/worker-pool.js";

/** A file of a spec package: `<root>/<domainId>/<version>/<rest>`. */
export interface RuleFile {
  readonly root: string;
  readonly domainId: string;
  readonly version: string;
  /** Such as `spec.json` or `rules/names-are-unique.json`. */
  readonly rest: string;
}

/** Undefined for a file outside of the rules folders. */
export function ruleFileOf(path: string, roots: readonly string[]): RuleFile | undefined {
  for (const root of roots) {
    const [domainId = "", version = "", ...rest] = relative(root, path).split(/[\\/]/);
    if (domainId !== "" && domainId !== ".." && rest.length > 0)
      return { root, domainId, version, rest: rest.join("/") };
  }
  return undefined;
}

/** A version to check, with what editors have not saved yet. */
interface RulesTask {
  readonly root: string;
  readonly domainId: string;
  readonly version: string;
  readonly unsaved: readonly { readonly path: string; readonly text: string }[];
  /** Whether to search the saved files for what only candidates show, which takes longer. */
  readonly searches: boolean;
  /** The only rule that is searched; otherwise the whole version is. */
  readonly rule: string | undefined;
}

export interface RuleError extends FileError {
  readonly isWarning?: boolean;
}

/**
 * All errors of a version: grammar, lint and examples. The reader of rules reads files, so what is not saved yet is
 * put into a copy of the domain.
 */
export async function checkRules(task: RulesTask): Promise<RuleError[]> {
  const { root, domainId, version, unsaved } = task;
  if (task.searches) return searchRules(task);
  const copy = mkdtempSync(join(tmpdir(), "assay-lsp-"));
  try {
    cpSync(join(root, domainId), join(copy, domainId), { recursive: true });
    for (const { path, text } of unsaved) writeFileSync(join(copy, relative(root, path)), text);
    // The schemas of editors are beside the rules folder, not beside the copy.
    return allErrors(await openSpecs([copy], { wanted: `${domainId}/${version}` }))
      .filter(({ pointer }) => pointer !== SCHEMA_NAME)
      .map((error) => ({ ...error, file: join(root, relative(copy, error.file)) }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function searchRules({ root, domainId, version, rule }: RulesTask): Promise<RuleError[]> {
  const { versions } = await openSpecs([root], { wanted: `${domainId}/${version}` });
  const found: RuleError[] = [];
  for (const { spec, folder } of versions) {
    if (spec === undefined) continue;
    const isReleased = isRecorded(dirname(folder), version);
    const { errors, warnings } = await searchPackage(spec, readPackage(folder).files, isReleased, rule);
    found.push(...errors, ...warnings.map((warning) => ({ ...warning, isWarning: true })));
  }
  return found;
}

/** Checks in a thread, one task at a time: a newer one takes the place of the one that runs. */
export class RulesChecker {
  #pool: WorkerPool<RulesTask, RuleError[]> | undefined;
  #isRunning = false;

  constructor(private readonly program: URL) {}

  /** Undefined if it was cancelled. */
  async check(task: RulesTask): Promise<RuleError[] | undefined> {
    this.cancel();
    const pool = this.#pool ?? new WorkerPool<RulesTask, RuleError[]>(this.program, 1, { task: "rules" });
    this.#pool = pool;
    this.#isRunning = true;
    try {
      return await pool.run(task);
    } catch (error) {
      if (this.#pool !== pool) return undefined;
      this.#pool = undefined;
      throw error;
    } finally {
      if (this.#pool === pool) this.#isRunning = false;
    }
  }

  cancel(): void {
    if (this.#isRunning) void this.close();
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#isRunning = false;
    await pool?.close();
  }
}

/** The name of a rule; undefined for a file that is none. */
export function ruleNameOf({ rest }: RuleFile): string | undefined {
  return /^rules\/[^/]+\.json$/.test(rest) ? basename(rest, ".json") : undefined;
}
