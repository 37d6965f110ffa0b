/** All errors that a caller can get, with the texts of `/problems/{code}`. REST and MCP map them, and add none. */
export const ERROR_CODES = {
  "malformed-json": {
    title: "The body is not valid JSON",
    remedy: "Send one JSON document (RFC 8259) in UTF-8, without a byte order mark.",
  },
  "unacceptable-json": {
    title: "Ambiguous JSON",
    remedy: [
      "Use each key once and no key named __proto__, constructor or prototype.",
      "Keep numbers within the range of a double and nesting within 32 levels.",
    ].join(" "),
  },
  "invalid-request": {
    title: "Invalid request",
    remedy: "Send an object with targetProduct, domainId, candidate and, optionally, specVersion and applyRepair.",
  },
  "ambiguous-credentials": {
    title: "More than one credential",
    remedy: "Send either one Authorization header or one set of x-adt-proxy-* headers.",
  },
  "missing-credentials": {
    title: "Credentials required",
    remedy:
      "Send Authorization: Bearer ai_…, with a key of the identity service, or call through its agent-auth proxy.",
  },
  "invalid-credentials": {
    title: "Invalid credentials",
    remedy: "Check that the key is complete, not expired and not revoked, or get a new key from the identity service.",
  },
  "capability-not-granted": {
    title: "Capability not granted",
    remedy: "Ask the agent-auth proxy for the capability that this operation requires.",
  },
  "origin-not-allowed": {
    title: "Origin not allowed",
    remedy: "Call from a server or an agent, or ask the operator to add the origin to ALLOWED_ORIGINS.",
  },
  "not-found": {
    title: "Not found",
    remedy: "See /openapi.json for the routes. They are case-sensitive and have no trailing slash.",
  },
  "method-not-allowed": {
    title: "Method not allowed",
    remedy: "Use one of the methods in the Allow header.",
  },
  "body-too-large": {
    title: "Body too large",
    remedy: "Send at most 65,536 bytes: shorten the candidate.",
  },
  "unsupported-media-type": {
    title: "Unsupported media type",
    remedy: "Send JSON in UTF-8 with Content-Type: application/json and no Content-Encoding.",
  },
  "unknown-domain": { title: "Unknown domain", remedy: "Use one of the domains that listDomains returns." },
  "unknown-target-product": {
    title: "Unknown target product for this domain",
    remedy: "Use one of the target products that listDomains returns for the domain.",
  },
  "unknown-spec-version": {
    title: "Unknown spec package version",
    remedy: "Omit specVersion to use the current version, or use one of the supported versions.",
  },
  "rate-limited": {
    title: "Too many calls",
    remedy: "Wait for the number of seconds in Retry-After, then call again.",
  },
  "too-many-headers": { title: "Too many headers", remedy: "Send at most 64 headers, with at most 32 KiB in total." },
  "internal-error": {
    title: "Internal error",
    remedy: "Try again later. If it persists, give the requestId to the operator.",
  },
  "identity-unavailable": {
    title: "Identity service unavailable",
    remedy: "Wait for the number of seconds in Retry-After, then call again.",
  },
  "registry-unavailable": {
    title: "Registry of the target product unavailable",
    remedy: [
      "Wait for the number of seconds in Retry-After, then call again.",
      "Without the registry, no result would be certain.",
    ].join(" "),
  },
} as const satisfies Record<string, { title: string; remedy: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
