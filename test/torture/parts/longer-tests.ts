import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Line } from "../line.js";
import type { Size } from "../main.js";

/** Tests in which chance, races or killed processes decide, so that a longer run can find more. */
const FILES = [
  "test/service/http/fuzz/fuzz.slow.test.ts",
  "test/service/http/slow-clients.slow.test.ts",
  "test/entry-points.test.ts",
  "test/engine/random-candidates.test.ts",
  "test/engine/rules/stock-engine.test.ts",
  "test/scale/fleet.slow.test.ts",
  "test/attacks/full-disk.slow.test.ts",
  "test/attacks/pipelining.slow.test.ts",
  "test/attacks/unreadable-files.slow.test.ts",
];

/** What `jest --json` says about a test file. */
interface FileResult {
  readonly name: string;
  readonly status: "passed" | "failed";
  readonly message: string;
  readonly assertionResults: readonly { status: string }[];
}

/**
 * Runs the tests of `npm test` that a longer run makes stronger, with more of everything and
 * another seed.
 */
export async function longerTests({ factor }: Size, seed: number): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "torture-"));
  const output = join(folder, "results.json");
  spawnSync(
    "npm",
    [
      "run",
      "-s",
      "jest",
      "--",
      ...FILES,
      "--testTimeout=3600000",
      "--json",
      `--outputFile=${output}`,
    ],
    {
      env: { ...process.env, RUN_FACTOR: `${factor}`, SEED: `${seed}` },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const results: FileResult[] = JSON.parse(readFileSync(output, "utf8")).testResults;
  rmSync(folder, { recursive: true });
  return results.map(({ name, status, message, assertionResults }) => ({
    name: relative(process.cwd(), name),
    attempts: assertionResults.filter((test) => test.status === "passed").length,
    failures: status === "passed" ? [] : [message],
    note: `tests, ${factor} times as long`,
  }));
}
