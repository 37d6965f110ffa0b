import type { JsonObject } from "../../src/json/value.js";
import type { BuildResult } from "../../src/proposals/results.js";
import { isSendable } from "../page-tools.js";
import type { CheckRequest } from "./protocol.js";

/** The body of a request to the service. */
export interface Envelope extends JsonObject {
  targetProduct: string;
  domainId: string;
  candidate: JsonObject;
}

type Addressed = Pick<CheckRequest, "targetProduct" | "domainId" | "version" | "isCurrent">;

/** The current version need not be named. */
export function toEnvelope(
  { targetProduct, domainId, version, isCurrent }: Addressed,
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

const TIMEOUT_MS = 15_000;

/** Asks the service itself. The key is sent with this request, and kept nowhere. */
export async function askService(url: string, envelope: Envelope, key: string): Promise<ServiceAnswer> {
  if (!isSendable(key)) return { kind: "unsendable-key" };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(envelope),
      // Cookies and stored credentials are not ours to send.
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answerOf(response, await response.json());
  } catch {
    return { kind: "offline" };
  }
}

function answerOf(
  { status, headers }: Response,
  body: BuildResult & { title?: string; detail?: string },
): ServiceAnswer {
  const budget = readBudget(headers);
  if (status === 200) return { kind: "result", result: body, budget };
  const { title = "The service refused the request", detail = `Status ${status}` } = body;
  if (status === 401) return { kind: "unauthorized", detail, budget };
  if (status === 429) return { kind: "rate-limited", seconds: Number(headers.get("Retry-After") ?? 1), budget };
  return { kind: "refused", title, detail, budget };
}

/** RateLimit header fields, as in `"calls";r=17;t=42`. */
export function readBudget(headers: Headers): Budget | undefined {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get("RateLimit") ?? "") ?? [];
  const [, limit] = /;q=(\d+)/.exec(headers.get("RateLimit-Policy") ?? "") ?? [];
  if (left === undefined || limit === undefined) return undefined;
  return { left: Number(left), limit: Number(limit), moreAt: performance.now() + Number(seconds) * 1000 };
}
