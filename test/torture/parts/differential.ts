import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type * as library from "../../../src/index.js";
import { Random } from "../../http/fuzz/random.js";
import { ERAS, toolCall } from "../../mcp/message.js";
import { randomProposal } from "../bodies.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

/** Every tenth body of the fuzzing. */
const SHARE = 10;

/** The same proposals through REST, both eras of MCP and the library must give the same bytes. */
export async function differential({ bodies }: Size, seed: number): Promise<Line[]> {
  const assay = (await import(pathToFileURL("dist/index.js").href)) as typeof library;
  const victim = await Victim.start();
  const { key, url } = victim.service;
  const domains = JSON.parse((await victim.send({ path: "/api/domains" })).body).domains[0];
  const options = {
    registry: await registryOf(),
    baseUrl: new URL(domains.specPackageUrl).origin,
    targetUrl: new URL(domains.submissionUrl).origin,
  };
  const specs = await assay.loadSpecs("rules");
  const random = new Random(seed);
  let compared = 0;
  await repeat(bodies / SHARE, async () => {
    const proposal = randomProposal(random);
    const rest = await victim.send({ path: "/api/build", body: proposal, headers: { Authorization: `Bearer ${key}` } });
    // What is not JSON cannot be an argument.
    if (rest.status !== 200) return;
    const request = JSON.parse(proposal);
    const answers = { library: (await assay.build(specs, request, options)) as object };
    for (const [era, message] of ERAS) {
      const { body } = await victim.send(toolCall(message, key)("buildProposal", request));
      Object.assign(answers, { [era]: JSON.parse(body).result?.structuredContent });
    }
    compared++;
    for (const [door, answer] of Object.entries(answers))
      if (JSON.stringify(answer) !== rest.body && victim.failures.length < 3)
        victim.failures.push(`${door} differs from ${url}: ${proposal.slice(0, 2_000)}`);
  });
  return [await victim.end("REST, MCP and library compared", { note: `${compared.toLocaleString("en")} compared` })];
}

async function registryOf(): Promise<string[]> {
  const { generators } = JSON.parse(await readFile("config/registries/sample-studio.json", "utf8"));
  return generators.map(({ id }: { id: string }) => id);
}
