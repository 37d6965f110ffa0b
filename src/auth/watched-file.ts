import { MAX_FILE_BYTES, readBounded, UnreadableFile } from "../files/bounded-file.js";
import { ConfigErrors } from "./json-file-parser.js";

/** A long list of keys may have as many errors, which would make a line that the log drops. */
const MAX_ERRORS = 20;

interface WatchOptions {
  /** Called once for each new set of errors. The last good content stays in use meanwhile. */
  readonly onErrors: (errors: readonly string[]) => void;
  readonly everyMs?: number;
}

/**
 * A small file that is reloaded when it changes. Each poll reads and compares the whole file: file times are too
 * coarse to distinguish two quick writes, and atomic replacement, network mounts and symlinks lose watch events.
 */
export class WatchedFile<T> {
  readonly #timer: NodeJS.Timeout;
  #reading: Promise<void> | undefined;
  #reported = "";

  private constructor(
    private readonly path: string,
    private readonly parse: (text: string) => T,
    private readonly options: WatchOptions,
    private text: string,
    private value: T,
  ) {
    this.#timer = setInterval(() => void this.refresh(), options.everyMs ?? 1000).unref();
  }

  /** Throws `ConfigErrors` if the file is unusable: there is no last good content yet. */
  static async open<T>(path: string, parse: (text: string) => T, options: WatchOptions): Promise<WatchedFile<T>> {
    try {
      const text = await readText(path);
      return new WatchedFile(path, parse, options, text, parse(text));
    } catch (error) {
      throw new ConfigErrors(errorsOf(path, error));
    }
  }

  get current(): T {
    return this.value;
  }

  /** Reads the file now instead of at the next poll. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    try {
      const text = await readText(this.path);
      if (text !== this.text) this.value = this.parse(text);
      this.text = text;
      this.#reported = "";
    } catch (error) {
      const errors = errorsOf(this.path, error);
      if (errors.join() !== this.#reported) this.options.onErrors(errors);
      this.#reported = errors.join();
    }
  }
}

async function readText(path: string): Promise<string> {
  return (await readBounded(path, MAX_FILE_BYTES)).bytes.toString();
}

function errorsOf(path: string, thrown: unknown): string[] {
  if (thrown instanceof UnreadableFile) return [`${path}: ${thrown.reason}`];
  if (!(thrown instanceof ConfigErrors)) return [`${path}: cannot be used: ${(thrown as Error).name}`];
  const errors = thrown.errors.slice(0, MAX_ERRORS).map((error) => `${path}: ${error}`);
  const more = thrown.errors.length - errors.length;
  return more === 0 ? errors : [...errors, `${path}: ${more} more errors; correct the others first`];
}
