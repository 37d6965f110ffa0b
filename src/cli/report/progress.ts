import type { Output } from "../io.js";

const WIDTH = 30;
const EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

/** A bar on a terminal that says how far a long run is. */
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

  /** Before something else is printed, which would follow on the same line. */
  clear(): void {
    if (this.#shownAt > 0) this.output.write(Buffer.from(CLEAR));
  }

  #bar(): string {
    if (this.total === 0) return "";
    const share = Math.min(1, this.#bytes / this.total);
    const filled = Math.round(share * WIDTH);
    return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %, `;
  }
}
