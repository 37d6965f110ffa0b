import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { redisServer } from "../support/redis.js";
import { failuresOf, type Line, toTable } from "./line.js";
import { busyMachine } from "./parts/busy-machine.js";
import { failover } from "./parts/failover.js";
import { longerTests } from "./parts/longer-tests.js";
import { redisOutages } from "./parts/redis-outages.js";

/** How much of everything there is. */
export interface Size {
  /** How many times longer than in `npm test` the tests run. */
  readonly factor: number;
  readonly rounds: number;
  readonly outages: number;
}

const SIZES: Record<"quick" | "full" | "long", Size> = {
  quick: { factor: 3, rounds: 40, outages: 1 },
  full: { factor: 30, rounds: 200, outages: 3 },
  long: { factor: 300, rounds: 200, outages: 5 },
};

const PARTS = {
  tests: longerTests,
  outages: redisOutages,
  failover,
  busy: busyMachine,
} satisfies Record<string, (size: Size, seed: number) => Promise<Line[]>>;

const REPORT = "test/torture/report.md";
const USAGE = `Usage: npm run torture -- [--quick | --long] [--only PART]…

Attacks running services and their Redis, and prints what became of them. Exits with 1 if a line fails. It needs
\`redis-server\`, and takes about ten minutes; --quick takes three, --long makes half a million requests. A run of all
parts that is not quick writes ${REPORT}. SEED repeats a run. Parts: ${Object.keys(PARTS).join(", ")}.
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: Object.keys(PARTS) },
    help: { type: "boolean", default: false },
  },
});
if (options.help || !options.only.every((part) => part in PARTS) || !redisServer) {
  process.stderr.write(redisServer ? USAGE : `${USAGE}\nredis-server is not on the PATH.\n`);
  process.exit(options.help ? 0 : 2);
}

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const mode = options.quick ? "quick" : options.long ? "long" : "full";
const started = performance.now();
const load = loadavg()[0]?.toFixed(1);
const lines: Line[] = [];
for (const part of options.only as (keyof typeof PARTS)[]) {
  process.stderr.write(`${part} …\n`);
  const found = await PARTS[part](SIZES[mode], seed);
  lines.push(...found);
  for (const line of found)
    for (const failure of failuresOf(line)) process.stderr.write(`  ${line.name}: ${failure}\n`);
}

const failed = lines.filter((line) => failuresOf(line).length > 0);
const report = [
  `# npm run torture${mode === "full" ? "" : ` -- --${mode}`}`,
  "",
  `${failed.length === 0 ? "Passed" : `${failed.length} lines failed`} on ${new Date().toISOString().slice(0, 10)},`,
  `with SEED=${seed}, in ${Math.round((performance.now() - started) / 1000)} s.`,
  `Node ${process.versions.node} on ${process.platform} ${process.arch}, ${cpus().length} cores, load ${load} at the start.`,
  "",
  toTable(lines),
].join("\n");
process.stdout.write(report);
if (mode !== "quick" && options.only.length === Object.keys(PARTS).length)
  writeFileSync(REPORT, report);
process.exit(failed.length === 0 ? 0 : 1);
