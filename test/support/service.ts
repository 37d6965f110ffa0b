import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { atEnd } from "./at-end.js";
import { ASSAY, startProgram } from "./program.js";

export interface RunningService {
  /** Reached by address, so that no name look-up stands between test and service. */
  readonly url: string;
  readonly managementUrl: string;
  readonly key: string;
  readonly process: ChildProcess;
  /** All that the process has printed so far. */
  output(): string;
  /** What it has printed to standard error so far. */
  errorOutput(): string;
  /** Its log lines of one message. */
  logged(msg: string): Record<string, unknown>[];
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the compiled service as a process of its own, as a user would, and waits until it listens.
 * It ends with the tests of the file. Free ports are the default; `env` adds to the settings.
 */
export async function startService(
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<RunningService> {
  const child = startProgram(process.execPath, [...nodeArgs, ASSAY, "serve"], {
    env: { PATH: process.env.PATH, PORT: "0", MANAGEMENT_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

  const lines: string[] = [];
  let errorOutput = "";
  child.stderr.on("data", (data) => {
    errorOutput += data;
  });
  const entries: Record<string, unknown>[] = [];
  const listening = new Promise<Record<string, unknown>>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        if (!line.startsWith("{")) return;
        const entry = JSON.parse(line) as Record<string, unknown>;
        entries.push(entry);
        if (entry.msg === "listening") resolve(entry);
      });
    }
    child.once("exit", (code) =>
      reject(new Error(`the service ended with ${code}:\n${lines.join("\n")}`)),
    );
  });
  // What a test file awaits outside its tests has no limit of its own.
  const limit = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const { port, managementPort } = await listening.finally(() => clearTimeout(limit));
  const exited = once(child, "exit");
  const stop = async (signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  atEnd(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    managementUrl: `http://127.0.0.1:${managementPort}`,
    get key() {
      return (
        lines
          .find((line) => line.startsWith("development key: "))
          ?.slice("development key: ".length) ?? ""
      );
    },
    process: child,
    output: () => lines.join("\n"),
    errorOutput: () => errorOutput,
    logged: (msg) => entries.filter((entry) => entry.msg === msg),
    stop,
  };
}
