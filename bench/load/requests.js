import { importSources } from "../../scripts/import-sources.js";
import { bodyOf, requestOf, typical } from "../candidates/typical.js";
import { KEY } from "../servers/constant.js";

const { ERAS, KNOWN_KEY, signedCall, toolCall } = await importSources(
  "test/mcp/message.ts",
  "test/support/signed-call.ts",
);
const body = bodyOf(typical());
const [legacy, modern] = ERAS.map(([, era]) => ({
  ...toolCall(era, KEY)("validateProposal", requestOf(typical())),
  expect: '"structuredContent"',
}));

/** The headers with which an agent proxy signs one call. They have the content type already. */
function sign(agent) {
  const { "Content-Type": _, ...headers } = signedCall(KNOWN_KEY, { agent, body }).headers;
  return headers;
}

/** The kinds of requests: a page, and calls with the same candidate. A response without `expect` is a failure. */
export const REQUESTS = {
  page: { path: "/rules/generator-option/v1", headers: { Accept: "text/html" }, expect: "</html>" },
  bearer: { path: "/api/validate", headers: { Authorization: `Bearer ${KEY}` }, body, expect: '"valid":true' },
  signed: { path: "/api/validate", headers: {}, body, expect: '"valid":true', sign },
  mcpLegacy: legacy,
  mcpModern: modern,
};
