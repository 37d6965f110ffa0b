import { buildProposal, listDomains, validateProposal } from "../.generated/orval/client";
import { journey } from "./journey";

// The generated paths are relative, as for a page of the service.
const { fetch } = globalThis;
globalThis.fetch = (path, init) => fetch(new URL(String(path), process.env.SERVICE_URL), init);
const options = { headers: { Authorization: `Bearer ${process.env.SERVICE_KEY}` } };

function unwrap<R extends { status: number; data: unknown }>(
  answer: R,
): Extract<R, { status: 200 }>["data"] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data;
}

await journey({
  domains: async () => unwrap(await listDomains(options)),
  validate: async (body) => unwrap(await validateProposal(body, options)),
  build: async (body) => unwrap(await buildProposal(body, options)),
});
