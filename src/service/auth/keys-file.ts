import type { ErrorObject, ValidateFunction } from "ajv";
import { readBounded, UnreadableFile } from "../../ground/files/bounded-file.js";
import {
  errorOfFile,
  errorText,
  type FileError,
  type Flaw,
  firstErrors,
  InvalidFiles,
} from "../../ground/files/file-error.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { createAjv, toFlaw } from "../../schema/ajv.js";

interface KeysFormat<K> {
  /** JSON Schema of a key. */
  readonly schema: object;
  /** Whether the file may have properties besides `keys`. */
  readonly isOpen: boolean;
  /** Properties in which keys must differ. */
  readonly unique: readonly (keyof K & string)[];
}

/** Parses the text of a file. Throws `InvalidFiles`. */
export type ParseFile<T> = (text: string, file: string) => T;

/**
 * Parses a file with an array `keys`. Errors do not quote the content: a key pasted into the wrong
 * place must not reach a log.
 */
export function keysParser<K>({ schema, isOpen, unique }: KeysFormat<K>): ParseFile<readonly K[]> {
  const properties = { keys: { type: "array", items: schema } };
  const fileSchema = {
    type: "object",
    required: ["keys"],
    additionalProperties: isOpen,
    properties,
  };
  let isValid: ValidateFunction<{ keys: K[] }> | undefined;
  return (text, file) => {
    const invalid = (flaws: readonly Flaw[]) =>
      new InvalidFiles(flaws.map((flaw) => ({ file, ...flaw })));
    const content = tryParse(text);
    if (content === undefined)
      throw invalid([{ pointer: "", detail: "is not valid JSON; fix its syntax" }]);
    // Only if there is such a file.
    isValid ??= createAjv({ ownProperties: true, messages: true }).compile(fileSchema);
    if (!isValid(content)) throw invalid((isValid.errors ?? []).map(withoutKey));
    const repeated = unique.flatMap((property) => duplicates(content.keys, property));
    if (repeated.length > 0) throw invalid(repeated);
    return content.keys;
  };
}

/** A name that an operator may have misspelled. Any other may be a key. */
const PROPERTY_NAME = /^(?!ai_)\w{1,20}$/;

function withoutKey(error: ErrorObject): Flaw {
  const { keyword, instancePath: pointer, params } = error;
  if (keyword !== "additionalProperties" || PROPERTY_NAME.test(params.additionalProperty))
    return toFlaw(error);
  return { pointer, detail: "has an unknown property whose name may be a key; remove it" };
}

/** One flaw for each key that has the same value as an earlier one. */
function duplicates<K>(keys: readonly K[], property: keyof K & string): Flaw[] {
  const first = new Map<unknown, number>();
  return keys.flatMap((key, index) => {
    const before = first.get(key[property]);
    if (before === undefined) first.set(key[property], index);
    const detail = `repeats /keys/${before}/${property}; remove one of them`;
    return before === undefined ? [] : [{ pointer: `/keys/${index}/${property}`, detail }];
  });
}

/** A file of keys with its last good content. */
export interface KeysFile<T> {
  current(): T;
  /** Reads the file again. */
  poll(): Promise<void>;
}

/**
 * Throws `InvalidFiles` if the file is unusable. Later, `onErrors` is called once for each new set
 * of errors. Each poll compares the whole text: file times are too coarse to tell two quick writes
 * apart, and a revoked key would stay valid.
 */
export async function openKeys<T>(
  path: string,
  parse: ParseFile<T>,
  onErrors: (errors: readonly FileError[]) => void,
): Promise<KeysFile<T>> {
  const read = async (known?: { readonly text: string; readonly value: T }) => {
    const text = (await readBounded(path)).toString();
    return text === known?.text ? known : { text, value: parse(text, path) };
  };
  let good = await read().catch((error) => {
    throw new InvalidFiles(toErrors(path, error));
  });
  let reported = "";
  return {
    current: () => good.value,
    async poll() {
      try {
        good = await read(good);
        reported = "";
      } catch (error) {
        const errors = toErrors(path, error);
        const texts = errors.map(errorText).join("\n");
        if (texts !== reported) onErrors(errors);
        reported = texts;
      }
    },
  };
}

function toErrors(path: string, thrown: unknown): FileError[] {
  if (thrown instanceof InvalidFiles) return firstErrors(thrown.errors);
  const reason =
    thrown instanceof UnreadableFile ? thrown.reason : `cannot be used: ${(thrown as Error).name}`;
  return [errorOfFile(path, reason)];
}
