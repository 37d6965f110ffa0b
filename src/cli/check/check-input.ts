import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { byteSize } from "../../ground/json/size.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import type { Dependencies, UseCase } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { readJson } from "../../proposals/read-json.js";
import { readProposal } from "../../proposals/read-proposal.js";
import { readRequest } from "../../proposals/read-request.js";
import { BODY_LIMIT, type ProposalRequest } from "../../proposals/request.js";
import type { OperationResult } from "../../proposals/results.js";
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
    const notice: Notice = {
      severity: "error",
      code,
      message: detail,
      span: start && { start, end: start },
    };
    return {
      status: "failed",
      name,
      line,
      document: undefined,
      notices: [notice],
      error: { code, detail },
    };
  }
  let isCandidate = false;
  try {
    const value = readJson(input.bytes);
    isCandidate = isBareCandidate(value, options);
    const body = isCandidate ? enclose(value, options, dependencies) : value;
    checkSize(input.bytes, isCandidate ? { ...(body as JsonObject), candidate: "" } : undefined);
    const { fix = false } = options;
    const versionPatch = isCandidate ? [] : versionChange(body, options, dependencies);
    const { check = makeCheck(useCase, dependencies) } = dependencies;
    const repaired = await checkUntilRepaired(
      applyPatch(body, versionPatch),
      check,
      fix ? MAX_REPAIRS : 0,
    );
    const { value: fixed, result } = repaired;
    const patch = fix ? [...versionPatch, ...repaired.patch] : [];
    const document =
      patch.length === 0 ? input : new DocumentPlaces(input, isCandidate).patched(patch);
    const notices = resultNotices(result, document, isCandidate, dependencies, options);
    const status = result.valid ? "valid" : "invalid";
    return {
      status,
      name,
      line,
      document,
      notices,
      request: fixed as ProposalRequest,
      result,
      changes: patch.length,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, details } = error;
    const notices = errorNotices(error, input, isCandidate);
    return {
      status: "failed",
      name,
      line,
      document: input,
      notices,
      error: { code, detail, ...details },
    };
  }
}

/** Rewrites the file of a document that was fixed. */
export async function writeFixed({
  document: { path, text },
  changes,
}: CheckedInput): Promise<void> {
  if (changes > 0 && path !== undefined) await writeAtomically(path, text);
}

/**
 * Checks the size of what is sent: a document without its white space, and the envelope that is
 * made for it.
 */
function checkSize(document: Buffer, envelope: object | undefined): void {
  const size = countBytes(document) + (envelope ? byteSize(envelope) - byteSize("") : 0);
  if (size > BODY_LIMIT)
    throw new AppError(
      "body-too-large",
      `${size} bytes; the service accepts at most ${BODY_LIMIT}`,
    );
}

/** The bytes of a JSON document without white space. */
function countBytes(json: Buffer): number {
  let [count, isInString] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const character = String.fromCharCode(json[at] as number);
    if (character === '"') isInString = !isInString;
    if (isInString || character > " ") count++;
    if (character !== "\\" || at + 1 === json.length) continue;
    // What is escaped, such as a quote, ends no string.
    count++;
    at++;
  }
  return count;
}

/**
 * A safeguard: each round fixes something. Many errors take several, because the work for one
 * repair is limited.
 */
const MAX_REPAIRS = 500;

/**
 * Checks a request, applies its repair, and checks again, until there is no repair. A request that
 * is refused may have one, too. `patch` is all repairs together.
 */
async function checkUntilRepaired(
  original: unknown,
  check: (body: unknown) => Promise<OperationResult>,
  maxRounds: number,
) {
  let value = original;
  const patch: Operation[] = [];
  for (let round = 0; ; round++) {
    const isLast = round >= maxRounds;
    const result = await check(value).catch((error) => {
      if (error instanceof AppError && error.details.repair !== undefined && !isLast)
        return error.details;
      throw error;
    });
    if ("diagnostics" in result && (result.repair === undefined || isLast))
      return { value, result, patch };
    const { patch: operations = [] } = result.repair ?? {};
    value = applyPatch(value, operations);
    patch.push(...operations);
  }
}

function makeCheck(useCase: UseCase, dependencies: OpenDependencies) {
  return async (body: unknown): Promise<OperationResult> => {
    const request = await readRequest(body, dependencies);
    await dependencies.prepare(request.targetProduct);
    return useCase(request, dependencies);
  };
}

/**
 * The patch with which a request asks for the version that is given. Without a version, it asks for
 * the current one.
 */
function versionChange(body: unknown, options: Options, { catalog }: Dependencies): Operation[] {
  const wanted = options["spec-version"];
  if (wanted === undefined || !isObject(body)) return [];
  const { domainId, specVersion = null } = body;
  const current = catalog.get(String(domainId))?.current?.version;
  if (specVersion === wanted || (specVersion === null && current === wanted)) return [];
  return [{ op: "add", path: "/specVersion", value: wanted }];
}

/**
 * Whether a document is a candidate without an envelope: a schema is given or, for what is no
 * request, a domain.
 */
export function isBareCandidate(value: unknown, { domain, schema }: Options): boolean {
  if (schema !== undefined) return true;
  return domain !== undefined && !(isObject(value) && readProposal(value).kind === "request");
}

/** The request for a candidate without an envelope. */
function enclose(
  candidate: unknown,
  options: Options,
  { targets, catalog }: Dependencies,
): JsonObject {
  const [onlyDomain = ""] = options.schema === undefined ? [] : catalog.keys();
  const { domain = onlyDomain, target, "spec-version": specVersion } = options;
  const accepting = targets.list().filter(({ domains }) => domains.includes(domain));
  const [only, ...others] = accepting;
  if (target === undefined && others.length > 0) {
    const ids = accepting.map(({ id }) => id).join(", ");
    throw new CommandError(
      `several target products accept ${domain}; name one with --target: ${ids}`,
    );
  }
  // If no product accepts the domain, the use case reports it.
  const targetProduct = target ?? only?.id ?? targets.list()[0]?.id ?? "";
  return {
    targetProduct,
    domainId: domain,
    candidate,
    ...(specVersion && { specVersion }),
  } as JsonObject;
}

const OF_PACKAGES = [
  "domain",
  "target",
  "spec-version",
  "rules",
  "targets",
  "registry",
  "trace",
] as const;

/** The options that name files, which a service has itself. */
const OF_FILES = ["schema", "rules", "targets", "registry", "base-url", "trace"] as const;

export function checkBareOptions(options: Options): void {
  const { schema, domain, target, service } = options;
  const local = OF_FILES.find((name) => options[name] !== undefined);
  if (service !== undefined && local !== undefined)
    throw new CommandError(
      `--service and --${local} cannot be combined: the service has its own rules and registries`,
    );
  const other = OF_PACKAGES.find((name) => options[name] !== undefined);
  if (schema !== undefined && other !== undefined)
    throw new CommandError(
      `--schema and --${other} cannot be combined: a schema has no spec package`,
    );
  if (domain === undefined && schema === undefined && target !== undefined)
    throw new CommandError("--target is for a candidate without an envelope; give --domain too");
}
