import { resolve } from "node:path";
import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate } from "../../engine/evaluate.js";
import { isError } from "../../engine/problem.js";
import { differences } from "../../explain/differences.js";
import { parseStrictBytes } from "../../json/parse-strict-bytes.js";
import { isObject, type Json } from "../../json/value.js";
import { evaluatePackage, packageIn } from "../../proposals/evaluate-candidate.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { counted } from "../../text/quote.js";
import { escapeJson, visible } from "../../text/visible.js";
import { untilRepaired } from "../check/check-input.js";
import { CommandError, noSuch, type Options, type Run } from "../command.js";
import { type Document, type Input, isNdjson, LINE_FEED, nameOf, openInputs, sourcesOf } from "../inputs.js";
import { type Io, type Output, writeAtomically, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { exitCodeOf } from "../outcome.js";
import { differenceLine } from "../report/explanation-text.js";

interface MigrateOptions extends Options {
  readonly to: string;
}

/** A document after all certain fixes for another version. */
interface Migrated {
  readonly status: "valid" | "invalid";
  readonly before: Json;
  readonly value: Json;
  /** The number of applied operations. A package that is built again counts as one more. */
  readonly changes: number;
  /** The errors that are left for the author to decide. */
  readonly undecided: readonly Diagnostic[];
}

/** Failed if the document cannot be migrated. */
type MigrationResult = Migrated | { readonly status: "failed"; readonly changes: 0; readonly detail: string };

/** Thrown for a line that could not be read, and so cannot be written back. */
class UnreadableLine extends Error {}

export const run: Run = async (operands, options, io) => {
  const { to, rules } = options;
  if (to === undefined) throw new CommandError("give the version with --to, such as --to v2");
  const specs = await loadSpecs(locateRules(rules, io));
  const report = operands.includes("-") ? io.stderr : io.stdout;
  const migration = new Migration(specs, { ...options, to }, report);
  for (const operand of operands) {
    if (operand === "-") {
      for await (const input of (await openInputs([operand], io)).all) {
        const line = lineOf(input, await migration.migrate(input));
        // Programs get the original bytes. For a terminal, control characters are made visible.
        await writeWhenRead(io.stdout, io.stdout.isTTY === true ? line.toString() : line);
      }
    } else {
      for (const { name } of await sourcesOf(operand, io)) await migration.migrateFile(name, io);
    }
  }
  const { valid, invalid, failed } = migration.totals;
  const left = failed > 0 ? `, ${failed} left as they are` : "";
  const authors = invalid === 1 ? "its author" : "their authors";
  report.write(`${valid} valid for ${to}, ${invalid} left to ${authors}${left}\n`);
  if (migration.isHeldBack) report.write("nothing is written without --write\n");
  return exitCodeOf(migration.totals);
};

class Migration {
  readonly totals = { valid: 0, invalid: 0, failed: 0 };
  /** Whether a change was not written because `--write` is missing. */
  isHeldBack = false;

  constructor(
    private readonly specs: Catalog,
    private readonly options: MigrateOptions,
    private readonly report: Output,
  ) {}

  async migrate(input: Input): Promise<MigrationResult> {
    const outcome = "code" in input ? failed(input.detail) : await migrateDocument(input, this.options, this.specs);
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
      if (this.options.write) await writeAtomically(path, `${JSON.stringify(outcome.value, null, 2)}\n`);
      else this.isHeldBack = true;
    }
  }

  async #migrateLines(name: string, path: string, inputs: AsyncIterable<Input>): Promise<void> {
    try {
      if (this.options.write) await writeAtomically(path, this.#lines(inputs));
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
      this.isHeldBack ||= this.options.write !== true && outcome.changes > 0;
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

/** The migrated document as a line. A document that was not changed keeps its bytes. */
function lineOf(input: Input, outcome: MigrationResult): Buffer {
  if (outcome.changes > 0 && "value" in outcome) return Buffer.from(`${escapeJson(JSON.stringify(outcome.value))}\n`);
  if (!("bytes" in input)) return Buffer.of();
  return Buffer.concat([input.bytes, Buffer.from(input.bytes.at(-1) === LINE_FEED ? "" : "\n")]);
}

/** Brings a request, a package or a candidate to another version. */
async function migrateDocument(
  { bytes }: Document,
  { to, domain }: MigrateOptions,
  specs: Catalog,
): Promise<MigrationResult> {
  // A document that is rewritten must not lose anything, such as the first of two equal keys.
  const parsed = parseStrictBytes(Buffer.from(bytes));
  if (!("value" in parsed)) return failed(parsed.explain().detail);
  if (!isObject(parsed.value)) return failed("not a JSON object");
  const document = parsed.value;
  const { kind, domainId = domain, candidate: original } = proposalIn(document);
  if (domainId === undefined) return failed("to migrate candidates without an envelope, give --domain");
  const spec = specIn(specs, String(domainId), to);
  if (spec instanceof CommandError) return failed(spec.message);
  const start = { candidate: original };
  const { value, result, changes } = await untilRepaired(start, ({ candidate }) => evaluateSent(spec, candidate));
  const { candidate } = value;
  const undecided = result.diagnostics.filter(isError);
  const status = undecided.length === 0 ? "valid" : "invalid";
  if (kind === "request") {
    // A request that names no version asks for the current one.
    const isNamed = "specVersion" in document || specs.get(spec.domainId)?.current !== spec;
    const renamed = isNamed && document.specVersion !== to;
    const request = { ...document, candidate, ...(isNamed && { specVersion: to }) };
    return { status, before: document, value: request, changes: changes + (renamed ? 1 : 0), undecided };
  }
  if (kind === "candidate") return { status, before: document, value: candidate, changes, undecided };
  // A package that would become invalid stays unchanged.
  if (status === "invalid") return { status, before: document, value: document, changes: 0, undecided };
  const built = buildPackage(spec, String(document.targetProduct), candidate);
  const isSame = built.digest === document.digest;
  return { status, before: document, value: built as unknown as Json, changes: isSame ? 0 : changes + 1, undecided };
}

function failed(detail: string): MigrationResult {
  return { status: "failed", changes: 0, detail };
}

/** The candidate of a request may be a whole package. */
function evaluateSent(spec: CompiledSpec, candidate: Json): Promise<Evaluated> {
  const sent = isObject(candidate) ? packageIn(candidate, spec) : undefined;
  return sent ? evaluatePackage(spec, sent, UNKNOWN_REGISTRY) : evaluate(spec, candidate, UNKNOWN_REGISTRY);
}

/** A version of a domain, or why there is none. */
function specIn(specs: Catalog, domainId: string, version: string): CompiledSpec | CommandError {
  const domain = specs.get(domainId);
  if (domain === undefined) return noSuch("domain", domainId, specs.keys());
  const usable = usableVersions(domain);
  const names = usable.map(({ version: name }) => name);
  return usable.find((spec) => spec.version === version) ?? noSuch("version", version, names, domainId);
}
