import { readFileSync } from "node:fs";
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** The machine on which the figures were measured, and its load. */
export function describeMachine() {
  const versions = JSON.parse(
    readFileSync(new URL("package.json", import.meta.url), "utf8"),
  ).dependencies;
  return {
    processor: `${cpus()[0].model.trim()}, ${availableParallelism()} cores, ${arch()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    "Node.js": `${process.version}, V8 ${process.versions.v8}`,
    "load average at the start": loadavg()[0].toFixed(2),
    "measured beside": Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
  };
}

/** The share by which a goal may be missed before the run fails, because machines are noisy. */
const TOLERANCE = 0.1;

export function atMost(name, limit, measured) {
  return {
    name,
    goal: `≤ ${limit}`,
    measured,
    met: measured <= limit,
    failed: measured > limit * (1 + TOLERANCE),
  };
}

export function atLeast(name, limit, measured) {
  return {
    name,
    goal: `≥ ${limit}`,
    measured,
    met: measured >= limit,
    failed: measured < limit * (1 - TOLERANCE),
  };
}

/** Writes a run as Markdown: the goals first, then the figures behind them. */
export function toMarkdown(parts, machine) {
  const goals = parts.flatMap(({ targets }) => targets);
  const met = goals.filter((goal) => goal.met).length;
  const failed = goals.filter((goal) => goal.failed).length;
  return [
    "# What assay costs",
    `Made by \`npm run bench\`. Rounds are interleaved, figures are medians of CPU time; ratios are taken within a round. ${met} of ${goals.length} goals are met, and ${failed} are missed by more than a tenth.`,
    formatTable(["", "goal", "measured", "met"], goals.map(toGoalRow)),
    ...parts.flatMap(listSection),
    "## The machine",
    Object.entries(machine)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join("\n"),
    "",
  ].join("\n\n");
}

function toGoalRow({ name, goal, measured, met, failed }) {
  return [name, goal, formatFigure(measured), met ? "✓" : failed ? "✗" : "nearly"];
}

function formatFigure(number) {
  return number.toFixed(Math.abs(number) < 10 ? 2 : 0);
}

function listSection({ title, notes, tables = [] }) {
  return [
    `## ${title}`,
    ...notes,
    ...tables.flatMap(({ title, head, rows }) => [`### ${title}`, formatTable(head, rows)]),
  ];
}

/** Pads the columns, so that the table is readable in a terminal too. */
function formatTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => [...row[column]].length)),
  );
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join("\n");
}
