/** Why a caller is refused. A value, not an exception; HTTP and MCP decide how to answer it. */
export interface Refusal {
  readonly ok: false;
  readonly code:
    | "ambiguous-credentials"
    | "missing-credentials"
    | "invalid-credentials"
    | "capability-not-granted"
    | "identity-unavailable";
  /** Tells the caller what to do. Never contains a key, a signature or anything else that the caller sent. */
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
