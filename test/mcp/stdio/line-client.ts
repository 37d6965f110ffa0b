import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ASSAY } from "../../cli/run-assay.js";
import { coverageEnv } from "../../support/coverage.js";
import { eventually } from "../../support/eventually.js";
import { killAtExit } from "../../support/kill-at-exit.js";
import type { RpcAnswer } from "../ask.js";
import { legacy, modern } from "../message.js";

type Rpc = RpcAnswer["rpc"] & { method?: string; params?: Record<string, unknown> };

/** A running `assay mcp`, and what it writes. */
export class LineClient {
  readonly received: Rpc[] = [];
  errorOutput = "";

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    createInterface({ input: child.stdout }).on("line", (line) => this.received.push(JSON.parse(line)));
    child.stderr.on("data", (data) => {
      this.errorOutput += data;
    });
    // A server that has ended closes the pipe.
    child.stdin.on("error", () => {});
  }

  /** A shell command, if any, gets the command as its arguments. */
  static start(
    args: readonly string[] = [],
    env: Record<string, string> = {},
    shell: readonly string[] = [],
  ): LineClient {
    const [program = "", ...rest] = [...shell, process.execPath, ASSAY, "mcp", ...args];
    const child = spawn(program, rest, { env: { ...coverageEnv, ...env } });
    killAtExit(child);
    return new LineClient(child);
  }

  write(line: string | Buffer): void {
    this.child.stdin.write(line);
    this.child.stdin.write("\n");
  }

  /** Sends a line and waits for the next message. */
  async ask(line: string | Buffer | object): Promise<Rpc> {
    const next = this.received.length;
    this.write(typeof line === "string" || Buffer.isBuffer(line) ? line : JSON.stringify(line));
    return this.message(next);
  }

  async message(index: number): Promise<Rpc> {
    await eventually(() => this.received.length > index || this.child.exitCode !== null);
    const message = this.received[index];
    if (message === undefined) throw new Error(`assay mcp ended: ${this.errorOutput}`);
    return message;
  }

  async waitForError(pattern: RegExp): Promise<void> {
    await eventually(() => pattern.test(this.errorOutput));
  }

  /** Resolves to the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, "close");
    return this.child.exitCode;
  }
}

const messageOf =
  (era: typeof legacy) =>
  (method: string, params?: Record<string, unknown>): Record<string, unknown> =>
    JSON.parse(String(era(method, params).body));

export const INITIALIZE = messageOf(legacy)("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

/** The messages of each era, and how a connection starts. */
export const STDIO_ERAS = [
  ["2025-11-25", messageOf(legacy), INITIALIZE],
  ["2026-07-28", messageOf(modern), undefined],
] as const;
