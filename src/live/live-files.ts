import { basename, relative, resolve, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countErrors, errorText, type FileError, firstErrors } from "../errors/file-error.js";
import { UnreadableFile } from "../files/bounded-file.js";
import { type Content, type ContentFiles, checkFiles, type FilesCheck, loadContent, QUIET_MS } from "./content.js";
import { CheckGivenUp, FilesCheckThread } from "./files-check-thread.js";
import { type Fingerprint, fingerprintOf } from "./fingerprint.js";

/** Why changed files are not in use. */
export interface RejectedFiles {
  readonly count: number;
  /** For the log. */
  readonly errors: readonly string[];
  /** The first errors for everyone, without folders of this machine and without content of the files. */
  readonly shown: readonly string[];
}

interface LiveOptions extends ContentFiles {
  /** The program that checks files in a thread of its own; without it, this thread does. */
  readonly program?: URL | undefined;
  current(): Pick<Content, "specs" | "brokenDrafts" | "fingerprint">;
  onLoaded(content: Content): Promise<void>;
  /** Reports errors of the files; the content that is in use stays in use. */
  onRejected(rejected: RejectedFiles): void;
}

const POLL_EVERY_MS = 500;
const MAX_PAUSES = 50;
/** The number of errors in one line of the log, which is dropped if it is too long. */
const MAX_LOGGED = 200;
const MAX_SHOWN = 5;

/**
 * Reads the rules and the targets again when they change. Polls: atomic replacement, network mounts and swapped links
 * lose watch events. New content is loaded aside and checked as a whole; with an error, it is not used.
 */
export class LiveFiles {
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #loading: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  /** Why the content of the files is not in use; undefined if it is in use. */
  rejected: RejectedFiles | undefined;
  /** The fingerprint of the files that were read last. */
  #seen: string | undefined;
  #readsAll = false;
  readonly #thread: FilesCheckThread | undefined;

  constructor(private readonly options: LiveOptions) {
    this.#seen = options.current().fingerprint.whole;
    this.#thread = options.program && new FilesCheckThread(options.program);
    this.#pollLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#thread?.close();
  }

  /** Reads all files, whether or not they seem to have changed. */
  reload(): Promise<void> {
    this.#readsAll = true;
    return this.#loadNext();
  }

  /** Loads when the running load has ended. A call while another one waits joins it. */
  #loadNext(): Promise<void> {
    this.#waiting ??= this.#loading.then(() => {
      this.#waiting = undefined;
      this.#loading = this.#load().catch((error: Error) => this.#fail(error));
      return this.#loading;
    });
    return this.#waiting;
  }

  #pollLater(): void {
    if (this.#isClosed) return;
    const poll = async () => {
      await this.#poll().catch((error: Error) => this.#fail(error));
      this.#pollLater();
    };
    this.#timer = setTimeout(() => void poll(), POLL_EVERY_MS).unref();
  }

  async #poll(): Promise<void> {
    let now = await this.#fingerprint();
    if (now.whole === this.#seen) return;
    for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
      await pause(QUIET_MS, undefined, { ref: false });
      const before = now;
      now = await this.#fingerprint();
      if (now.whole === before.whole) break;
    }
    // A reload by a signal may have read the change meanwhile.
    if (now.whole !== this.#seen) await this.#loadNext();
  }

  async #load(): Promise<void> {
    const readsAll = this.#readsAll;
    this.#readsAll = false;
    const now = await this.#fingerprint();
    // Set before the check, so that files that cannot be checked are not tried again until they change.
    this.#seen = now.whole;
    const check = (task: FilesCheck) => this.#thread?.check(task) ?? checkFiles(task);
    const loaded = await loadContent(this.options, this.options.current(), check, now, readsAll);
    // Undefined means that the files kept changing while they were read: the next poll tries again.
    if (loaded === undefined || this.#isClosed) return;
    const { fingerprint, content } = loaded;
    this.#seen = fingerprint.whole;
    if ("errors" in content) return this.#reject(toRejectedFiles(content.errors, this.options));
    await this.options.onLoaded(content);
    this.rejected = undefined;
  }

  /** Rejects files that could not be checked. Unreadable ones are tried again at every poll, others after a change. */
  #fail(error: Error): void {
    if (this.#isClosed) return;
    if (error instanceof UnreadableFile) this.#seen = undefined;
    const isKnown = error instanceof UnreadableFile || error instanceof CheckGivenUp;
    const tryAgain = error instanceof UnreadableFile ? "" : "; send SIGHUP to try again";
    const errors = [`the files could not be checked: ${error.message}${tryAgain}`];
    // Polling finds the same error every few seconds, which is reported once.
    if (error instanceof UnreadableFile && errors[0] === this.rejected?.errors[0]) return;
    const shown = isKnown ? errors : [`the files could not be checked${tryAgain}`];
    this.#reject({ count: 1, errors, shown });
  }

  #reject(rejected: RejectedFiles): void {
    this.rejected = rejected;
    this.options.onRejected(rejected);
  }

  #fingerprint(): Promise<Fingerprint> {
    return fingerprintOf(this.options.targetsFile, this.options.rulesDirs);
  }
}

function toRejectedFiles(errors: readonly FileError[], files: ContentFiles): RejectedFiles {
  return {
    count: countErrors(errors),
    errors: firstErrors(errors, MAX_LOGGED).map(errorText),
    shown: errors.slice(0, MAX_SHOWN).map((error) => shownText(error, files)),
  };
}

/** Without detail and pointer, which quote the file: a secret may have been mounted in its place. */
function shownText({ file, line, column, shown = "has an error; the log says which" }: FileError, files: ContentFiles) {
  const dir = files.rulesDirs.find((rulesDir) => resolve(file).startsWith(resolve(rulesDir) + sep));
  const name = dir === undefined ? basename(file) : relative(dir, file);
  return errorText({ file: name, pointer: "", detail: shown, ...(line && { line }), ...(column && { column }) });
}
