/** The header fields of answers that a caller may rely on. */
export const HEADER_FIELDS = {
  "Request-Id": { description: "The id of this request in the service's log.", schema: { type: "string" } },
  "RateLimit-Policy": { description: "The quota and its window in seconds.", schema: { type: "string" } },
  RateLimit: { description: "Calls that are left, and seconds until one comes back.", schema: { type: "string" } },
  "Retry-After": {
    description: "Whole seconds after which a call is admitted.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": { description: "RFC 6750 §3.", schema: { type: "string" } },
  Allow: { description: "The methods that the path takes.", schema: { type: "string" } },
  ETag: { description: "Of this form of the document.", schema: { type: "string" } },
} as const;
