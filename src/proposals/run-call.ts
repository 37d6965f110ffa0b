import type { RunQueued } from "../engine/evaluate.js";
import type { AppError } from "../errors/app-error.js";
import type { Dependencies, UseCase } from "./dependencies.js";
import { readRequest } from "./read-request.js";
import type { OperationResult } from "./results.js";

/** A call of an operation, over HTTP or stdio: the means to do its work, and what is logged about it. */
export interface Call {
  /** Undefined if calls are not traced. */
  spans?: { enter(stage: "judging"): void } | undefined;
  /** Undefined if nobody shares the thread. */
  queue?: { runExpensive: RunQueued };
  /** Why a tool of MCP that needs a key must not work for this caller; the result says so. */
  refusal?: AppError | undefined;
  operation?: string;
  valid?: boolean;
  /** The codes of the diagnostics. */
  codes?: string[];
  /** The error code of the response. */
  error?: string;
}

/** Validates or builds the proposal of a call. */
export async function runCall(
  useCase: UseCase,
  request: unknown,
  dependencies: Dependencies,
  call: Call,
): Promise<OperationResult> {
  call.spans?.enter("judging");
  const current = { ...dependencies, runQueued: call.queue?.runExpensive };
  const result = await useCase(await readRequest(request, current), current);
  call.valid = result.valid;
  call.codes = result.diagnostics.map(({ code }) => code);
  return result;
}
