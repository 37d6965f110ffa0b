import { resolve } from "node:path";
import { differences } from "../../proposals/differences.js";
import type { Catalog } from "../../specs/catalog.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { counted } from "../../text/quote.js";
import { escapeJson, visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import { type Input, nameOf } from "../inputs/document.js";
import { isNdjson, openInputs, sourcesOf } from "../inputs/open-inputs.js";
import { type Io, type Output, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { type MigrationResult, migrateDocument } from "../migrate/migrate-document.js";
import { differenceLine } from "../report/explain-rule.js";
import { writeAtomically } from "../write-atomically.js";

const LINE_FEED = 0x0a;

interface MigrateOptions {
  readonly to?: string;
  readonly domain?: string;
  readonly rules?: string;
  readonly write?: boolean;
}

/** Thrown for a line that could not be read, and so cannot be written back. */
class UnreadableLine extends Error {}

export async function run(operands: readonly string[], options: MigrateOptions, io: Io): Promise<number> {
  const { to, domain, rules, write = false } = options;
  if (to === undefined) throw new CommandError("give the version with --to, such as --to v2");
  const specs = await loadSpecs(locateRules(rules, io));
  const report = operands.includes("-") ? io.stderr : io.stdout;
  const migration = new Migration(to, domain, specs, write, report);
  for (const operand of operands) {
    if (operand === "-") {
      for await (const input of (await openInputs([operand], io)).all)
        await writeLine(io.stdout, lineOf(input, await migration.migrate(input)));
    } else {
      for (const { name } of (await sourcesOf(operand, io)).sources) await migration.migrateFile(name, io);
    }
  }
  const { valid, invalid, failed } = migration.totals;
  const left = failed > 0 ? `, ${failed} left as they are` : "";
  report.write(`${valid} valid for ${to}, ${invalid} need their author${left}\n`);
  if (migration.isHeldBack) report.write("nothing is written without --write\n");
  return failed > 0 ? 2 : invalid > 0 ? 1 : 0;
}

class Migration {
  readonly totals = { valid: 0, invalid: 0, failed: 0 };
  /** Whether a change was not written because `--write` is missing. */
  isHeldBack = false;

  constructor(
    private readonly to: string,
    private readonly domain: string | undefined,
    private readonly specs: Catalog,
    private readonly writes: boolean,
    private readonly report: Output,
  ) {}

  async migrate(input: Input): Promise<MigrationResult> {
    const { to, domain, specs } = this;
    const outcome: MigrationResult =
      "code" in input
        ? { status: "failed", changes: 0, detail: input.detail }
        : await migrateDocument(input.bytes, to, domain, specs);
    this.totals[outcome.status]++;
    this.#report(input, outcome);
    return outcome;
  }

  /** Migrates a file, and writes it if `--write` is given. */
  async migrateFile(name: string, io: Io): Promise<void> {
    const { all } = await openInputs([name], io);
    const path = resolve(io.cwd, name);
    if (isNdjson(name)) return this.#migrateLines(name, path, all);
    for await (const input of all) {
      const outcome = await this.migrate(input);
      if (!("value" in outcome) || outcome.changes === 0) continue;
      if (this.writes) await writeAtomically(path, `${JSON.stringify(outcome.value, null, 2)}\n`);
      else this.isHeldBack = true;
    }
  }

  async #migrateLines(name: string, path: string, inputs: AsyncIterable<Input>): Promise<void> {
    try {
      if (this.writes) await writeAtomically(path, this.#lines(inputs));
      else for await (const _ of this.#lines(inputs));
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      this.report.write(`${visible(name)}: left as it is\n`);
    }
  }

  async *#lines(inputs: AsyncIterable<Input>): AsyncGenerator<Buffer> {
    for await (const input of inputs) {
      const outcome = await this.migrate(input);
      if ("code" in input) throw new UnreadableLine();
      this.isHeldBack ||= !this.writes && outcome.changes > 0;
      yield lineOf(input, outcome);
    }
  }

  #report(input: Input, outcome: MigrationResult): void {
    const name = visible(nameOf(input));
    if (outcome.status === "failed") this.report.write(`${name}: ${visible(outcome.detail)}\n`);
    else {
      if (outcome.changes > 0) this.report.write(`${name}: ${counted(outcome.changes, "certain change")}\n`);
      for (const line of differences(outcome.before, outcome.value).map(differenceLine))
        this.report.write(`  ${visible(line)}\n`);
      for (const { code, path, message } of outcome.undecided)
        this.report.write(`${name}: the author decides: ${visible(`${code} at ${path}: ${message}`)}\n`);
    }
  }
}

/** Programs get the original bytes. For a terminal, control characters are made visible. */
function writeLine(output: Output, line: Buffer): Promise<void> {
  return writeWhenRead(output, output.isTTY === true ? line.toString() : line);
}

/** The migrated document as a line. A document that was not changed keeps its bytes. */
function lineOf(input: Input, outcome: MigrationResult): Buffer {
  if (outcome.changes > 0 && "value" in outcome) return Buffer.from(`${escapeJson(JSON.stringify(outcome.value))}\n`);
  if (!("bytes" in input)) return Buffer.of();
  return input.bytes.at(-1) === LINE_FEED ? input.bytes : Buffer.concat([input.bytes, Buffer.of(LINE_FEED)]);
}
