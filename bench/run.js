import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine, toMarkdown } from "./report.js";

const PARTS = [
  "real",
  "engine",
  "repair",
  "schemas",
  "texts",
  "servers",
  "overload",
  "growth",
  "memory",
];
/** Runs only if it is named: it evaluates the code, not the service. */
const ON_REQUEST = ["ablation"];
const KNOWN = [...PARTS, ...ON_REQUEST];
const USAGE = `Usage: npm run bench -- [--quick] [--only ${KNOWN.join("|")}]… [--report] [--folder NAME]
       npm run bench -- --hunt [--seconds N] [--seed N]

Compares assay with its alternatives and prints the figures. A full run also writes bench/report/.
--quick takes less than a minute and gives a rough idea, not figures to quote. --report always writes bench/report/,
and --folder names another folder, for a run with another Node.
Exits with 1 if a goal is missed by more than a tenth, except after --quick.
--hunt looks for the most expensive candidates, for ten minutes of CPU time, and keeps them for the tests.
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: PARTS },
    report: { type: "boolean", default: false },
    folder: { type: "string", default: "report" },
    hunt: { type: "boolean", default: false },
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    help: { type: "boolean", default: false },
  },
});
if (options.help || options.only.some((part) => !KNOWN.includes(part))) {
  process.stderr.write(USAGE);
  process.exit(options.help ? 0 : 2);
}

if (options.hunt) {
  const { hunt } = await import("./hunt.js");
  await hunt(Number(options.seconds), Number(options.seed));
  process.exit();
}

const machine = describeMachine();
const started = performance.now();
const parts = [];
for (const part of KNOWN.filter((name) => options.only.includes(name)))
  parts.push(await measure(part));
machine["time taken"] = `${Math.round((performance.now() - started) / 1000)} s`;
const report = toMarkdown(parts, machine);
process.stdout.write(report);
if (options.report || (!options.quick && parts.length === PARTS.length)) {
  const folder = new URL(`${options.folder}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("README.md", folder), report);
}
const failed = parts.flatMap(({ targets }) => targets).filter((goal) => goal.failed);
for (const { name, goal, measured } of failed)
  process.stderr.write(`missed: ${name}: ${measured}, goal ${goal}\n`);
// A quick run is too short to judge.
if (failed.length > 0 && !options.quick) process.exitCode = 1;

/** Runs a part in its own process, so that none pays for the garbage or the code of another. */
async function measure(name) {
  const child = fork(fileURLToPath(new URL("part.js", import.meta.url)), [
    name,
    options.quick ? "quick" : "full",
  ]);
  let result;
  child.on("message", (message) => {
    result = message;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) process.exit(1);
  return result;
}
