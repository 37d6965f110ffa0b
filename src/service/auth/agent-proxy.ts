import { hash, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../../proposals/errors/app-error.js";
import { PRINTABLE, type ProxyKeys } from "./proxy-keys.js";
import type { ProxyCredentials } from "./read-credentials.js";

const CLOCK_WINDOW_SECONDS = 60;

/** A signature is valid for 120 s by one clock, and clocks of instances differ. */
export const NONCE_SECONDS = 180;

const PRINTABLE_FORMAT = "1 to 128 printable ASCII characters";

// Only canonical values: base64url of 16 or 64 bytes ends in one of four characters.
const HEADER_FORMATS = {
  version: [/^1$/, "1"],
  "key-id": [PRINTABLE, PRINTABLE_FORMAT],
  timestamp: [/^[1-9]\d{0,11}$/, "the time in whole seconds since 1970"],
  nonce: [/^[\w-]{21}[AQgw]$/, "16 random bytes as 22 characters of base64url"],
  audience: [PRINTABLE, PRINTABLE_FORMAT],
  agent: [PRINTABLE, PRINTABLE_FORMAT],
  capability: [PRINTABLE, PRINTABLE_FORMAT],
  "content-sha256": [/^[0-9a-f]{64}$/, "the SHA-256 of the body in lower-case hex"],
  signature: [/^[\w-]{85}[AQgw]$/, "an Ed25519 signature as 86 characters of base64url"],
} as const;

type ProxyHeader = keyof typeof HEADER_FORMATS;
/** In the order in which they are signed. */
const SIGNED_HEADERS: readonly ProxyHeader[] = [
  "key-id",
  "timestamp",
  "nonce",
  "audience",
  "agent",
  "capability",
];

/** The x-adt-proxy headers without the prefix. Capability and body are checked separately. */
export type SignedCall = Readonly<Record<ProxyHeader, string>>;

// On the thread pool, so forged signatures cannot block the event loop.
const verifySignature: (
  algorithm: null,
  data: Buffer,
  key: KeyObject,
  signature: Buffer,
) => Promise<boolean> = promisify(verify);

interface SignedRequest {
  readonly method: string;
  /** As sent: Node's `req.url`, before any router rewrites it. */
  readonly target: string;
}

interface AgentProxyOptions {
  readonly keys: { current(): ProxyKeys };
  readonly audience: string;
  readonly now?: () => number;
}

/** Verifies signatures. */
export class AgentProxy {
  constructor(private readonly options: AgentProxyOptions) {}

  async verify(
    { headers, contentType }: ProxyCredentials,
    request: SignedRequest,
  ): Promise<SignedCall | AppError> {
    const call = readHeaders(headers);
    if (call instanceof AppError) return call;
    const { keys, audience, now: clock = Date.now } = this.options;
    const now = clock() / 1000;
    const key = keys.current().get(call["key-id"]);
    if (key === undefined || now < key.nbf || now >= key.exp)
      return invalid(
        "x-adt-proxy-key-id does not name a key that is valid now; sign with a current key",
      );
    if (Math.abs(now - Number(call.timestamp)) > CLOCK_WINDOW_SECONDS) {
      const difference = `differs by more than ${CLOCK_WINDOW_SECONDS} s from the server time, ${Math.floor(now)}`;
      return invalid(`x-adt-proxy-timestamp ${difference}; set the clock and sign again`);
    }
    if (call.audience !== audience)
      return invalid(`the call is signed for another audience; sign it for ${audience}`);
    const { method, target } = request;
    const inRequest = [method, target, contentType.toLowerCase(), call["content-sha256"]];
    const values = ["ADT-PROXY-V1", ...SIGNED_HEADERS.map((name) => call[name]), ...inRequest];
    const signature = Buffer.from(call.signature, "base64url");
    if (
      // Without an LF in a value, which separates them.
      values.every((value) => /^[\x20-\x7e]*$/.test(value)) &&
      (await verifySignature(null, Buffer.from(values.join("\n")), key.publicKey, signature))
    )
      return call;
    return invalid(
      "x-adt-proxy-signature does not match the call; sign headers, method, target and content type as sent",
    );
  }
}

/** Over REST the path implies the capability, over MCP the body does. */
export function capabilityError(call: SignedCall, required: string): AppError | undefined {
  if (call.capability === required) return undefined;
  return new AppError(
    "capability-not-granted",
    `the call is signed for another capability; sign it for ${required}`,
  );
}

export function bodyError(call: SignedCall, body: Uint8Array): AppError | undefined {
  if (hash("sha256", body) === call["content-sha256"]) return undefined;
  return invalid(
    "x-adt-proxy-content-sha256 is not the SHA-256 of the received body; hash the body as sent and sign again",
  );
}

/** A key and nonce are accepted once per agent. */
export function nonceOf({ "key-id": keyId, nonce }: SignedCall): string {
  return `${keyId}:${nonce}`;
}

export function replayError(): AppError {
  return invalid("x-adt-proxy-nonce was used before; sign each call with a new nonce");
}

function invalid(detail: string): AppError {
  return new AppError("invalid-credentials", detail);
}

function readHeaders(headers: ReadonlyMap<string, string>): SignedCall | AppError {
  const errors = Object.entries(HEADER_FORMATS)
    .filter(([name, [format]]) => !format.test(headers.get(name) ?? ""))
    .map(([name, [, words]]) => `x-adt-proxy-${name} must be ${words}`);
  // An unsigned header could have been added by anyone on the way.
  if ([...headers.keys()].some((name) => !Object.hasOwn(HEADER_FORMATS, name)))
    errors.push("send no other x-adt-proxy header");
  if (errors.length > 0)
    return invalid(`the x-adt-proxy headers are malformed: ${errors.join("; ")}`);
  return Object.fromEntries(headers) as SignedCall;
}
