import { exampleRequest } from "../../support/example-request.js";
import { ERAS, toolCall } from "../../support/mcp.js";
import type { RawRequest } from "../../support/raw-request.js";

/** Valid requests to mutate. */
export function seeds(key: string): RawRequest[] {
  const proposal = JSON.stringify(exampleRequest());
  const Authorization = `Bearer ${key}`;
  const sampleRecords = Array(50).fill(exampleRequest().candidate.sampleRecords[0]);
  return [
    { path: "/api/validate", body: proposal, headers: { Authorization } },
    {
      path: "/api/validate",
      body: JSON.stringify(exampleRequest(), null, 2),
      chunked: true,
      headers: { Authorization },
    },
    { path: "/api/build", body: proposal, headers: { Authorization, "X-Forwarded-For": "203.0.113.7" } },
    { path: "/api/build", body: JSON.stringify(exampleRequest({}, { specVersion: "v1" })), headers: { Authorization } },
    { path: "/api/build", body: JSON.stringify(exampleRequest({ sampleRecords })), headers: { Authorization } },
    ...ERAS.map(([, era]) => toolCall(era, key)("validateProposal", exampleRequest())),
    { path: "/api/domains" },
    { path: "/api/domains", method: "HEAD" },
    { path: "/spec-packages/generator-option/v1", headers: { "If-None-Match": '"x"' } },
    { path: "/problems/not-found", headers: { Traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` } },
    { path: "/readyz" },
  ];
}
