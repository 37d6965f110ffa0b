/** What a part of the programme measured. Undefined: it does not apply. */
export interface Line {
  readonly name: string;
  readonly attempts: number;
  /** Responses of 500 and above. */
  readonly serverErrors?: number;
  /** Services that ended by themselves, and errors that nobody expected. */
  readonly crashes?: number;
  readonly memoryBefore?: number | undefined;
  readonly memoryAfter?: number | undefined;
  /** Calls beyond the quota, where every one must be counted. */
  readonly overQuota?: number | undefined;
  /** What else went wrong, in words. */
  readonly failures?: readonly string[];
  /** A figure worth reading. */
  readonly note?: string;
}

/** How much memory a service may take. */
const MAX_MEMORY = 400 * 2 ** 20;

/** Why a line fails. */
export function failuresOf(line: Line): string[] {
  const { serverErrors = 0, crashes = 0, memoryAfter = 0, overQuota = 0, failures = [] } = line;
  const found = [
    [serverErrors > 0, `${serverErrors} responses of 500 and above`],
    [crashes > 0, `${crashes} crashes`],
    [memoryAfter > MAX_MEMORY, `${megabytes(memoryAfter)} of memory`],
    [overQuota > 0, `${overQuota} calls over the quota`],
    [line.attempts === 0, "no attempts"],
  ] as const;
  return [...found.flatMap(([failed, words]) => (failed ? [words] : [])), ...failures];
}

const COLUMNS: readonly (readonly [title: string, value: (line: Line) => string])[] = [
  ["part", ({ name }) => name],
  ["attempts", ({ attempts }) => attempts.toLocaleString("en")],
  ["5xx", ({ serverErrors }) => String(serverErrors ?? "")],
  ["crashes", ({ crashes }) => String(crashes ?? "")],
  ["memory before", ({ memoryBefore }) => megabytes(memoryBefore)],
  ["memory after", ({ memoryAfter }) => megabytes(memoryAfter)],
  ["over the quota", ({ overQuota }) => String(overQuota ?? "")],
  ["", (line) => (failuresOf(line).length > 0 ? "FAILED" : (line.note ?? ""))],
];

/** In Markdown. */
export function toTable(lines: readonly Line[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...lines.map((line) => COLUMNS.map(([, value]) => value(line))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(3, ...rows.map((row) => (row[at] ?? "").length)));
  const text = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  text.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  return `${text.join("\n")}\n`;
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "" : `${Math.round(bytes / 2 ** 20)} MB`;
}
