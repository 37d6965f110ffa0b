import type { Output } from "../io.js";

const BAR_WIDTH = 30;
const EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

/** A progress bar on a terminal. */
export class Progress {
  #checked = 0;
  #bytes = 0;
  #shownAt = 0;

  constructor(
    private readonly output: Output,
    /** The bytes of all inputs; 0 if not known. */
    private readonly total: number,
  ) {}

  advance(bytes: number, checked = 1): void {
    this.#checked += checked;
    this.#bytes += bytes;
    const now = performance.now();
    if (this.output.isTTY !== true || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    this.output.write(Buffer.from(`${CLEAR}${this.#bar()}${this.#checked.toLocaleString("en")} checked`));
  }

  /** Removes the bar, before something else is printed on the same line. */
  clear(): void {
    if (this.#shownAt > 0) this.output.write(Buffer.from(CLEAR));
  }

  #bar(): string {
    if (this.total === 0) return "";
    const share = Math.min(1, this.#bytes / this.total);
    const filled = Math.round(share * BAR_WIDTH);
    return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %, `;
  }
}
