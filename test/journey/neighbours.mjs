// The identity service and two target products in a separate process. They start first, since assay needs their URLs;
// the identity service gets the URL of assay afterwards.
import { startIdentity } from "../../examples/neighbours/identity.js";
import { startTargetProduct } from "../../examples/neighbours/target-product.js";

const clients = {
  assay: "assay-secret",
  "sample-studio": "sample-studio-secret",
  "sample-warehouse": "sample-warehouse-secret",
};
const identity = await startIdentity({ clients });
const start = (product) =>
  startTargetProduct({
    product,
    identity: {
      url: `${identity.url}/introspect`,
      clientId: product,
      clientSecret: clients[product],
    },
    rules: ["rules", "examples/rules"],
  });
const [studio, warehouse] = [await start("sample-studio"), await start("sample-warehouse")];

process.on("disconnect", () => process.exit());
process.on("message", (assay) => identity.serveProxy(assay));
process.send({
  identityUrl: identity.url,
  targetUrl: studio.url,
  warehouseUrl: warehouse.url,
  jwkSet: identity.jwkSet,
  clients,
});
