import { buildProposal, listDomains, validateProposal } from "../.generated/hey-api";
import { client } from "../.generated/hey-api/client.gen";
import { journey } from "./journey";

client.setConfig({ baseUrl: process.env.SERVICE_URL, auth: process.env.SERVICE_KEY });

await journey({
  domains: async () => (await listDomains({ throwOnError: true })).data,
  validate: async (body) => (await validateProposal({ body, throwOnError: true })).data,
  build: async (body) => (await buildProposal({ body, throwOnError: true })).data,
});
