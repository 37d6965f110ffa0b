import { applyPatch, type Operation } from "rfc6902";

/** What a generated client must offer with its own types, so that this compiles without a cast. */
export interface Client<R extends Request> {
  domains(): Promise<{ domains: { domainId: string; targetProduct: string }[] }>;
  validate(
    request: R,
  ): Promise<{ valid: boolean; repair?: { patch: Operation[]; remaining: number } }>;
  build(
    request: R,
  ): Promise<{ valid: true; proposalPackage: { digest: string } } | { valid: false }>;
}

export interface Request {
  targetProduct: string;
  domainId: string;
  candidate: Record<string, unknown>;
}

/** Domains → validate → repair → build; prints the digest of the package. */
export async function journey<R extends Request>(client: Client<R>): Promise<void> {
  const request = JSON.parse(process.env.PROPOSAL ?? "{}") as R;
  const { domains } = await client.domains();
  if (!domains.some(({ domainId }) => domainId === request.domainId))
    throw new Error("the domain is not listed");
  const { valid, repair } = await client.validate(request);
  if (valid || repair === undefined) throw new Error("the proposal was to be repaired");
  applyPatch(request, repair.patch);
  const result = await client.build(request);
  process.stdout.write(result.valid ? result.proposalPackage.digest : "invalid");
}
