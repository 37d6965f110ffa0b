/** Why a caller is turned away, as a value: what it costs in HTTP or MCP is for the doors to say. */
export interface Refusal {
  readonly ok: false;
  readonly code: "ambiguous-credentials" | "invalid-credentials" | "capability-not-granted" | "identity-unavailable";
  /** For the caller to read: what to do. Never holds a key, a signature or anything else that was presented. */
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

export function refuse(code: Exclude<Refusal["code"], "identity-unavailable">, detail: string): Refusal {
  return { ok: false, code, detail };
}

export type Verdict = { readonly ok: true; readonly callerId: string } | Refusal;

export interface BearerVerifier {
  verify(key: string): Promise<Verdict>;
}
