import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { byteSize } from "../../ground/json/size.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import type { UseCase } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { readJson } from "../../proposals/read-json.js";
import { readProposal } from "../../proposals/read-proposal.js";
import { readRequest } from "../../proposals/read-request.js";
import { BODY_LIMIT, type ProposalRequest } from "../../proposals/request.js";
import type { OperationResult } from "../../proposals/results.js";
import { CommandError, type Options } from "../command.js";
import type { InputDocument } from "../inputs.js";
import { writeAtomically } from "../io.js";
import type { InputOutcome, ValidatedInput } from "../outcome.js";
import { annotateError, annotateResult, DocumentLocator } from "./annotate.js";
import type { ValidationContext } from "./context.js";

/** A safeguard against endless loops. One repair is bounded, so many errors take several. */
const MAX_REPAIRS = 500;

/** Validates one input; with `fix`, after its repairs. */
export async function validateInput(
  input: InputDocument,
  useCase: UseCase,
  options: Options,
  context: ValidationContext,
): Promise<InputOutcome> {
  const { line, unreadable } = input;
  if (unreadable !== undefined) {
    const { code, detail: message } = unreadable;
    const start = line === undefined ? undefined : { offset: 0, line, column: 1 };
    const annotation = {
      severity: "error",
      code,
      message,
      span: start && { start, end: start },
    } as const;
    return { status: "failed", document: input, annotations: [annotation], error: unreadable };
  }
  let isCandidate = false;
  try {
    const value = readJson(input.bytes);
    isCandidate = isCandidateOnly(value, options);
    const body = isCandidate ? wrapInRequest(value as JsonObject, options, context) : value;
    rejectLargeBody(input.bytes, isCandidate ? (body as JsonObject) : undefined);
    const versionPatch = isCandidate ? [] : patchVersion(body, options, context);
    const repaired = await validateAndRepair(
      applyPatch(body, versionPatch),
      useCase,
      context,
      options.fix ? MAX_REPAIRS : 0,
    );
    const { result } = repaired;
    const patch = options.fix ? [...versionPatch, ...repaired.patch] : [];
    const document =
      patch.length === 0 ? input : new DocumentLocator(input, isCandidate).applyPatch(patch);
    return {
      status: result.valid ? "valid" : "invalid",
      document,
      annotations: annotateResult(result, document, isCandidate, context, options),
      request: repaired.body as ProposalRequest,
      result,
      changes: patch.length,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, details } = error;
    const annotations = annotateError(error, input, isCandidate);
    const refusal = { code, detail, ...details };
    return { status: "failed", document: input, annotations, error: refusal };
  }
}

/** Rewrites the file of a document that was fixed. */
export async function writeFixedFile({ document, changes }: ValidatedInput): Promise<void> {
  const { path, text } = document;
  if (changes > 0 && path !== undefined) await writeAtomically(path, text);
}

/** Counts what would be sent: the document without white space, in the envelope that we make. */
function rejectLargeBody(document: Buffer, envelope: JsonObject | undefined): void {
  const text = document.toString("latin1");
  let size = text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gs, "$1").length;
  if (envelope !== undefined) size += byteSize({ ...envelope, candidate: 0 }) - 1;
  if (size > BODY_LIMIT)
    throw new AppError(
      "body-too-large",
      `${size} bytes; the service accepts at most ${BODY_LIMIT}`,
    );
}

/**
 * Validates a request, applies its repair, and so on until it has none. A request that is refused
 * may have one, too. `patch` is all repairs together.
 */
async function validateAndRepair(
  original: unknown,
  useCase: UseCase,
  context: ValidationContext,
  maxRepairs: number,
): Promise<{ body: unknown; result: OperationResult; patch: Operation[] }> {
  let body = original;
  const patch: Operation[] = [];
  for (let repairs = 0; ; repairs++) {
    let repair: OperationResult["repair"];
    try {
      const result = await validateOnce(body, useCase, context);
      repair = result.repair;
      if (repair === undefined || repairs === maxRepairs) return { body, result, patch };
    } catch (error) {
      repair = error instanceof AppError ? error.details.repair : undefined;
      if (repair === undefined || repairs === maxRepairs) throw error;
    }
    body = applyPatch(body, repair.patch);
    patch.push(...repair.patch);
  }
}

async function validateOnce(
  body: unknown,
  useCase: UseCase,
  context: ValidationContext,
): Promise<OperationResult> {
  if (context.validateRemotely !== undefined) return context.validateRemotely(body);
  const request = await readRequest(body, context);
  await context.loadRegistry(request.targetProduct);
  return useCase(request, context);
}

/** A patch that makes a request ask for the version of the options, unless it does already. */
function patchVersion(body: unknown, options: Options, { catalog }: ValidationContext) {
  const patch: Operation[] = [];
  const wanted = options["spec-version"];
  if (wanted === undefined || !isObject(body)) return patch;
  const current = catalog.get(String(body.domainId))?.current?.version;
  // A request without a version asks for the current one.
  if ((body.specVersion ?? current) !== wanted)
    patch.push({ op: "add", path: "/specVersion", value: wanted });
  return patch;
}

/** Whether a document is a candidate without an envelope. */
export function isCandidateOnly(value: unknown, { domain, schema }: Options): boolean {
  if (schema !== undefined) return true;
  return domain !== undefined && !(isObject(value) && readProposal(value).kind === "request");
}

function wrapInRequest(
  candidate: JsonObject,
  options: Options,
  { targets, catalog }: ValidationContext,
): JsonObject {
  const [schemaDomain = ""] = options.schema === undefined ? [] : catalog.keys();
  const { domain = schemaDomain, target, "spec-version": specVersion } = options;
  const accepting = targets.list().filter(({ domains }) => domains.includes(domain));
  if (target === undefined && accepting.length > 1) {
    const ids = accepting.map(({ id }) => id).join(", ");
    throw new CommandError(
      `several target products accept ${domain}; name one with --target: ${ids}`,
    );
  }
  // If no product accepts the domain, the use case reports it.
  const targetProduct = target ?? (accepting[0] ?? targets.list()[0])?.id ?? "";
  const version = specVersion && { specVersion };
  return { targetProduct, domainId: domain, candidate, ...version };
}

const CONFLICTS = [
  {
    option: "service",
    others: ["schema", "rules", "targets", "registry", "base-url", "trace"],
    reason: "the service has its own rules and registries",
  },
  {
    option: "schema",
    others: ["domain", "target", "spec-version", "rules", "targets", "registry", "trace"],
    reason: "a schema has no spec package",
  },
] as const;

export function rejectConflictingOptions(options: Options): void {
  for (const { option, others, reason } of CONFLICTS) {
    const other = others.find((name) => options[name] !== undefined);
    if (options[option] !== undefined && other !== undefined)
      throw new CommandError(`--${option} and --${other} cannot be combined: ${reason}`);
  }
  const { domain, schema, target } = options;
  if (target !== undefined && domain === undefined && schema === undefined)
    throw new CommandError("--target is for a candidate without an envelope; give --domain too");
}
