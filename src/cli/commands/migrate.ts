import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import type { Catalog } from "../../specs/catalog.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { count } from "../../text/quote.js";
import { CommandError } from "../command.js";
import { type Input, nameOf } from "../inputs/document.js";
import { isNdjson, openInputs } from "../inputs/open-inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { type Migrated, migrateDocument } from "../migrate/migrate-document.js";
import { visible } from "../report/visible.js";
import { writeAtomically } from "../write-atomically.js";

interface MigrateOptions {
  readonly to?: string;
  readonly domain?: string;
  readonly rules?: string;
}

export async function run(operands: readonly string[], options: MigrateOptions, io: Io): Promise<number> {
  const { to, domain, rules } = options;
  if (to === undefined) throw new CommandError("say which version with --to, such as --to v2");
  const specs = await loadSpecs(locateRules(rules, io));
  const totals = { valid: 0, invalid: 0, failed: 0 };
  for (const operand of operands) {
    const inputs = await openInputs([operand], io);
    const rewriting = isNdjson(operand) ? new LineWriter(resolve(io.cwd, operand)) : undefined;
    try {
      for await (const input of inputs.all) {
        const outcome = await migrate(input, to, domain, specs);
        totals[outcome.status]++;
        report(input, outcome, operand === "-" ? io.stderr : io.stdout);
        if (rewriting !== undefined) await rewriting.write(lineOf(input, outcome));
        else if (operand === "-") await writeWhenRead(io.stdout, lineOf(input, outcome));
        else if ("value" in outcome && outcome.changes > 0)
          await writeAtomically(resolve(io.cwd, input.name), `${JSON.stringify(outcome.value, null, 2)}\n`);
      }
      await rewriting?.finish();
    } finally {
      await rewriting?.discard();
    }
  }
  const { valid, invalid, failed } = totals;
  const words = [
    `${valid} valid for ${to}`,
    `${invalid} need their author`,
    ...(failed ? [`${failed} unreadable`] : []),
  ];
  (operands.includes("-") ? io.stderr : io.stdout).write(`${words.join(", ")}\n`);
  return failed > 0 ? 2 : invalid > 0 ? 1 : 0;
}

type Outcome = Migrated | { status: "failed"; changes: 0; detail: string };

async function migrate(input: Input, to: string, domain: string | undefined, specs: Catalog): Promise<Outcome> {
  if ("code" in input) return { status: "failed", changes: 0, detail: input.detail };
  return migrateDocument(input.text, to, domain, specs);
}

function report(input: Input, outcome: Outcome, output: Io["stdout"]): void {
  const name = visible(nameOf(input));
  if (outcome.status === "failed") output.write(`${name}: ${visible(outcome.detail)}\n`);
  else {
    if (outcome.changes > 0) output.write(`${name}: ${count(outcome.changes, "certain change")}\n`);
    for (const { code, path, message } of outcome.undecided)
      output.write(`${name}: the author decides: ${visible(`${code} at ${path}: ${message}`)}\n`);
  }
}

/** A document that was not changed keeps its bytes. */
function lineOf(input: Input, outcome: Outcome): string {
  if (outcome.changes > 0 && "value" in outcome) return `${JSON.stringify(outcome.value)}\n`;
  return "text" in input ? `${input.text.replace(/\n$/, "")}\n` : "\n";
}

/** Writes beside a file, and takes its place at the end. */
class LineWriter {
  readonly #path: string;
  readonly #stream;

  constructor(private readonly target: string) {
    this.#path = `${target}.${process.pid}.tmp`;
    this.#stream = createWriteStream(this.#path, { flags: "wx" });
  }

  async write(line: string): Promise<void> {
    await writeWhenRead(this.#stream, line);
  }

  async finish(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
    await rename(this.#path, this.target);
  }

  async discard(): Promise<void> {
    this.#stream.destroy();
    await rm(this.#path, { force: true });
  }
}
