import { boundedFetch, describeFailure } from "../../ground/fetch/bounded-fetch.js";
import { Polled, type PollingOptions, type Source } from "../../ground/fetch/polled.js";
import { MAX_FILE_BYTES, readIfChanged, UnreadableFile } from "../../ground/files/bounded-file.js";
import { RegistryIndex } from "../../ground/registry/registry-index.js";
import type { RegistrySettings } from "./parse-targets.js";
import { RegistryFormatError } from "./read-ids.js";
import { readIdsAside } from "./read-ids-thread.js";

/** For the operator. A repeated failure is reported once. */
export type RegistryEvent = (
  | { readonly kind: "loaded"; readonly ids: number }
  | { readonly kind: "failed"; readonly detail: string }
) & {
  /** Unless it is that of the product itself. */
  readonly registry?: string;
};

/** The ids that a target product has, refreshed in the background. */
export type PolledRegistry = Polled<RegistryIndex>;

export type RegistryOptions = Pick<
  PollingOptions<RegistryIndex>,
  "refreshSeconds" | "maxStaleSeconds" | "now"
> & {
  readonly report: (event: RegistryEvent) => void;
  /** The pointer to the ids in the document; undefined for the default ones. */
  readonly pointer?: string | undefined;
};

const POLL_FILE_SECONDS = 1;

export function openRegistry(
  settings: RegistrySettings,
  report: (event: RegistryEvent) => void,
): PolledRegistry {
  if ("file" in settings)
    return fileRegistry(settings.file, { ...settings, refreshSeconds: POLL_FILE_SECONDS, report });
  return httpRegistry(settings.url, { ...settings, report });
}

/** A registry in a file. While the file is invalid, the last good list stays in use. */
export function fileRegistry(path: string, options: RegistryOptions): PolledRegistry {
  return pollDocument((knownVersion) => readIfChanged(path, knownVersion), options);
}

/** A registry behind a URL that answers `GET`, preferably with an entity tag (RFC 9110 §13.1.2). */
export function httpRegistry(url: string, options: RegistryOptions): PolledRegistry {
  return pollDocument(async (knownVersion, signal) => {
    const headers = {
      accept: "application/json",
      ...(knownVersion && { "if-none-match": knownVersion }),
    };
    const { status, body, ...response } = await boundedFetch(url, MAX_FILE_BYTES, {
      headers,
      redirect: "manual",
      signal,
    });
    if (status === 304 && knownVersion) return "unchanged";
    if (status >= 300 && status < 400 && status !== 304)
      throw new Error(`answered ${status}; redirects are not followed, configure the final URL`);
    if (status !== 200) throw new Error(`answered ${status} instead of 200`);
    return { value: body, version: response.headers.get("etag") ?? undefined };
  }, options);
}

function pollDocument(
  read: Source<Buffer>,
  { report, pointer, ...options }: RegistryOptions,
): PolledRegistry {
  return new Polled(
    async (knownVersion, signal) => {
      const document = await read(knownVersion, signal);
      if (document === "unchanged") return document;
      const ids = await readIdsAside(document.value, pointer, signal);
      return { value: await RegistryIndex.build(ids), version: document.version };
    },
    {
      ...options,
      describe: describeFailure,
      onLoaded: ({ size }) => report({ kind: "loaded", ids: size }),
      onFailed: (detail) => report({ kind: "failed", detail }),
    },
  );
}

/** Why a registry could not be loaded, without paths, addresses, and content of files. */
export function publicFailure(error: unknown): string {
  if (error instanceof UnreadableFile) return `the file ${error.reason}`;
  if (error instanceof RegistryFormatError) return error.message;
  return "it cannot be loaded; the log says why";
}
