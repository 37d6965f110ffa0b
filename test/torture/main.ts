import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { redisServer } from "../support/redis.js";
import { failuresOf, type Line, toTable } from "./line.js";
import { busyMachine } from "./parts/busy-machine.js";
import { differential } from "./parts/differential.js";
import { failover } from "./parts/failover.js";
import { files } from "./parts/files.js";
import { fuzzBodies } from "./parts/fuzz-bodies.js";
import { independentValidator } from "./parts/independent-validator.js";
import { instanceKills } from "./parts/instance-kills.js";
import { rawHttp } from "./parts/raw-http.js";
import { redisOutages } from "./parts/redis-outages.js";
import { slowClients } from "./parts/slow-clients.js";

/** How much of everything there is. */
export interface Size {
  readonly bodies: number;
  readonly rawRequests: number;
  readonly candidates: number;
  readonly rounds: number;
  readonly outages: number;
}

const SIZES: Record<"quick" | "full" | "long", Size> = {
  quick: { bodies: 10_000, rawRequests: 1_500, candidates: 5_000, rounds: 40, outages: 1 },
  full: { bodies: 100_000, rawRequests: 10_000, candidates: 100_000, rounds: 200, outages: 3 },
  long: { bodies: 1_000_000, rawRequests: 50_000, candidates: 100_000, rounds: 200, outages: 5 },
};

const PARTS = {
  bodies: fuzzBodies,
  "raw-http": rawHttp,
  "slow-clients": slowClients,
  outages: redisOutages,
  failover,
  busy: busyMachine,
  kills: instanceKills,
  files,
  differential,
  validator: independentValidator,
} satisfies Record<string, (size: Size, seed: number) => Promise<Line[]>>;

const REPORT = "test/report/torture.md";
const USAGE = `Usage: npm run torture -- [--quick | --long] [--only PART]…

Attacks running services and their Redis, and prints what became of them. Exits with 1 if a line fails. It needs
\`redis-server\`, and takes about ten minutes; --quick takes two, --long makes a million requests. A run of all parts
that is not quick writes ${REPORT}. SEED repeats a run. Parts: ${Object.keys(PARTS).join(", ")}.
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
if (mode !== "quick" && options.only.length === Object.keys(PARTS).length) writeFileSync(REPORT, report);
process.exit(failed.length === 0 ? 0 : 1);
