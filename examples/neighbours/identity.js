// A minimal but working identity service: it issues a key to anyone who asks, and keeps everything in memory.
import { hash, timingSafeEqual } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { forwardToAssay } from "./agent-proxy.js";
import { CallSigner } from "./call-signer.js";
import { bearerOf, Problem, runStandalone, serveJson, unauthorized } from "./json-server.js";
import { KeyRing } from "./key-ring.js";

/**
 * @typedef {object} IdentityOptions
 * @property {string} [host]
 * @property {number} [port]
 * @property {Record<string, string>} clients  secrets of the services that may introspect, by client id
 * @property {string} [assayUrl]  where proxied calls go; can also be set once assay is running
 * @property {string} [audience]  audience of the signed calls; by default the host of assayUrl
 * @property {string} [serviceName]
 * @property {string} [jwksFile]  where to publish the proxy's public key for assay
 *
 * @param {IdentityOptions} options
 */
export async function startIdentity({
  host,
  port,
  clients,
  serviceName = "assay",
  jwksFile,
  ...toAssay
}) {
  const keys = new KeyRing();
  const signer = new CallSigner();
  const proxy = { assayUrl: "", audience: "", serviceName, signer };
  const holderOf = (/** @type {string} */ key) => {
    const holder = keys.holderOf(key);
    if (holder === undefined) throw unauthorized();
    return holder;
  };
  /** @param {{ assayUrl?: string, audience?: string }} to */
  const serveProxy = ({ assayUrl, audience }) => {
    if (assayUrl) Object.assign(proxy, { assayUrl, audience: audience ?? new URL(assayUrl).host });
  };
  serveProxy(toAssay);
  if (jwksFile) {
    // Renamed into place: assay reads the file every second and must not see a partial write.
    await writeFile(`${jwksFile}.new`, JSON.stringify(signer.jwkSet));
    await rename(`${jwksFile}.new`, jwksFile);
  }

  const server = await serveJson({ host, port }, [
    ["GET", /^\/healthz$/, () => ({ status: 200, body: { status: "ok" } })],
    ["GET", /^\/\.well-known\/jwks\.json$/, () => ({ status: 200, body: signer.jwkSet })],
    [
      "POST",
      /^\/keys$/,
      (call) => {
        // A caller with a valid key gets another key for the same agent: that is how keys are rotated.
        const agent =
          call.headers.authorization === undefined ? undefined : holderOf(bearerOf(call)).agent;
        return { status: 201, headers: { "cache-control": "no-store" }, body: keys.issue(agent) };
      },
    ],
    [
      "DELETE",
      /^\/keys\/([\w-]+)$/,
      (call, id) => {
        if (!keys.revoke(id, holderOf(bearerOf(call)).agent))
          throw new Problem(404, "you have no key with this id");
        return { status: 204 };
      },
    ],
    [
      "POST",
      /^\/introspect$/,
      (call) => {
        checkClient(clients, call.headers.authorization);
        const holder = keys.holderOf(new URLSearchParams(call.body.toString()).get("token") ?? "");
        // RFC 7662 §2.2: reveal nothing about an inactive key.
        if (holder === undefined) return { status: 200, body: { active: false } };
        const { agent, issuedAt, expiresAt } = holder;
        return { status: 200, body: { active: true, sub: agent, iat: issuedAt, exp: expiresAt } };
      },
    ],
    [
      "*",
      /^\/proxy\/./,
      (call) => {
        const { agent } = holderOf(bearerOf(call));
        if (proxy.assayUrl === "") throw new Problem(503, "no assay is configured; set ASSAY_URL");
        return forwardToAssay(proxy, agent, call);
      },
    ],
  ]);
  return { ...server, jwkSet: signer.jwkSet, serveProxy };
}

/**
 * HTTP Basic with both parts form-encoded (RFC 6749 §2.3.1).
 *
 * @param {Record<string, string>} clients
 * @param {string} [authorization]
 */
function checkClient(clients, authorization = "") {
  const [, pair = ""] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  const [id = "", secret = ""] = Buffer.from(pair, "base64").toString().split(":");
  const sent = new URLSearchParams(`id=${id}&secret=${secret}`);
  const expected = Object.hasOwn(clients, sent.get("id") ?? "")
    ? clients[sent.get("id") ?? ""]
    : undefined;
  const digest = (/** @type {string} */ text) => hash("sha256", text, "buffer");
  if (
    expected === undefined ||
    !timingSafeEqual(digest(expected), digest(sent.get("secret") ?? ""))
  ) {
    throw new Problem(401, "unknown client or wrong secret", {
      "www-authenticate": 'Basic realm="introspection"',
    });
  }
}

await runStandalone(import.meta.url, "identity service", (env) => {
  const { PORT = "8070", CLIENTS = "assay:assay-secret,sample-studio:sample-studio-secret" } = env;
  return startIdentity({
    host: env.HOST,
    port: Number(PORT),
    clients: Object.fromEntries(CLIENTS.split(",").map((client) => client.split(":"))),
    assayUrl: env.ASSAY_URL ?? "http://localhost:8080",
    audience: env.AUDIENCE,
    serviceName: env.SERVICE_NAME,
    jwksFile: env.JWKS_FILE,
  });
});
