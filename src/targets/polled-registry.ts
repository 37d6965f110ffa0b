import { boundedFetch } from "../fetch/bounded-fetch.js";
import { MAX_FILE_BYTES, readBounded } from "../files/bounded-file.js";
import type { Registry } from "../registry/registry.js";
import { RegistryIndex } from "../registry/registry-index.js";
import { describeFailure, shownFailure } from "./describe-failure.js";
import type { RegistrySettings } from "./parse-targets.js";
import { readIds } from "./read-ids.js";

/** What to report to an operator about a registry. A repeated failure is reported once. */
export type RegistryEvent = (
  | { readonly kind: "loaded"; readonly ids: number }
  | { readonly kind: "failed"; readonly detail: string }
) & {
  /** The name of the registry, unless it is that of the product itself. */
  readonly registry?: string;
};

/** The ids that a target product has, refreshed in the background so that a lookup never waits. */
export interface RegistryFeed {
  /** Undefined if there is no list, or only one that is too old. */
  current(): Registry | undefined;
  /** Seconds since the list was last known to be current; undefined before the first list. */
  ageSeconds(): number | undefined;
  /** Why the last attempt to load the list failed, in words that everyone may see; undefined if it succeeded. */
  failure(): string | undefined;
  /** Whole seconds, at least one, until the next attempt to load the list. */
  retryAfterSeconds(): number;
  /** Resolves after the first attempt, whether it succeeded or not. */
  start(): Promise<void>;
}

/** Fetches a registry document, until the signal fires. `version` identifies its content, as an entity tag does. */
type RegistrySource = (
  knownVersion: string | undefined,
  signal: AbortSignal,
) => Promise<"unchanged" | { readonly bytes: Buffer; readonly version: string | undefined }>;

const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
// Polled, not watched: a watch is lost when a rename replaces the file, and does not work on network file systems.
const POLL_FILE_SECONDS = 1;

const ATTEMPT_LIMIT_MS = 2_000;
const FIRST_RETRY_MS = 1_000;

export type PollingOptions = {
  readonly refreshSeconds: number;
  /** How old a list may get while its source fails. */
  readonly maxStaleSeconds: number;
  readonly report: (event: RegistryEvent) => void;
  /** The pointer to the ids in the document; undefined for the default ones. */
  readonly pointer?: string | undefined;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: (() => number) | undefined;
};

interface Loaded {
  readonly index: RegistryIndex | undefined;
  readonly version: string | undefined;
}

/** Polls a source, and keeps the last good list while the source fails. */
export class PolledRegistry implements RegistryFeed {
  readonly #now: () => number;
  #index: RegistryIndex | undefined;
  #version: string | undefined;
  #confirmedAt = 0;
  #nextAttemptAt = 0;
  #failures = 0;
  #lastFailure: { readonly detail: string; readonly shown: string } | undefined;
  #attempt: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: RegistrySource,
    private readonly options: PollingOptions,
  ) {
    this.#now = options.now ?? (() => performance.now());
  }

  current(): RegistryIndex | undefined {
    return (this.ageSeconds() ?? 0) <= this.options.maxStaleSeconds ? this.#index : undefined;
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
    const settle = await this.#load(attempt).then(
      (loaded) => () => this.#confirm(loaded, askedAt),
      (error) => () => this.#fail(error),
    );
    const stopped = this.#attempt !== attempt;
    if (stopped) return;
    settle();
    const delay = this.#delay(askedAt);
    this.#nextAttemptAt = this.#now() + delay;
    this.#timer = setTimeout(() => void this.start(), delay).unref();
  }

  stop(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    clearTimeout(this.#timer);
  }

  async #load(attempt: AbortController): Promise<Loaded> {
    const tooLate = new Error(`no complete response within ${ATTEMPT_LIMIT_MS / 1000} s`);
    const limit = setTimeout(() => attempt.abort(tooLate), ATTEMPT_LIMIT_MS).unref();
    try {
      const content = await this.source(this.#version, attempt.signal);
      if (content === "unchanged") return { index: this.#index, version: this.#version };
      const index = await RegistryIndex.build(await readIds(content.bytes, this.options.pointer));
      return { index, version: content.version };
    } finally {
      clearTimeout(limit);
      // Closes the connection of a response that was rejected before its end.
      attempt.abort();
    }
  }

  #confirm({ index, version }: Loaded, askedAt: number): void {
    const isNews = index !== this.#index || this.#failures > 0;
    this.#index = index;
    this.#version = version;
    this.#confirmedAt = askedAt;
    this.#failures = 0;
    this.#lastFailure = undefined;
    if (isNews) this.options.report({ kind: "loaded", ids: index?.size ?? 0 });
  }

  #fail(error: unknown): void {
    this.#failures++;
    const detail = describeFailure(error);
    if (detail !== this.#lastFailure?.detail) this.options.report({ kind: "failed", detail });
    this.#lastFailure = { detail, shown: shownFailure(error) };
  }

  #delay(askedAt: number): number {
    const refresh = this.options.refreshSeconds * 1000;
    if (this.#failures > 0) return Math.min(refresh, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    // Counted from request to request, and early enough that even a slow response arrives before the list is stale.
    const stale = this.options.maxStaleSeconds * 1000;
    const interval = Math.min(refresh, Math.max(stale - ATTEMPT_LIMIT_MS, stale / 2));
    return Math.max(0, askedAt + interval - this.#now());
  }
}

export function openRegistry(settings: RegistrySettings, report: (event: RegistryEvent) => void): PolledRegistry {
  const options = { ...settings, report };
  return "file" in options ? fileRegistry(options.file, options) : httpRegistry(options.url, options);
}

/** A registry in a file, reloaded when the file changes. While the file is invalid, the last good list stays in use. */
export function fileRegistry(
  path: string,
  options: Pick<PollingOptions, "report"> & Partial<PollingOptions>,
): PolledRegistry {
  return new PolledRegistry((knownVersion) => readBounded(path, MAX_FILE_BYTES, knownVersion), {
    refreshSeconds: POLL_FILE_SECONDS,
    maxStaleSeconds: Number.POSITIVE_INFINITY,
    ...options,
  });
}

/** A registry behind a URL that answers `GET`, preferably with an entity tag (RFC 9110 §13.1.2). */
export function httpRegistry(url: string, options: PollingOptions): PolledRegistry {
  return new PolledRegistry(async (knownVersion, signal) => {
    const headers = { accept: "application/json", ...(knownVersion && { "if-none-match": knownVersion }) };
    const { status, body, ...response } = await boundedFetch(url, MAX_RESPONSE_BYTES, {
      headers,
      redirect: "manual",
      signal,
    });
    if (status === 304 && knownVersion) return "unchanged";
    if (status >= 300 && status < 400 && status !== 304)
      throw new Error(`answered ${status}; redirects are not followed, configure the final URL`);
    if (status !== 200) throw new Error(`answered ${status} instead of 200`);
    return { bytes: body, version: response.headers.get("etag") ?? undefined };
  }, options);
}
