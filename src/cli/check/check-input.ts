import { AppError } from "../../proposals/app-error.js";
import type { UseCase } from "../../proposals/dependencies.js";
import { readJson } from "../../proposals/read-json.js";
import { readRequest } from "../../proposals/read-request.js";
import { BODY_LIMIT, type ProposalRequest } from "../../proposals/request.js";
import { type Document, type Input, toDocument } from "../inputs/document.js";
import type { Outcome } from "../outcome.js";
import type { Notice } from "../report/notice.js";
import { errorNotices, resultNotices } from "../report/to-notices.js";
import { repairEnvelope, untilRepaired } from "./apply-repairs.js";
import type { OpenDependencies } from "./dependencies.js";
import { type BareOptions, enclose, isBare } from "./envelope.js";

export interface CheckOptions extends BareOptions {
  readonly fix?: boolean;
}

/** Checks one input, with `fix` after applying its repairs. */
export async function checkInput(
  input: Input,
  useCase: UseCase,
  options: CheckOptions,
  dependencies: OpenDependencies,
): Promise<Outcome> {
  if ("code" in input) {
    const { name, line, code, detail } = input;
    const position = line === undefined ? undefined : { offset: 0, line, column: 1 };
    const notice: Notice = { severity: "error", code, message: detail, position };
    return { name, line, document: undefined, notices: [notice], error: { code, detail } };
  }
  const { name, line } = input;
  let isCandidate = false;
  try {
    const value = readJson(input.bytes);
    isCandidate = isBare(value, options);
    const body = isCandidate ? enclose(value, options, dependencies) : value;
    checkSize(body);
    const fix = options.fix === true;
    const envelope = fix ? await repairEnvelope(body, dependencies) : { body, changes: 0 };
    const request = await readRequest(envelope.body, dependencies);
    await dependencies.prepare(request.targetProduct);
    const check = (proposal: ProposalRequest) => useCase(proposal, dependencies);
    const checked = fix
      ? await untilRepaired(request, check)
      : { value: request, result: await check(request), changes: 0 };
    const { value: fixed, result } = checked;
    const changes = envelope.changes + checked.changes;
    const document = afterFixes(input, isCandidate ? fixed.candidate : fixed, changes);
    const notices = resultNotices(result, document, isCandidate, dependencies.hasLinks);
    return { name, line, document, notices, request: fixed, result, changes };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, details } = error;
    const notices = errorNotices(error, input, isCandidate);
    return { name, line, document: input, notices, error: { code, detail, ...details } };
  }
}

/** White space does not count towards the limit: it need not be sent. */
function checkSize(value: unknown): void {
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > BODY_LIMIT)
    throw new AppError("body-too-large", `${size} bytes; the service accepts at most ${BODY_LIMIT}`);
}

/** Returns the original document if nothing was fixed, to keep the author's white space. */
function afterFixes(document: Document, value: object, changes: number): Document {
  return changes === 0 ? document : toDocument(document.name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}
