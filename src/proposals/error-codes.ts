/** Every error that a caller can get, in the words of `/problems/{code}`. A closed list: doors map it, nothing adds to it. */
export const ERROR_CODES = {
  "malformed-json": {
    title: "The body is not JSON",
    remedy: "Send one JSON document (RFC 8259) in UTF-8, without a byte order mark.",
  },
  "unacceptable-json": {
    title: "Not every reader would understand the JSON alike",
    remedy:
      "Give each key once, use no key named __proto__, constructor or prototype, no number beyond the range of a double, and at most 32 levels.",
  },
  "invalid-request": {
    title: "The request is not of the right form",
    remedy: "Send an object with targetProduct, domainId, candidate and, if you like, specVersion.",
  },
  "ambiguous-credentials": {
    title: "Two credentials were presented",
    remedy: "Send either one Authorization header or one set of x-adt-proxy-* headers.",
  },
  "missing-credentials": {
    title: "A key is needed",
    remedy:
      "Send Authorization: Bearer ai_…, with a key of the identity service, or call through its agent-auth proxy.",
  },
  "invalid-credentials": {
    title: "The credentials are not accepted",
    remedy: "Check that the key is complete, not expired and not revoked, or get a new one from the identity service.",
  },
  "capability-not-granted": {
    title: "The grant is for another operation",
    remedy: "Ask the agent-auth proxy for a grant of the capability that belongs to this operation.",
  },
  "origin-not-allowed": {
    title: "Web pages of this origin may not call",
    remedy: "Call from a server or an agent, or have the operator add the origin to ALLOWED_ORIGINS.",
  },
  "not-found": {
    title: "There is nothing here",
    remedy: "See /openapi.json for the routes; they are case-sensitive and have no trailing slash.",
  },
  "method-not-allowed": {
    title: "The route does not take this method",
    remedy: "Use one of the methods in the Allow header.",
  },
  "body-too-large": {
    title: "The body is too large",
    remedy: "Send at most 65,536 bytes; fewer sample records show as much.",
  },
  "unsupported-media-type": {
    title: "The body is not plain JSON in UTF-8",
    remedy: "Send Content-Type: application/json and no Content-Encoding.",
  },
  "unknown-domain": { title: "The domain is not known", remedy: "Use one of the domains that listDomains gives." },
  "unknown-target-product": {
    title: "The target product is not known for this domain",
    remedy: "Use one of the target products that listDomains gives for the domain.",
  },
  "unknown-spec-version": {
    title: "The version of the spec package is not known",
    remedy: "Leave specVersion out to use the current version, or name one of the supported ones.",
  },
  "rate-limited": { title: "Too many calls", remedy: "Wait the seconds that Retry-After says, then call again." },
  "too-many-headers": { title: "Too many header fields", remedy: "Send at most 64 header fields." },
  "internal-error": {
    title: "The service failed",
    remedy: "Try again later; if it persists, give the requestId to the operator.",
  },
  "identity-unavailable": {
    title: "The identity service cannot be asked",
    remedy: "Wait the seconds that Retry-After says, then call again.",
  },
  "registry-unavailable": {
    title: "The registry of the target product is not available",
    remedy:
      "Wait the seconds that Retry-After says, then call again: without the registry no verdict would be certain.",
  },
} as const satisfies Record<string, { title: string; remedy: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
