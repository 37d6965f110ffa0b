import { readFile } from "node:fs/promises";
import { getSystemErrorMap } from "node:util";
import { Faults } from "./json-file-parser.js";

export interface WatchOptions {
  /** Told once for each new thing that is wrong; the last good content stays in use meanwhile. */
  readonly onFaults: (faults: readonly string[]) => void;
  readonly everyMs?: number;
}

/**
 * A small file whose content follows its changes. It is read whole each time and compared: file times are too coarse to
 * tell two quick writes apart, and watch events get lost with atomic replacement, network mounts and mounted symlinks.
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

  /** Throws `Faults` when the file cannot be used: there is no last good content yet. */
  static async open<T>(path: string, parse: (text: string) => T, options: WatchOptions): Promise<WatchedFile<T>> {
    try {
      const text = await readFile(path, "utf8");
      return new WatchedFile(path, parse, options, text, parse(text));
    } catch (error) {
      throw new Faults(faultsOf(path, error));
    }
  }

  get current(): T {
    return this.value;
  }

  /** Reads now instead of at the next turn of the timer. */
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
      const text = await readFile(this.path, "utf8");
      if (text !== this.text) this.value = this.parse(text);
      this.text = text;
      this.#reported = "";
    } catch (error) {
      const faults = faultsOf(this.path, error);
      if (faults.join() !== this.#reported) this.options.onFaults(faults);
      this.#reported = faults.join();
    }
  }
}

function faultsOf(path: string, error: unknown): string[] {
  if (error instanceof Faults) return error.faults.map((fault) => `${path}: ${fault}`);
  const [, why = "unknown error"] = getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0) ?? [];
  return [`${path}: cannot be read: ${why}; check the path`];
}
