import { Problem } from "./json-server.js";

/** @type {Record<string, string>} */
const OPERATIONS = {
  "GET /api/domains": "listDomains",
  "POST /api/validate": "validateProposal",
  "POST /api/build": "buildProposal",
};

// The headers that assay or MCP reads. All others are dropped, above all the agent's own Authorization and
// x-adt-proxy headers.
const FORWARDED = /^(accept|content-type|traceparent|mcp-.+)$/;
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length)$/;

/**
 * Forwards a call of `/proxy/<path>` to assay under the agent's name, and returns the response unchanged.
 *
 * @typedef {import("./call-signer.js").CallSigner} CallSigner
 * @param {{ assayUrl: string, audience: string, serviceName: string, signer: CallSigner }} options
 * @param {string} agent
 * @param {import("./json-server.js").Call} call
 * @returns {Promise<import("./json-server.js").Answer>}
 */
export async function forwardToAssay(
  { assayUrl, audience, serviceName, signer },
  agent,
  { method, target, headers, body },
) {
  // Concatenated, not resolved: resolving "//elsewhere" would change the host.
  const url = new URL(assayUrl + target.slice("/proxy".length));
  const capability = `${serviceName}.${operationOf(method, url.pathname, body)}`;
  const signed = signer.headersFor(
    { audience, agent, capability },
    { method, target: url.pathname + url.search, contentType: headers["content-type"] ?? "", body },
  );
  const passed = Object.entries(headers).filter(([name]) => FORWARDED.test(name));
  const answer = await fetch(url, {
    method,
    headers: {
      ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      ...signed,
    },
    ...(body.length > 0 && { body }),
    redirect: "manual",
  }).catch(() => {
    throw new Problem(502, "assay cannot be reached");
  });
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !HOP_BY_HOP.test(name))),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

/** @param {string} method @param {string} path @param {Buffer} body */
function operationOf(method, path, body) {
  const operation = path === "/mcp" ? toolOf(body) : OPERATIONS[`${method} ${path}`];
  if (operation === undefined)
    throw new Problem(404, "the proxy serves /api/domains, /api/validate, /api/build and /mcp");
  return operation;
}

/**
 * The tool that an MCP message calls. Discovery needs no capability, so it gets the one with the fewest rights.
 *
 * @param {Buffer} body
 */
function toolOf(body) {
  try {
    const { method, params } = JSON.parse(body.toString());
    return method === "tools/call" && /^\w{1,64}$/.test(params.name) ? params.name : "listDomains";
  } catch {
    return "listDomains";
  }
}
