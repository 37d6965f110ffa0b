import { basename, relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { UnreadableFile } from "../../ground/files/bounded-file.js";
import {
  countErrors,
  errorText,
  type FileError,
  firstErrors,
} from "../../ground/files/file-error.js";
import { MAX_LISTED } from "../../proposals/errors/app-error.js";
import { compileCurrentVersions, listDrafts, rebuildCatalog } from "../../specs/service-specs.js";
import { CheckGivenUp, checkFiles } from "./check-files.js";
import { takeFingerprint } from "./fingerprint.js";
import type { Content, ContentFiles } from "./live-content.js";

/** Why changed files are not in use. */
export interface RejectedFiles {
  readonly count: number;
  /** For the log. */
  readonly errors: readonly string[];
  /** The first errors for everyone, without folders of this machine and content of the files. */
  readonly publicErrors: readonly string[];
}

interface LiveOptions extends ContentFiles {
  /** Files that are read at each poll, whatever else takes long. */
  readonly keyFiles: readonly { poll(): Promise<void> }[];
  current(): Pick<Content, "catalog" | "fingerprint">;
  onLoaded(content: Content): Promise<void>;
  onRejected(rejected: RejectedFiles): void;
}

const POLL_EVERY_MS = 1_000;
/** More are polled less often, for less than 1.5 % of a core. */
const FILES_PER_SECOND = 1_000;
/** Registry files are not part of the fingerprint: targets with errors are read again. */
const RETRY_EVERY_MS = 5_000;
/** The number of errors in one line of the log, which is dropped if it is too long. */
const MAX_LOGGED = 200;

/**
 * Reads the rules and the targets again when two polls in a row see the same change, or on demand.
 * They are checked as a whole in a thread, and replace what is in use unless there is an error.
 * Files are polled, not watched: watches are lost by atomic replacement, network mounts and swapped
 * links.
 */
export class LiveFiles {
  /** Why the content of the files is not in use; undefined if it is in use. */
  rejected: RejectedFiles | undefined;
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  /** The fingerprint of the files that were read last. */
  #read: string;
  #polled: string;
  /** When to read the files even if they have not changed. */
  #readAt = Number.POSITIVE_INFINITY;

  constructor(private readonly options: LiveOptions) {
    this.#read = options.current().fingerprint;
    this.#polled = this.#read;
    let isPolling = false;
    let seconds = 0;
    this.#timer = setInterval(async () => {
      for (const file of options.keyFiles) void file.poll();
      const isDue = ++seconds * FILES_PER_SECOND >= this.#polled.split("\n").length;
      if (isPolling || !isDue) return;
      [isPolling, seconds] = [true, 0];
      await this.#poll().catch((error: Error) => this.#fail(error));
      isPolling = false;
    }, POLL_EVERY_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** Reads all files at the next poll, whether or not they seem to have changed. */
  reload(): void {
    this.#readAt = 0;
  }

  async #poll(): Promise<void> {
    const now = await takeFingerprint(this.options);
    const isNews = now === this.#polled && now !== this.#read;
    this.#polled = now;
    if (!isNews && performance.now() < this.#readAt) return;
    this.#readAt = Number.POSITIVE_INFINITY;
    this.#read = now;
    const { rulesDirs, targetsFile } = this.options;
    const { catalog: served } = this.options.current();
    const { checked, targets } = await checkFiles({
      rulesDirs,
      targetsFile,
      drafts: listDrafts(served),
    });
    // What was read while it changed may be a mixture.
    if (this.#isClosed || (await takeFingerprint(this.options)) !== now) return;
    const errors = [...checked.fatal, ...("errors" in targets ? firstErrors(targets.errors) : [])];
    if ("errors" in targets) this.#readAt = performance.now() + RETRY_EVERY_MS;
    if (errors.length > 0 || "errors" in targets)
      return this.#reject({
        count: countErrors(errors),
        errors: firstErrors(errors, MAX_LOGGED).map(errorText),
        publicErrors: errors.slice(0, MAX_LISTED).map((error) => publicText(error, this.options)),
      });
    const catalog = await rebuildCatalog(served, checked);
    await this.options.onLoaded({
      ...targets,
      brokenDrafts: checked.brokenDrafts,
      catalog,
      fingerprint: now,
    });
    this.rejected = undefined;
    await compileCurrentVersions(catalog);
  }

  #fail(error: Error): void {
    const isKnown = error instanceof UnreadableFile || error instanceof CheckGivenUp;
    const tryAgain = error instanceof UnreadableFile ? "" : "; send SIGHUP to try again";
    const errors = [`the files could not be checked: ${error.message}${tryAgain}`];
    const publicErrors = isKnown ? errors : [`the files could not be checked${tryAgain}`];
    if (error instanceof UnreadableFile) this.#readAt = 0;
    this.#reject({ count: 1, errors, publicErrors });
  }

  /** What was reported before is not reported again. */
  #reject(rejected: RejectedFiles): void {
    const isKnown = isDeepStrictEqual(rejected.errors, this.rejected?.errors);
    this.rejected = rejected;
    if (!this.#isClosed && !isKnown) this.options.onRejected(rejected);
  }
}

/**
 * Without detail and pointer, which quote the file: a secret may have been mounted in its place.
 */
function publicText({ file, line, column, publicDetail }: FileError, files: ContentFiles): string {
  const dir = files.rulesDirs.find((rulesDir) => resolve(file).startsWith(resolve(rulesDir) + sep));
  const name = dir === undefined ? basename(file) : relative(dir, file);
  const detail = publicDetail ?? "has an error; the log says which";
  return errorText({
    file: name,
    pointer: "",
    detail,
    ...(line && { line }),
    ...(column && { column }),
  });
}
