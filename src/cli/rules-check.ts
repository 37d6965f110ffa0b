import { watch } from "node:fs";
import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorText, type FileError } from "../specs/file-error.js";
import { type LoadedVersion, openSpecs } from "../specs/load-specs.js";
import { mutatePackage, type RuleScore } from "../specs/mutate/mutate-package.js";
import { timePattern } from "../specs/patterns/time-pattern.js";
import { count } from "../text/quote.js";
import { CommandError, command } from "./command.js";
import type { Io } from "./io.js";
import { locateRules } from "./locate.js";
import { table } from "./report/table.js";

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHORT = "sha256:".length + 16;
/** Editors write a file in several steps: what changes within this is one change. */
const DEBOUNCE_MS = 50;

export const rulesCheckCommand = command(
  {
    name: "rules check",
    summary: "load spec packages and run their examples",
    operands: ["[DOMAIN[/VERSION]]"],
    options: {
      rules: { type: "string", value: "DIR", about: "folders of the spec packages (RULES_DIR, ./rules)" },
      mutate: { type: "boolean", about: "also change every rule in small ways and list what no example notices" },
      watch: { type: "boolean", about: "check again whenever a file changes" },
      json: { type: "boolean", about: "print the result as JSON" },
    },
  },
  async ([wanted], options, io) => {
    const dirs = locateRules(options.rules, io);
    const check = () => checkOnce(dirs, wanted, options, io);
    if (options.watch !== true) return check();
    for await (const _ of changesIn(dirs)) await check();
    return 0;
  },
);

/** Once at the start, and once after every change. */
async function* changesIn(dirs: readonly string[]): AsyncGenerator<void> {
  let changed = () => {};
  let isChanged = true;
  const watchers = dirs.map((dir) =>
    watch(dir, { recursive: true }, () => {
      isChanged = true;
      changed();
    }),
  );
  try {
    for (;;) {
      if (!isChanged)
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      await pause(DEBOUNCE_MS);
      isChanged = false;
      yield;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

async function checkOnce(
  dirs: readonly string[],
  wanted: string | undefined,
  { mutate = false, json = false }: { mutate?: boolean; json?: boolean },
  io: Io,
): Promise<number> {
  const loaded = await openSpecs(dirs, wanted);
  if (wanted !== undefined && loaded.versions.length === 0 && loaded.fatal.length === 0)
    throw new CommandError(`there is no spec package "${wanted}"`);
  const errors = [
    ...loaded.fatal,
    ...loaded.versions.filter(({ status }) => status === "draft").flatMap((version) => version.errors),
  ];
  const scores = mutate && errors.length === 0 ? await scoresOf(loaded.versions) : undefined;
  const shown: FileError[] = [];
  for (const { slow, ...error } of errors) {
    const proof = slow && (await timePattern(slow));
    const detail = proof === undefined ? error.detail : `${error.detail} (tried: ${proof})`;
    shown.push({ ...error, detail, file: relative(io.cwd, error.file) || error.file });
  }
  if (json)
    io.stdout.write(
      `${JSON.stringify(toJson(loaded.versions, isCurrentIn(loaded.catalog), shown, scores), null, 2)}\n`,
    );
  else printText(loaded.versions, isCurrentIn(loaded.catalog), shown, scores, io);
  return errors.length === 0 ? 0 : 1;
}

type Scores = ReadonlyMap<string, readonly RuleScore[]>;

async function scoresOf(versions: readonly LoadedVersion[]): Promise<Scores> {
  const scores = new Map<string, RuleScore[]>();
  for (const { domainId, version, spec } of versions) {
    if (spec === undefined) continue;
    const found: RuleScore[] = [];
    for await (const score of mutatePackage(spec)) found.push(score);
    scores.set(`${domainId}/${version}`, found);
  }
  return scores;
}

function isCurrentIn(catalog: Awaited<ReturnType<typeof openSpecs>>["catalog"]) {
  return ({ domainId, version }: LoadedVersion) => catalog.get(domainId)?.current?.version === version;
}

function printText(
  versions: readonly LoadedVersion[],
  isCurrent: (version: LoadedVersion) => boolean,
  errors: readonly FileError[],
  scores: Scores | undefined,
  io: Io,
): void {
  if (errors.length > 0) {
    io.stdout.write(`${errors.map(errorText).join("\n")}\n\n${count(errors.length, "error")}\n`);
    return;
  }
  io.stdout.write(table([HEAD, ...versions.map((version) => row(version, isCurrent(version)))]));
  for (const [name, found] of scores ?? []) {
    const rows = found.map(({ rule, mutants, noticed }) => [rule, `${noticed}/${mutants}`]);
    io.stdout.write(`\n${name}: changes that the examples notice\n${table([["rule", "noticed"], ...rows])}`);
    for (const { rule, survivors } of found) {
      for (const { change, example } of survivors) {
        const hint = example === undefined ? "" : `\n    this one would: ${JSON.stringify(example)}`;
        io.stdout.write(`  ${rule}: no example notices when ${change}${hint}\n`);
      }
    }
  }
}

function row({ domainId, version, status, spec }: LoadedVersion, isCurrent: boolean): string[] {
  const { rules = 0, examples = 0 } = spec === undefined ? {} : sizes(spec.source);
  const digest = spec?.digest.slice(0, SHORT) ?? "";
  return [domainId, version, status ?? "", isCurrent ? "current" : "", String(rules), String(examples), digest];
}

function sizes({ rules, examples }: NonNullable<LoadedVersion["spec"]>["source"]): { rules: number; examples: number } {
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  return { rules: Object.keys(rules).length, examples: Object.keys(examples).length + inRules };
}

function toJson(
  versions: readonly LoadedVersion[],
  isCurrent: (version: LoadedVersion) => boolean,
  errors: readonly FileError[],
  scores: Scores | undefined,
) {
  return {
    valid: errors.length === 0,
    versions: versions.map((loaded) => ({
      domainId: loaded.domainId,
      version: loaded.version,
      status: loaded.status ?? null,
      current: isCurrent(loaded),
      ...(loaded.spec && { ...sizes(loaded.spec.source), digest: loaded.spec.digest }),
      ...(scores && { mutation: scores.get(`${loaded.domainId}/${loaded.version}`) ?? [] }),
    })),
    errors,
  };
}
