import type { Refusal } from "../refusal.js";

export type Verdict = { readonly ok: true; readonly callerId: string } | Refusal;

export interface BearerVerifier {
  verify(key: string): Promise<Verdict>;
}
