import { CallError, Client } from "../../src/client/client.js";
import type { JsonObject } from "../../src/ground/json/value.js";
import type { BuildResult } from "../../src/proposals/results.js";
import { isSendable } from "../page-tools.js";
import type { Version } from "../workbench/worker-calls.js";

/** The body of a request to the service. */
export interface Envelope extends JsonObject {
  targetProduct: string;
  domainId: string;
  candidate: JsonObject;
}

/** By which version, and for which target product, a candidate is checked. */
export interface CheckTarget extends Version {
  /** Whether the service checks by this version if none is named. */
  readonly isCurrent: boolean;
  readonly targetProduct: string;
}

/** The request for a candidate. It does not name the current version, which is the default. */
export function toEnvelope(
  { targetProduct, domainId, version, isCurrent }: CheckTarget,
  candidate: JsonObject,
): Envelope {
  return { targetProduct, domainId, ...(!isCurrent && { specVersion: version }), candidate };
}

export interface Budget {
  readonly left: number;
  readonly limit: number;
  /** When one more call becomes available, by `performance.now()`. */
  readonly moreAt: number;
}

export type ServiceAnswer = (
  | { readonly kind: "result"; readonly result: BuildResult }
  | { readonly kind: "unauthorized"; readonly detail: string }
  | { readonly kind: "rate-limited"; readonly seconds: number }
  | { readonly kind: "refused"; readonly title: string; readonly detail: string }
  /** Nothing was sent. */
  | { readonly kind: "unsendable-key" }
  | { readonly kind: "offline" }
) & { readonly budget?: Budget | undefined };

/** Asks the service itself. The key is sent with this request, and kept nowhere. */
export async function askService(
  url: string,
  operation: "validate" | "build",
  envelope: Envelope,
  key: string,
): Promise<ServiceAnswer> {
  if (!isSendable(key)) return { kind: "unsendable-key" };
  const client = new Client({
    url,
    key,
    timeoutMs: 15_000,
    maxWaitSeconds: 0,
    fetch: fetchWithoutCookies,
  });
  const answer = await client[operation](envelope).then(
    (result): ServiceAnswer => ({ kind: "result", result: result as BuildResult }),
    refusalOf,
  );
  const { left, limit, resetSeconds } = client.budget ?? {};
  if (left === undefined || limit === undefined || resetSeconds === undefined) return answer;
  return { ...answer, budget: { left, limit, moreAt: performance.now() + resetSeconds * 1000 } };
}

/** Cookies and stored credentials are not ours to send. */
const fetchWithoutCookies: typeof fetch = (url, options) =>
  fetch(url, { ...options, credentials: "omit" });

function refusalOf(error: unknown): ServiceAnswer {
  if (!(error instanceof CallError) || error.status === undefined) return { kind: "offline" };
  const { status, problem, retryAfterSeconds = 1 } = error;
  const { title, detail } = problem ?? {
    title: "The service refused the request",
    detail: `Status ${status}`,
  };
  if (status === 401) return { kind: "unauthorized", detail };
  if (status === 429) return { kind: "rate-limited", seconds: retryAfterSeconds };
  return { kind: "refused", title, detail };
}
