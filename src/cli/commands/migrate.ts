import type { Diagnostic } from "../../engine/evaluate.js";
import { inCandidate, isError } from "../../engine/problem.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import { readProposal } from "../../proposals/read-proposal.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { differences } from "../../specs/explain/differences.js";
import { loadSpecs } from "../../workshop/load-specs.js";
import { checkInput } from "../check/check-input.js";
import { type OpenDependencies, withoutTargets } from "../check/dependencies.js";
import { CommandError, type Options, type RunCommand } from "../command.js";
import {
  type Document,
  type Inputs,
  isNdjson,
  LINE_FEED,
  listSources,
  nameDocument,
  openInputs,
  toDocument,
} from "../inputs.js";
import { type Output, writeAtomically, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { exitCodeOfAll } from "../outcome.js";
import { differenceLine } from "../report/terminal.js";

/** A document after all certain fixes for another version: `validate --fix --spec-version`. */
interface Migrated {
  readonly status: "valid" | "invalid";
  /** The text of the document; the same as before if nothing is certain. */
  readonly text: string;
  readonly changes: number;
  /** The errors that are left for the author to decide. */
  readonly undecided: readonly Diagnostic[];
}

/** Failed if the document cannot be migrated. */
type MigrationResult = Migrated | { readonly status: "failed"; readonly changes: 0; readonly detail: string };

/** Thrown for a line that could not be read, and so cannot be written back. */
class UnreadableLine extends Error {}

export const run: RunCommand = async (operands, { to, domain, rules, write = false }, io) => {
  if (to === undefined) throw new CommandError("give the version with --to, such as --to v2");
  const options: Options = { fix: true, "spec-version": to, ...(domain !== undefined && { domain }) };
  const dependencies = withoutTargets(await loadSpecs(locateRules(rules, io)));
  const report = operands.includes("-") ? io.stderr : io.stdout;
  const totals = { valid: 0, invalid: 0, failed: 0 };
  let hasUnwrittenChanges = false;
  for (const operand of operands)
    for (const { name, path } of await listSources(operand, io)) await migrateFile(name, path, operand);
  const { valid, invalid, failed } = totals;
  const unchangedText = failed > 0 ? `, ${failed} left as they are` : "";
  const authors = invalid === 1 ? "its author" : "their authors";
  report.write(`${valid} valid for ${to}, ${invalid} left to ${authors}${unchangedText}\n`);
  if (hasUnwrittenChanges) report.write("nothing is written without --write\n");
  return exitCodeOfAll(totals);

  async function migrateFile(name: string, path: string, operand: string): Promise<void> {
    const inputs = await openInputs([operand === "-" ? operand : name], io);
    try {
      if (operand === "-") await writeLines(migratedLines(inputs, () => undefined));
      else if (!write) for await (const _ of migratedLines(inputs, unreadable));
      else if (isNdjson(name)) await writeAtomically(path, migratedLines(inputs, unreadable));
      else
        for await (const input of inputs.documents) {
          const result = await migrate(input);
          if (result.changes > 0) await writeAtomically(path, (result as Migrated).text);
        }
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      if (isNdjson(name)) report.write(`${visible(name)}: left as it is\n`);
    }
  }

  /** Programs get the original bytes. For a terminal, control characters are made visible. */
  async function writeLines(lines: AsyncIterable<Buffer>): Promise<void> {
    for await (const line of lines) await writeWhenRead(io.stdout, io.stdout.isTTY === true ? line.toString() : line);
  }

  async function* migratedLines({ documents }: Inputs, onUnreadable: () => void): AsyncGenerator<Buffer> {
    for await (const input of documents) {
      const result = await migrate(input);
      if (input.unreadable === undefined) yield writeLine(input, result);
      else onUnreadable();
    }
  }

  async function migrate(input: Document): Promise<MigrationResult> {
    const result = await migrateDocument(input, options, dependencies);
    totals[result.status]++;
    hasUnwrittenChanges ||= !write && !operands.includes("-") && result.changes > 0;
    printResult(input, result, report);
    if (input.unreadable !== undefined && operands.includes("-"))
      report.write(`${visible(nameDocument(input))}: missing from the output\n`);
    return result;
  }
};

function unreadable(): never {
  throw new UnreadableLine();
}

function printResult(input: Document, result: MigrationResult, report: Output): void {
  const name = visible(nameDocument(input));
  if (result.status === "failed") return void report.write(`${name}: ${visible(result.detail)}\n`);
  const { text, changes, undecided } = result;
  if (changes > 0) report.write(`${name}: ${countedNoun(changes, "certain change")}\n`);
  for (const difference of changes > 0 ? differences(tryParse(input.text), tryParse(text)) : [])
    report.write(`  ${visible(differenceLine(difference))}\n`);
  for (const { code, path, message } of undecided)
    report.write(`${name}: the author decides: ${visible(`${code} at ${path}: ${message}`)}\n`);
}

/** The migrated document as a line. A document that was not changed keeps its bytes. */
function writeLine({ bytes }: Document, result: MigrationResult): Buffer {
  if (result.status !== "failed" && result.changes > 0)
    return Buffer.from(`${escapeJson(JSON.stringify(tryParse(result.text)))}\n`);
  return Buffer.concat([bytes, Buffer.from(bytes.at(-1) === LINE_FEED ? "" : "\n")]);
}

/** Where the candidate is. */
const PLACES = { request: "/candidate", package: "/proposal", candidate: "" };

/** Brings a request, a package or a candidate to another version. A package is built again if it is valid. */
async function migrateDocument(
  input: Document,
  options: Options,
  dependencies: OpenDependencies,
): Promise<MigrationResult> {
  const value = tryParse(input.text);
  const { kind, candidate } = isObject(value)
    ? readProposal(value)
    : { kind: "candidate" as const, candidate: undefined };
  if (kind === "candidate" && options.domain === undefined && isObject(value))
    return { status: "failed", changes: 0, detail: "to migrate candidates without an envelope, give --domain" };
  const sent = kind === "package" ? asRequest(input, value as JsonObject, candidate as Json) : input;
  const outcome = await checkInput(sent, kind === "package" ? buildProposal : validateProposal, options, dependencies);
  if (outcome.status === "failed") return { status: "failed", changes: 0, detail: outcome.error.detail };
  const { status, result, document, changes } = outcome;
  const errors = result.diagnostics.filter(isError);
  const undecided = errors.map((error) => ({ ...error, path: PLACES[kind] + inCandidate(error.path) }));
  if (kind !== "package") return { status, text: document.text, changes, undecided };
  const built = "proposalPackage" in result ? result.proposalPackage : undefined;
  // A package that would be the same, or invalid, stays unchanged.
  if (built === undefined || built.digest === (value as JsonObject).digest)
    return { status, text: input.text, changes: 0, undecided };
  return { status, text: `${JSON.stringify(built, null, 2)}\n`, changes, undecided };
}

/** The request that builds a package again. */
function asRequest({ name, line }: Document, { targetProduct, domainId }: JsonObject, candidate: Json): Document {
  const request = JSON.stringify({ targetProduct, domainId, candidate });
  return toDocument({ name, line }, Buffer.from(request));
}
