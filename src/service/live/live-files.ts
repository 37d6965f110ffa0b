import { basename, relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { UnreadableFile } from "../../ground/files/bounded-file.js";
import { countErrors, errorText, type FileError, firstErrors } from "../../ground/files/file-error.js";
import { MAX_LISTED } from "../../proposals/errors/app-error.js";
import { compileCurrent } from "../../specs/service-specs.js";
import { type CheckFiles, type Content, type ContentFiles, loadContent } from "./content.js";
import { CheckGivenUp, type FilesCheckThread } from "./files-check-thread.js";
import { type Fingerprint, takeFingerprint } from "./fingerprint.js";
import { WatchedFolders } from "./watched-folders.js";

/** Why changed files are not in use. */
export interface RejectedFiles {
  readonly count: number;
  /** For the log. */
  readonly errors: readonly string[];
  /** The first errors for everyone, without folders of this machine and without content of the files. */
  readonly publicErrors: readonly string[];
}

interface LiveOptions extends ContentFiles {
  readonly thread: Pick<FilesCheckThread, "prepare" | "check" | "release">;
  current(): Pick<Content, "catalog" | "brokenDrafts" | "fingerprint">;
  onLoaded(content: Content): Promise<void>;
  /** Reports errors of the files; the content that is in use stays in use. */
  onRejected(rejected: RejectedFiles): void;
}

/** How long to wait between two polls: at least this, and 500 times as long as a poll takes, up to the most. */
const POLL_EVERY_MS = 500;
const POLL_SHARE = 500;
const MAX_POLL_EVERY_MS = 30_000;
/** How long to wait until targets with errors are read again. */
const RETRY_EVERY_MS = 5_000;
/** Changes with less time between them belong together: git and editors write file after file. */
const QUIET_MS = 200;
/** How long to wait after the report of a change: one change has many reports. */
const REPORTS_MS = 50;
/** The number of errors in one line of the log, which is dropped if it is too long. */
const MAX_LOGGED = 200;

/**
 * Reads the rules and the targets again when they change. The system reports most changes at once. Atomic replacement,
 * network mounts and swapped links lose reports, so the files are also polled, for less than a hundredth of the time. New content
 * is loaded aside and checked as a whole; with an error, it is not used.
 */
export class LiveFiles {
  #timer: NodeJS.Timeout | undefined;
  /** Whether the next poll is due as soon as the files are quiet. */
  #isWoken = false;
  #isPolling = false;
  /** Whether the last poll saw a change, and the next one is to see whether it was the last. */
  #isSettling = false;
  #pauseMs = POLL_EVERY_MS;
  readonly #watched = new WatchedFolders();
  #isClosed = false;
  /** Why the content of the files is not in use; undefined if it is in use. */
  rejected: RejectedFiles | undefined;
  /** The fingerprint of the files that were read last; undefined if they must be read again. */
  #seen: string | undefined;
  /** The fingerprint at the last poll; undefined before the first. */
  #polled: string | undefined;
  #readsAll = false;

  constructor(private readonly options: LiveOptions) {
    this.#seen = options.current().fingerprint.whole;
    this.#pollIn(POLL_EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watched.close();
  }

  /** Reads all files, whether or not they seem to have changed. */
  reload(): void {
    this.#readsAll = true;
    this.#wake();
  }

  /** Polls soon. One change is reported many times. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    if (!this.#isPolling && !this.#isSettling) this.#pollIn(REPORTS_MS);
  }

  #pollIn(milliseconds: number): void {
    if (this.#isClosed) return;
    const poll = async () => {
      this.#isPolling = true;
      this.#isWoken = false;
      const isQuiet = await this.#poll().catch((error: Error) => this.#fail(error));
      this.#isPolling = false;
      this.#isSettling = isQuiet === false || this.#isWoken;
      this.#pollIn(this.#isSettling ? QUIET_MS : this.#pauseMs);
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void poll(), milliseconds).unref();
  }

  /** Loads changed files that the poll before has seen too. Resolves to false if they have changed since then. */
  async #poll(): Promise<boolean> {
    const { targetsFile, rulesDirs, thread } = this.options;
    const folders: string[] = [];
    const started = performance.now();
    const now = await takeFingerprint(targetsFile, rulesDirs, { onFolder: (path) => folders.push(path) });
    const pause = POLL_SHARE * (performance.now() - started);
    this.#pauseMs = Math.min(Math.max(pause, POLL_EVERY_MS), MAX_POLL_EVERY_MS);
    const isQuiet = now.whole === this.#polled;
    this.#polled = now.whole;
    if (this.#isClosed) return true;
    // Folders may be new, or have taken the place of others. What changes meanwhile is seen by the next poll.
    if (!isQuiet) this.#watched.watch(folders, [targetsFile, ...rulesDirs], () => this.#wake());
    if (this.#readsAll || (isQuiet && now.whole !== this.#seen)) await this.#load(now);
    else if (now.whole !== this.#seen) thread.prepare();
    else thread.release();
    return isQuiet;
  }

  async #load(now: Fingerprint): Promise<void> {
    const readsAll = this.#readsAll;
    this.#readsAll = false;
    const isRetry = this.#seen === undefined && !readsAll;
    // Set before the check, so files that cannot be checked are not tried again until they change.
    this.#seen = now.whole;
    const { thread, current } = this.options;
    const check: CheckFiles = (task) => thread.check(task);
    const content = await loadContent(this.options, current(), check, now, readsAll);
    if (this.#isClosed) return;
    if (content === undefined) {
      // The next poll sees that the files have changed while they were read.
      this.#readsAll ||= readsAll;
      return this.#wake();
    }
    if ("errors" in content) {
      if (!content.errors.every(({ file }) => isRule(file, this.options))) {
        // The registries that targets name are not part of the fingerprint: they may have become good.
        this.#seen = undefined;
        this.#pauseMs = Math.max(this.#pauseMs, RETRY_EVERY_MS);
      }
      return this.#reject(toRejectedFiles(content.errors, this.options), isRetry);
    }
    await this.options.onLoaded(content);
    this.rejected = undefined;
    await compileCurrent(content.catalog);
  }

  /** Rejects files that could not be checked. Unreadable ones are tried again at every poll, others after a change. */
  #fail(error: Error): void {
    if (this.#isClosed) return;
    const isRetry = this.#seen === undefined;
    if (error instanceof UnreadableFile) this.#seen = undefined;
    const isKnown = error instanceof UnreadableFile || error instanceof CheckGivenUp;
    const tryAgain = error instanceof UnreadableFile ? "" : "; send SIGHUP to try again";
    const errors = [`the files could not be checked: ${error.message}${tryAgain}`];
    const publicErrors = isKnown ? errors : [`the files could not be checked${tryAgain}`];
    this.#reject({ count: 1, errors, publicErrors }, isRetry);
  }

  /** A retry that finds the same errors is not reported. */
  #reject(rejected: RejectedFiles, isRetry: boolean): void {
    const isKnown = isRetry && isDeepStrictEqual(rejected.errors, this.rejected?.errors);
    this.rejected = rejected;
    if (!isKnown) this.options.onRejected(rejected);
  }
}

function isRule(file: string, { rulesDirs }: ContentFiles): boolean {
  return rulesDirs.some((rulesDir) => resolve(file).startsWith(resolve(rulesDir) + sep));
}

function toRejectedFiles(errors: readonly FileError[], files: ContentFiles): RejectedFiles {
  return {
    count: countErrors(errors),
    errors: firstErrors(errors, MAX_LOGGED).map(errorText),
    publicErrors: errors.slice(0, MAX_LISTED).map((error) => publicText(error, files)),
  };
}

/** Without detail and pointer, which quote the file: a secret may have been mounted in its place. */
function publicText({ file, line, column, publicDetail }: FileError, files: ContentFiles): string {
  const dir = files.rulesDirs.find((rulesDir) => resolve(file).startsWith(resolve(rulesDir) + sep));
  const name = dir === undefined ? basename(file) : relative(dir, file);
  const detail = publicDetail ?? "has an error; the log says which";
  return errorText({ file: name, pointer: "", detail, ...(line && { line }), ...(column && { column }) });
}
