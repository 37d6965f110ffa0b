import { setTimeout as pause } from "node:timers/promises";
import { type Content, type ContentFiles, loadContent } from "./content.js";
import { fingerprintOf } from "./fingerprint.js";
import { type Rejection, toRejection } from "./rejection.js";

export interface LiveOptions extends ContentFiles {
  /** What is in use. */
  current(): Pick<Content, "specs">;
  /** Uses other content. */
  onLoaded(content: Content): Promise<void>;
  /** What is in use stays in use. */
  onRejected(rejection: Rejection): void;
}

const EVERY_MS = 1_000;
/** Changes with less time between them are one change: git and editors write file after file. */
const QUIET_MS = 200;
const MOST_PAUSES = 50;
const MOST_ATTEMPTS = 5;

/**
 * Reads the rules and the targets again when they change. Polls: atomic replacement, network mounts and swapped links
 * lose watch events. New content is loaded aside and checked as a whole; with an error, it is not used.
 */
export class LiveFiles {
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #loading: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #rejection: Rejection | undefined;

  constructor(
    private readonly options: LiveOptions,
    /** The fingerprint of what was read last. */
    private seen: string,
  ) {
    this.#pollLater();
  }

  /** Why what is in the files is not in use; undefined while it is. */
  get rejection(): Rejection | undefined {
    return this.#rejection;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Reads the files, whether or not they seem to have changed. Calls while others wait are one. */
  reload(): Promise<void> {
    this.#waiting ??= this.#loading.then(() => {
      this.#waiting = undefined;
      this.#loading = this.#load().catch((error: Error) => this.#fail(error));
      return this.#loading;
    });
    return this.#waiting;
  }

  #pollLater(): void {
    if (this.#isClosed) return;
    const poll = () => void this.#poll().finally(() => this.#pollLater());
    this.#timer = setTimeout(poll, EVERY_MS).unref();
  }

  async #poll(): Promise<void> {
    let now = await this.#fingerprint();
    if (now === this.seen) return;
    for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
      await pause(QUIET_MS, undefined, { ref: false });
      const before = now;
      now = await this.#fingerprint();
      if (now === before) break;
    }
    // A signal may have been faster.
    if (now !== this.seen) await this.reload();
  }

  async #load(): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS && !this.#isClosed; attempt++) {
      const before = await this.#fingerprint();
      this.seen = before;
      const loaded = await loadContent(this.options, this.options.current().specs);
      if ((await this.#fingerprint()) !== before) {
        // Part of it may be from before the change.
        await pause(QUIET_MS, undefined, { ref: false });
        continue;
      }
      if (this.#isClosed) return;
      if ("errors" in loaded) return this.#reject(toRejection(loaded.errors, this.options));
      await this.options.onLoaded(loaded);
      this.#rejection = undefined;
      return;
    }
    // It changes all the time: the next poll sees that again.
  }

  /** Such as a thread for which there is no memory: the files may be good. */
  #fail(error: Error): void {
    const detail = "the files could not be checked; send SIGHUP to try again";
    this.#reject({ errors: [`${detail}: ${error.message}`], shown: [detail] });
  }

  #reject(rejection: Rejection): void {
    this.#rejection = rejection;
    this.options.onRejected(rejection);
  }

  #fingerprint(): Promise<string> {
    return fingerprintOf(this.options.targetsFile, this.options.rulesDirs);
  }
}
