import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import type { Dependencies, UseCase } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { resolveRequest } from "../../proposals/evaluate-candidate.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { readJson } from "../../proposals/read-json.js";
import { readRequest } from "../../proposals/read-request.js";
import { BODY_LIMIT, type ProposalRequest } from "../../proposals/request.js";
import { CommandError, type Options } from "../command.js";
import type { Document } from "../inputs.js";
import { writeAtomically } from "../io.js";
import type { CheckedInput, Notice, Outcome } from "../outcome.js";
import type { OpenDependencies } from "./dependencies.js";
import { DocumentPlaces, errorNotices, resultNotices } from "./notices.js";

/** Checks one input, with `fix` after applying its repairs. */
export async function checkInput(
  input: Document,
  useCase: UseCase,
  options: Options,
  dependencies: OpenDependencies,
): Promise<Outcome> {
  const { name, line } = input;
  if (input.unreadable !== undefined) {
    const { code, detail } = input.unreadable;
    const start = line === undefined ? undefined : { offset: 0, line, column: 1 };
    const notice: Notice = { severity: "error", code, message: detail, span: start && { start, end: start } };
    return { status: "failed", name, line, document: undefined, notices: [notice], error: { code, detail } };
  }
  let isCandidate = false;
  try {
    const value = readJson(input.bytes);
    isCandidate = isBareCandidate(value, options);
    const body = isCandidate ? enclose(value, options, dependencies) : value;
    checkSize(body);
    const { fix = false } = options;
    const versionPatch = isCandidate ? [] : versionChange(body, options, dependencies);
    const versioned = applyPatch(body, versionPatch);
    const envelopePatch = fix ? await envelopeRepair(versioned, dependencies) : [];
    const request = await readRequest(applyPatch(versioned, envelopePatch), dependencies);
    await dependencies.prepare(request.targetProduct);
    const check = (proposal: ProposalRequest) => useCase(proposal, dependencies);
    const repaired = await checkUntilRepaired(request, check, fix ? MAX_ROUNDS : 0);
    const { value: fixed, result } = repaired;
    const patch = fix ? [...versionPatch, ...envelopePatch, ...repaired.patch] : [];
    const document = patch.length === 0 ? input : new DocumentPlaces(input, isCandidate).patched(patch);
    const notices = resultNotices(result, document, isCandidate, dependencies);
    const status = result.valid ? "valid" : "invalid";
    return { status, name, line, document, notices, request: fixed, result, changes: patch.length };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, details } = error;
    const notices = errorNotices(error, input, isCandidate);
    return { status: "failed", name, line, document: input, notices, error: { code, detail, ...details } };
  }
}

/** Rewrites the file of a document that was fixed. */
export async function writeFixed({ document: { path, text }, changes }: CheckedInput): Promise<void> {
  if (changes > 0 && path !== undefined) await writeAtomically(path, text);
}

/** White space does not count towards the limit: it need not be sent. */
function checkSize(value: unknown): void {
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > BODY_LIMIT)
    throw new AppError("body-too-large", `${size} bytes; the service accepts at most ${BODY_LIMIT}`);
}

/** A safeguard: each round fixes something. Many errors take several, because the work for one repair is limited. */
const MAX_ROUNDS = 500;

interface Repairable {
  readonly repair?: { readonly patch: readonly Operation[] };
}

/** Checks a value, applies its repair, and checks again, until there is no repair. `patch` is all repairs together. */
export async function checkUntilRepaired<Value, Result extends Repairable>(
  original: Value,
  check: (value: Value) => Promise<Result>,
  maxRounds = MAX_ROUNDS,
) {
  let value = original;
  let result = await check(value);
  const patch: Operation[] = [];
  for (let round = 0; result.repair !== undefined && round < maxRounds; round++) {
    value = applyPatch(value, result.repair.patch) as Value;
    patch.push(...result.repair.patch);
    result = await check(value);
  }
  return { value, result, patch };
}

/** The patch with which a request asks for the version that is given. Without a version, it asks for the current one. */
function versionChange(body: unknown, options: Options, { catalog }: Dependencies): Operation[] {
  const wanted = options["spec-version"];
  if (wanted === undefined || !isObject(body)) return [];
  const { domainId, specVersion = null } = body;
  const current = catalog.get(String(domainId))?.current?.version;
  if (specVersion === wanted || (specVersion === null && current === wanted)) return [];
  return [{ op: "add", path: "/specVersion", value: wanted }];
}

/** The patch that repairs the envelope around a candidate; empty if there is nothing to repair. */
async function envelopeRepair(body: unknown, dependencies: Dependencies): Promise<readonly Operation[]> {
  try {
    await resolveRequest(await readRequest(body, dependencies), dependencies);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.repair?.patch ?? [];
  }
}

/** Whether a document is a candidate without an envelope: a schema is given or, for what is no request, a domain. */
export function isBareCandidate(value: unknown, { domain, schema }: Options): boolean {
  if (schema !== undefined) return true;
  return domain !== undefined && !(isObject(value) && proposalIn(value).kind === "request");
}

/** The request for a candidate without an envelope. */
function enclose(candidate: unknown, options: Options, { targets, catalog }: Dependencies): JsonObject {
  const [onlyDomain = ""] = options.schema === undefined ? [] : catalog.keys();
  const { domain = onlyDomain, target, "spec-version": specVersion } = options;
  const accepting = targets.list().filter(({ domains }) => domains.includes(domain));
  const [only, ...others] = accepting;
  if (target === undefined && others.length > 0) {
    const ids = accepting.map(({ id }) => id).join(", ");
    throw new CommandError(`several target products accept ${domain}; name one with --target: ${ids}`);
  }
  // If no product accepts the domain, the use case reports it.
  const targetProduct = target ?? only?.id ?? targets.list()[0]?.id ?? "";
  return { targetProduct, domainId: domain, candidate, ...(specVersion && { specVersion }) } as JsonObject;
}

const OF_PACKAGES = ["domain", "target", "spec-version", "rules", "targets", "registry", "trace"] as const;

export function checkBareOptions(options: Options): void {
  const { schema, domain, target } = options;
  const other = OF_PACKAGES.find((name) => options[name] !== undefined);
  if (schema !== undefined && other !== undefined)
    throw new CommandError(`--schema and --${other} cannot be combined: a schema has no spec package`);
  if (domain === undefined && schema === undefined && target !== undefined)
    throw new CommandError("--target is for a candidate without an envelope; give --domain too");
}
