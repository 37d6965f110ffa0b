import { once } from "node:events";
import { createServer } from "node:http";
import Provider from "oidc-provider";

/**
 * A real OAuth server on a free port, which it prints. AGENT gets keys by the client credentials grant, and ASSAY may
 * introspect them.
 */
const [, , assaySecret, agentSecret, ttlSeconds] = process.argv;
const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const grants = { grant_types: ["client_credentials"], redirect_uris: [], response_types: [] };
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    { client_id: "assay", client_secret: assaySecret, ...grants },
    { client_id: "agent", client_secret: agentSecret, ...grants },
  ],
  ttl: { ClientCredentials: Number(ttlSeconds) },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_, client) => client.clientId === "assay" },
    revocation: { enabled: true },
  },
});
const { ClientCredentials } = provider;
const generate = ClientCredentials.prototype.generateTokenId;
// Keys of the identity service have a prefix.
ClientCredentials.prototype.generateTokenId = function () {
  return `ai_${generate.call(this)}`;
};
server.on("request", provider.callback());
console.log(`port ${port}`);
