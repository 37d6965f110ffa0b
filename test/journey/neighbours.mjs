// The identity service and the target product in a separate process. They start first, since assay needs their URLs;
// the identity service gets the URL of assay afterwards.
import { startIdentity } from "../../examples/neighbours/identity.js";
import { startTargetProduct } from "../../examples/neighbours/target-product.js";

const clients = { assay: "assay-secret", "sample-studio": "sample-studio-secret" };
const identity = await startIdentity({ clients });
const introspection = `${identity.url}/introspect`;
const target = await startTargetProduct({
  identity: { url: introspection, clientId: "sample-studio", clientSecret: clients["sample-studio"] },
  rulesDir: "rules",
});

process.on("disconnect", () => process.exit());
process.on("message", (assay) => identity.serveProxy(assay));
process.send({ identityUrl: identity.url, targetUrl: target.url, jwkSet: identity.jwkSet, clients });
