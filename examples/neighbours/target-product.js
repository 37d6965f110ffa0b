// A minimal target product: its registry, and ballots on proposed entries. Everything is kept in memory.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { loadSpecs } from "assay";
import {
  bearerOf,
  jsonOf,
  Problem,
  runStandalone,
  serveJson,
  unauthorized,
} from "./json-server.js";
import { ProposalBook } from "./proposal-book.js";

/** What each product accepts: where its registry starts, and which properties of a proposal make an entry of it. */
const PRODUCTS = {
  "sample-studio": {
    registry: new URL("../../config/registries/sample-studio.json", import.meta.url),
    entryOf: (/** @type {Record<string, any>} */ { generatorId, generatorName }) => ({
      id: generatorId,
      name: generatorName,
    }),
  },
  "sample-warehouse": {
    registry: new URL("../registries/sample-warehouse.json", import.meta.url),
    entryOf: (/** @type {Record<string, any>} */ { dataset, title }) => ({
      id: dataset,
      name: title,
    }),
  },
};

/**
 * @typedef {object} TargetProductOptions
 * @property {string} [host]
 * @property {number} [port]
 * @property {keyof typeof PRODUCTS} [product]
 * @property {{ url: string, clientId: string, clientSecret: string }} identity  its introspection endpoint
 * @property {string | string[]} [rules]  folders of spec packages; by default, those that ship with assay
 *
 * @param {TargetProductOptions} options
 */
export async function startTargetProduct({
  host,
  port,
  product = "sample-studio",
  identity,
  rules,
}) {
  const { registry, entryOf } = PRODUCTS[product];
  const { generators: existing } = JSON.parse(await readFile(registry, "utf8"));
  /** @type {Map<string, { id: string, name: string }>} */
  const generators = new Map(
    existing.map((/** @type {{ id: string, name: string }} */ entry) => [entry.id, entry]),
  );
  const book = new ProposalBook(product, await loadSpecs(rules), generators, entryOf);
  const holderOf = introspector(identity);

  return serveJson({ host, port }, [
    ["GET", /^\/healthz$/, () => ({ status: 200, body: { status: "ok" } })],
    [
      "GET",
      /^\/api\/generators$/,
      ({ headers }) => {
        const body = { generators: [...generators.values()] };
        const etag = `"${hash("sha256", JSON.stringify(body)).slice(0, 32)}"`;
        return headers["if-none-match"] === etag
          ? { status: 304, headers: { etag } }
          : { status: 200, headers: { etag }, body };
      },
    ],
    [
      "POST",
      /^\/api\/proposals$/,
      async (call) => {
        const caller = await holderOf(bearerOf(call));
        const idempotencyKey = call.headers["idempotency-key"];
        if (typeof idempotencyKey !== "string")
          throw new Problem(400, "send an Idempotency-Key header");
        const { proposalPackage } = Object(jsonOf(call));
        const { isNew, proposal } = await book.submit(caller, idempotencyKey, proposalPackage);
        return { status: isNew ? 201 : 200, body: proposal };
      },
    ],
    [
      "GET",
      /^\/api\/proposals$/,
      async (call) => ({
        status: 200,
        body: { proposals: book.submittedBy(await holderOf(bearerOf(call))) },
      }),
    ],
  ]);
}

/**
 * Asks the identity service for the holder of a key (RFC 7662). Asks on every call: a revocation takes effect at once.
 *
 * @param {{ url: string, clientId: string, clientSecret: string }} identity
 * @returns {(key: string) => Promise<string>} the holder
 */
function introspector({ url, clientId, clientSecret }) {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  return async (key) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ token: key }),
      redirect: "error",
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.status !== 200)
      throw new Problem(503, "the identity service is unavailable; try again later", {
        "retry-after": "1",
      });
    const { active, sub } = /** @type {{ active: boolean, sub?: string }} */ (await answer.json());
    if (!active || sub === undefined) throw unauthorized();
    return sub;
  };
}

await runStandalone(import.meta.url, "target product", (env) =>
  startTargetProduct({
    host: env.HOST,
    port: Number(env.PORT ?? 8090),
    product: /** @type {keyof typeof PRODUCTS | undefined} */ (env.PRODUCT),
    rules: env.RULES_DIR?.split(delimiter),
    identity: {
      url: env.IDENTITY_URL ?? "http://localhost:8070/introspect",
      clientId: env.IDENTITY_CLIENT_ID ?? "sample-studio",
      clientSecret: env.IDENTITY_CLIENT_SECRET ?? "sample-studio-secret",
    },
  }),
);
