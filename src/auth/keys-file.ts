import type { ErrorObject, ValidateFunction } from "ajv";
import { Polled } from "../fetch/polled.js";
import { readBounded, UnreadableFile } from "../files/bounded-file.js";
import { tryParse } from "../json/try-parse.js";
import { createAjv } from "../json-schema/ajv.js";
import { counted } from "../text/quote.js";

/** All errors in a piece of configuration at once, so that an operator can fix them in one go. */
export class ConfigErrors extends Error {
  override readonly name = "ConfigErrors";

  constructor(readonly errors: readonly string[]) {
    super(errors.join("\n"));
  }
}

interface KeysFormat<K> {
  /** JSON Schema of a key. */
  readonly schema: object;
  /** Whether the file may have properties besides `keys`. */
  readonly isOpen: boolean;
  /** Properties in which keys must differ. */
  readonly unique: readonly (keyof K & string)[];
  /** Errors that the schema does not find. */
  errorsOf?(key: K, pointer: string): string[];
}

/**
 * Parses a file with an array `keys`. Throws `ConfigErrors`, which do not quote the content, as the message of
 * JSON.parse would: a key pasted into the wrong place must not reach a log.
 */
export function keysParser<K>({ schema, isOpen, unique, errorsOf }: KeysFormat<K>): (text: string) => readonly K[] {
  const properties = { keys: { type: "array", items: schema } };
  const file = { type: "object", required: ["keys"], additionalProperties: isOpen, properties };
  let isValid: ValidateFunction<{ keys: K[] }> | undefined;
  return (text) => {
    const content = tryParse(text);
    if (content === undefined) throw new ConfigErrors(["is not valid JSON; fix its syntax"]);
    // Only if there is such a file: it takes 10 ms.
    isValid ??= createAjv({ ownProperties: true, messages: true }).compile(file);
    if (!isValid(content)) throw new ConfigErrors((isValid.errors ?? []).map(describe));
    const repeated = unique.flatMap((property) => duplicates(content.keys, property));
    const others = content.keys.flatMap((key, index) => errorsOf?.(key, `/keys/${index}`) ?? []);
    if (repeated.length + others.length > 0) throw new ConfigErrors([...repeated, ...others]);
    return content.keys;
  };
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  if (keyword === "false schema") return `${instancePath} is not allowed here; remove it`;
  const place = instancePath || "/";
  if (keyword === "additionalProperties")
    return `${place} has an unknown property ${JSON.stringify(params.additionalProperty)}; remove it`;
  return `${place} ${message}`;
}

/** One error for each key that has the same value as an earlier one. */
function duplicates<K>(keys: readonly K[], property: keyof K & string): string[] {
  const first = new Map<unknown, number>();
  return keys.flatMap((key, index) => {
    const before = first.get(key[property]);
    if (before === undefined) first.set(key[property], index);
    return before === undefined
      ? []
      : [`/keys/${index}/${property} repeats /keys/${before}/${property}; remove one of them`];
  });
}

/** A long list of keys may have as many errors, which would make a line that the log drops. */
const MAX_ERRORS = 20;

/** A small file that is reloaded when it changes. There is always a last good content. */
export interface WatchedFile<T> extends Polled<T> {
  current(): T;
}

/**
 * Throws `ConfigErrors` if the file is unusable. Later, `onErrors` is called once for each new set of errors. Each poll
 * reads and compares the whole file: file times are too coarse to distinguish two quick writes, which is good enough
 * for rules but not for a key that is revoked, and atomic replacement, network mounts and symlinks lose watch events.
 */
export async function watchFile<T>(
  path: string,
  parse: (text: string) => T,
  onErrors: (errors: readonly string[]) => void,
  refreshSeconds = 1,
): Promise<WatchedFile<T>> {
  let errors: string[] = [];
  const file = new Polled<T>(
    async (knownText) => {
      const text = (await readBounded(path)).toString();
      return text === knownText ? "unchanged" : { value: parse(text), version: text };
    },
    {
      refreshSeconds,
      describe(error) {
        errors = errorsOf(path, error);
        const detail = errors.join("\n");
        return { detail, shown: detail };
      },
      onFailed() {
        if (file.ageSeconds() !== undefined) onErrors(errors);
      },
    },
  );
  await file.start();
  if (errors.length === 0) return file as WatchedFile<T>;
  file.stop();
  throw new ConfigErrors(errors);
}

function errorsOf(path: string, thrown: unknown): string[] {
  if (thrown instanceof UnreadableFile) return [`${path}: ${thrown.reason}`];
  if (!(thrown instanceof ConfigErrors)) return [`${path}: cannot be used: ${(thrown as Error).name}`];
  const errors = thrown.errors.slice(0, MAX_ERRORS).map((error) => `${path}: ${error}`);
  const more = thrown.errors.length - errors.length;
  return more === 0 ? errors : [...errors, `${path}: ${counted(more, "more error")}; correct those above first`];
}
