import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate } from "../../engine/evaluate.js";
import { inCandidate, isError } from "../../engine/problem.js";
import { applyEdit, editText } from "../../ground/json/edit-text.js";
import { parseStrictBytes } from "../../ground/json/parse-strict-bytes.js";
import { applyPatch, type Operation, withPaths } from "../../ground/json/patch.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { evaluatePackage, packageIn } from "../../proposals/evaluate-candidate.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import { differences } from "../../specs/explain/differences.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { checkUntilRepaired } from "../check/check-input.js";
import { CommandError, noSuchError, type RunCommand } from "../command.js";
import {
  type Document,
  type Inputs,
  isNdjson,
  LINE_FEED,
  nameOf,
  onlyInput,
  openInputs,
  sourcesOf,
} from "../inputs.js";
import { writeAtomically, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { exitCodeOfAll } from "../outcome.js";
import { differenceLine } from "../report/terminal.js";

/** A document after all certain fixes for another version. */
interface Migrated {
  readonly status: "valid" | "invalid";
  readonly document: JsonObject;
  /** What is certain. A package that is built again is replaced by the last operation. */
  readonly patch: readonly Operation[];
  /** The errors that are left for the author to decide. */
  readonly undecided: readonly Diagnostic[];
}

/** Failed if the document cannot be migrated. */
type MigrationResult = Migrated | { readonly status: "failed"; readonly patch: readonly []; readonly detail: string };

/** Thrown for a line that could not be read, and so cannot be written back. */
class UnreadableLine extends Error {}

export const run: RunCommand = async (operands, { to, domain, rules, write = false }, io) => {
  if (to === undefined) throw new CommandError("give the version with --to, such as --to v2");
  const catalog = await loadSpecs(locateRules(rules, io));
  const report = operands.includes("-") ? io.stderr : io.stdout;
  const totals = { valid: 0, invalid: 0, failed: 0 };
  let hasUnwrittenChanges = false;
  for (const operand of operands) {
    if (operand === "-") await migrateStdin();
    else for (const { name, path } of await sourcesOf(operand, io)) await migrateFile(name, path);
  }
  const { valid, invalid, failed } = totals;
  const unchangedText = failed > 0 ? `, ${failed} left as they are` : "";
  const authors = invalid === 1 ? "its author" : "their authors";
  report.write(`${valid} valid for ${to}, ${invalid} left to ${authors}${unchangedText}\n`);
  if (hasUnwrittenChanges) report.write("nothing is written without --write\n");
  return exitCodeOfAll(totals);

  async function migrateStdin(): Promise<void> {
    for await (const input of (await openInputs(["-"], io)).documents) {
      const line = lineOf(input, await migrate(input));
      if (line === undefined) report.write(`${visible(nameOf(input))}: missing from the output\n`);
      // Programs get the original bytes. For a terminal, control characters are made visible.
      else await writeWhenRead(io.stdout, io.stdout.isTTY === true ? line.toString() : line);
    }
  }

  async function migrateFile(name: string, path: string): Promise<void> {
    const inputs = await openInputs([name], io);
    try {
      if (!isNdjson(name)) {
        const input = await onlyInput(inputs);
        const { patch } = await migrate(input);
        if (patch.length > 0 && write)
          await writeAtomically(path, editText(input.text, patch).reduce(applyEdit, input.text));
        hasUnwrittenChanges ||= !write && patch.length > 0;
      } else if (write) await writeAtomically(path, migratedLines(inputs));
      else for await (const _ of migratedLines(inputs));
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      report.write(`${visible(name)}: left as it is\n`);
    }
  }

  async function* migratedLines({ documents }: Inputs): AsyncGenerator<Buffer> {
    for await (const input of documents) {
      const result = await migrate(input);
      const line = lineOf(input, result);
      if (line === undefined) throw new UnreadableLine();
      hasUnwrittenChanges ||= !write && result.patch.length > 0;
      yield line;
    }
  }

  async function migrate(input: Document): Promise<MigrationResult> {
    const { unreadable } = input;
    const result = unreadable ? failure(unreadable.detail) : await migrateDocument(input, String(to), domain, catalog);
    totals[result.status]++;
    for (const line of resultLines(visible(nameOf(input)), result)) report.write(`${line}\n`);
    return result;
  }
};

function resultLines(name: string, result: MigrationResult): string[] {
  if (result.status === "failed") return [`${name}: ${visible(result.detail)}`];
  const { document, patch, undecided } = result;
  return [
    ...(patch.length > 0 ? [`${name}: ${countedNoun(patch.length, "certain change")}`] : []),
    ...differences(document, applyPatch(document, patch) as Json).map(
      (difference) => `  ${visible(differenceLine(difference))}`,
    ),
    ...undecided.map(
      ({ code, path, message }) => `${name}: the author decides: ${visible(`${code} at ${path}: ${message}`)}`,
    ),
  ];
}

/** The migrated document as a line, undefined if it cannot be read. A document that was not changed keeps its bytes. */
function lineOf({ bytes, unreadable }: Document, result: MigrationResult): Buffer | undefined {
  if (unreadable !== undefined) return undefined;
  if (result.status !== "failed" && result.patch.length > 0)
    return Buffer.from(`${escapeJson(JSON.stringify(applyPatch(result.document, result.patch)))}\n`);
  return Buffer.concat([bytes, Buffer.from(bytes.at(-1) === LINE_FEED ? "" : "\n")]);
}

/** Brings a request, a package or a candidate to another version. */
async function migrateDocument(
  { bytes }: Document,
  to: string,
  domain: string | undefined,
  catalog: Catalog,
): Promise<MigrationResult> {
  // A document that is rewritten must not lose anything, such as the first of two equal keys.
  const parsed = parseStrictBytes(bytes);
  if (!("value" in parsed)) return failure(parsed.explain().detail);
  if (!isObject(parsed.value)) return failure("not a JSON object");
  const document = parsed.value;
  const { kind, domainId = domain, candidate } = proposalIn(document);
  if (domainId === undefined) return failure("to migrate candidates without an envelope, give --domain");
  const spec = specIn(catalog, String(domainId), to);
  if (spec instanceof CommandError) return failure(spec.message);
  const repaired = await checkUntilRepaired({ candidate }, (proposal) => evaluateSent(spec, proposal.candidate));
  const placeOf = (path: string) => PLACES[kind] + inCandidate(path);
  const errors = repaired.result.diagnostics.filter(isError);
  const undecided = errors.map((error) => ({ ...error, path: placeOf(error.path) }));
  const status = undecided.length === 0 ? "valid" : "invalid";
  const patch = repaired.patch.map((operation) => withPaths(operation, placeOf));
  if (kind === "request") {
    // A request that names no version, or null, asks for the current one.
    const isNamed = (document.specVersion ?? null) !== null || catalog.get(spec.domainId)?.current !== spec;
    if (isNamed && document.specVersion !== to) patch.push({ op: "add", path: "/specVersion", value: to });
  }
  if (kind === "package") {
    const { value } = repaired;
    const built = status === "valid" ? buildPackage(spec, String(document.targetProduct), value.candidate) : undefined;
    // A package that would be the same, or invalid, stays unchanged.
    if (built === undefined || built.digest === document.digest) return { status, document, patch: [], undecided };
    patch.push({ op: "replace", path: "", value: built as unknown as Json });
  }
  return { status, document, patch, undecided };
}

/** Where the candidate is. */
const PLACES = { request: "/candidate", package: "/proposal", candidate: "" };

function failure(detail: string): MigrationResult {
  return { status: "failed", patch: [], detail };
}

/** The candidate of a request may be a whole package. */
function evaluateSent(spec: CompiledSpec, candidate: Json): Promise<Evaluated> {
  const sent = isObject(candidate) ? packageIn(candidate, spec) : undefined;
  return sent ? evaluatePackage(spec, sent, UNKNOWN_REGISTRY) : evaluate(spec, candidate, UNKNOWN_REGISTRY);
}

/** A version of a domain, or why there is none. */
function specIn(catalog: Catalog, domainId: string, version: string): CompiledSpec | CommandError {
  const domain = catalog.get(domainId);
  if (domain === undefined) return noSuchError("domain", domainId, catalog.keys());
  const usable = usableVersions(domain);
  const names = usable.map(({ version: name }) => name);
  return usable.find((spec) => spec.version === version) ?? noSuchError("version", version, names, domainId);
}
