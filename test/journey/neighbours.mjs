// The identity service and the target product in a process of their own. They come first, since assay must be told where
// they are; where assay is, the identity service is told afterwards.
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
