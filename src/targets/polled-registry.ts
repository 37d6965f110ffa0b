import { RegistryIndex } from "../registry/registry-index.js";
import { describeFailure, shownFailure } from "./describe-failure.js";
import { readIds } from "./read-ids.js";
import type { RegistryEvent, RegistryFeed } from "./registry-feed.js";

/** Fetches a registry document. Rejects if it cannot, and aborts when the signal fires. */
export type RegistrySource = (knownVersion: string | undefined, signal: AbortSignal) => Promise<RegistryContent>;

/** `version` identifies the content for the source: an entity tag, for example. */
type RegistryContent = "unchanged" | { readonly bytes: Buffer; readonly version: string | undefined };

const ATTEMPT_LIMIT_MS = 2_000;
const FIRST_RETRY_MS = 1_000;

export type PollingOptions = {
  readonly refreshSeconds: number;
  /** How old a list may get while its source fails. */
  readonly maxStaleSeconds: number;
  readonly report: (event: RegistryEvent) => void;
  /** Pointers to the ids in the document; undefined for the default ones. */
  readonly pointers?: readonly string[] | undefined;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: (() => number) | undefined;
};

type Failure = { readonly detail: string; readonly shown: string };
type LoadResult = { index: RegistryIndex | undefined; version: string | undefined } | { failure: Failure };

/** Polls a source, and keeps the last good list while the source fails. */
export class PolledRegistry implements RegistryFeed {
  readonly #source: RegistrySource;
  readonly #options: PollingOptions;
  readonly #now: () => number;
  #index: RegistryIndex | undefined;
  #version: string | undefined;
  #confirmedAt = 0;
  #nextAttemptAt = 0;
  #failures = 0;
  #lastFailure: Failure | undefined;
  #attempt: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: RegistrySource, options: PollingOptions) {
    this.#source = source;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  current(): RegistryIndex | undefined {
    return (this.ageSeconds() ?? 0) <= this.#options.maxStaleSeconds ? this.#index : undefined;
  }

  ageSeconds(): number | undefined {
    return this.#index && (this.#now() - this.#confirmedAt) / 1000;
  }

  failure(): string | undefined {
    return this.#lastFailure?.shown;
  }

  retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#nextAttemptAt - this.#now()) / 1000));
  }

  async start(): Promise<void> {
    clearTimeout(this.#timer);
    const attempt = new AbortController();
    this.#attempt = attempt;
    // The age of a list counts from the request, not from the response.
    const askedAt = this.#now();
    const result = await this.#load(attempt);
    const stopped = this.#attempt !== attempt;
    if (stopped) return;
    if ("failure" in result) this.#fail(result.failure);
    else this.#confirm(result, askedAt);
    const delay = this.#delay(askedAt);
    this.#nextAttemptAt = this.#now() + delay;
    this.#timer = setTimeout(() => void this.start(), delay).unref();
  }

  stop(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    clearTimeout(this.#timer);
  }

  async #load(attempt: AbortController): Promise<LoadResult> {
    const tooLate = new Error(`no complete response within ${ATTEMPT_LIMIT_MS / 1000} s`);
    const limit = setTimeout(() => attempt.abort(tooLate), ATTEMPT_LIMIT_MS).unref();
    try {
      const content = await this.#source(this.#version, attempt.signal);
      if (content === "unchanged") return { index: this.#index, version: this.#version };
      const index = await RegistryIndex.build(await readIds(content.bytes, this.#options.pointers));
      return { index, version: content.version };
    } catch (error) {
      return { failure: { detail: describeFailure(error), shown: shownFailure(error) } };
    } finally {
      clearTimeout(limit);
      // Closes the connection of a response that was rejected before its end.
      attempt.abort();
    }
  }

  #confirm({ index, version }: Exclude<LoadResult, { failure: Failure }>, askedAt: number): void {
    const isNews = index !== this.#index || this.#failures > 0;
    this.#index = index;
    this.#version = version;
    this.#confirmedAt = askedAt;
    this.#failures = 0;
    this.#lastFailure = undefined;
    if (isNews) this.#options.report({ kind: "loaded", ids: index?.size ?? 0 });
  }

  #fail(failure: Failure): void {
    this.#failures++;
    const { detail } = failure;
    if (detail !== this.#lastFailure?.detail) this.#options.report({ kind: "failed", detail });
    this.#lastFailure = failure;
  }

  #delay(askedAt: number): number {
    const refresh = this.#options.refreshSeconds * 1000;
    if (this.#failures > 0) return Math.min(refresh, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    // Counted from request to request, and early enough that even a slow response arrives before the list is stale.
    const stale = this.#options.maxStaleSeconds * 1000;
    const interval = Math.min(refresh, Math.max(stale - ATTEMPT_LIMIT_MS, stale / 2));
    return Math.max(0, askedAt + interval - this.#now());
  }
}
