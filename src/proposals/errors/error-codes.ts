/** All errors that a caller can get, with the texts of `/problems/{code}`. */
export const ERROR_CODES = {
  "malformed-json": {
    title: "The body is not valid JSON",
    meaning: "The body could not be read as JSON, so nothing in it was checked.",
    remedy: "Send one JSON document (RFC 8259) in UTF-8, without a byte order mark.",
  },
  "unacceptable-json": {
    title: "Ambiguous JSON",
    meaning:
      "The body is JSON, but parsers disagree about what it means: for example, a key appears twice.",
    remedy: [
      "Use each key once and no key named __proto__.",
      "Write integers whose digits a double would lose in quotes, and declare their column as string.",
      "Keep other numbers within the range of a double and nesting within 32 levels.",
    ].join(" "),
  },
  "invalid-request": {
    title: "Invalid request",
    meaning: "The candidate was not checked, because the request around it is wrong.",
    remedy:
      "Correct what the error names. Send an object with targetProduct, domainId, candidate and, optionally, specVersion and applyRepair.",
  },
  "ambiguous-credentials": {
    title: "More than one credential",
    meaning: "The request has two identities, and the service does not choose between them.",
    remedy: "Send either one Authorization header or one set of x-adt-proxy-* headers.",
  },
  "missing-credentials": {
    title: "Credentials required",
    meaning: "This operation needs a key, and the request has none.",
    remedy:
      "Send Authorization: Bearer ai_…, with a key of the identity service, or call through its agent-auth proxy.",
  },
  "invalid-credentials": {
    title: "Invalid credentials",
    meaning: "The key or the signature was not accepted.",
    remedy:
      "Check that the key is complete, not expired and not revoked, or get a new key from the identity service.",
  },
  "capability-not-granted": {
    title: "Capability not granted",
    meaning:
      "The agent-auth proxy granted this agent a different operation from the one that it called.",
    remedy: "Ask the agent-auth proxy for the capability that this operation requires.",
  },
  "origin-not-allowed": {
    title: "Origin not allowed",
    meaning: "A web page on another site called /mcp from a browser.",
    remedy:
      "Call from a server or an agent, or ask the operator to add the origin to ALLOWED_ORIGINS.",
  },
  "not-found": {
    title: "Not found",
    meaning: "This service has no route with this path, or what the path names does not exist.",
    remedy: "See /openapi.json for the routes. They are case-sensitive and have no trailing slash.",
  },
  "method-not-allowed": {
    title: "Method not allowed",
    meaning: "The path exists, but not for this method.",
    remedy: "Use one of the methods in the Allow header.",
  },
  "body-too-large": {
    title: "Body too large",
    meaning:
      "The body is larger than 64 KiB. It was not read to its end, and the connection was closed.",
    remedy: "Send at most 65,536 bytes: shorten the candidate.",
  },
  "unsupported-media-type": {
    title: "Unsupported media type",
    meaning: "The body is declared as something other than plain JSON in UTF-8.",
    remedy: "Send JSON in UTF-8 with Content-Type: application/json and no Content-Encoding.",
  },
  "unknown-domain": {
    title: "Unknown domain",
    meaning: "The request names a domain that this service does not have.",
    remedy: "Use one of the domains that listDomains returns.",
  },
  "unknown-target-product": {
    title: "Unknown target product for this domain",
    meaning:
      "The request names a target product that does not exist, or does not accept proposals in this domain.",
    remedy: "Use one of the target products that listDomains returns for the domain.",
  },
  "unknown-spec-version": {
    title: "Unknown spec package version",
    meaning: "The request names a version of the spec package that does not exist or is retired.",
    remedy: "Omit specVersion to use the current version, or use one of the supported versions.",
  },
  "rate-limited": {
    title: "Too many calls",
    meaning:
      "The caller has used all calls, or an agent all nonces, that are allowed in this period.",
    remedy: "Wait for the number of seconds in Retry-After, then call again.",
  },
  "too-many-headers": {
    title: "Too many headers",
    meaning:
      "The request has more headers, or a longer request line and headers, than any client needs.",
    remedy: "Send at most 64 headers, and at most 16 KiB with the request line.",
  },
  "internal-error": {
    title: "Internal error",
    meaning: "Something went wrong in the service itself. Your request is not to blame.",
    remedy: "Try again later. If it persists, give the requestId to the operator.",
  },
  overloaded: {
    title: "Too much work is waiting",
    meaning:
      "More calls are waiting than the service can answer in time. This one was not checked.",
    remedy: "Wait for the number of seconds in Retry-After, then call again.",
  },
  "identity-unavailable": {
    title: "Identity service unavailable",
    meaning:
      "The key could not be checked: the service that knows the keys does not answer, or too many new keys came at once.",
    remedy: "Wait for the number of seconds in Retry-After, then call again.",
  },
  "registry-unavailable": {
    title: "Registry of the target product unavailable",
    meaning: "The list of ids that are taken in the target product cannot be read at the moment.",
    remedy: [
      "Wait for the number of seconds in Retry-After, then call again.",
      "Without the registry, no result would be certain.",
    ].join(" "),
  },
} as const satisfies Record<string, { title: string; meaning: string; remedy: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
