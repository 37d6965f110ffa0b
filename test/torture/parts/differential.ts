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
const TARGET = "sample-studio";

/** The same proposals through REST, both eras of MCP and the library must give the same bytes, or the same refusal. */
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
    const answer = JSON.parse(rest.body);
    // About the characters of the body, which the library does not see.
    if (/-json$/.test(answer.code ?? "")) return;
    const request = JSON.parse(proposal);
    // The service knows its target products, and offers them; the library takes any.
    if (request?.targetProduct !== TARGET) return;
    const answers: Record<string, string> = { library: await ofLibrary(() => assay.build(specs, request, options)) };
    for (const [era, message] of ERAS) {
      const { body } = await victim.send(toolCall(message, key)("buildProposal", request));
      answers[era] = ofTool(JSON.parse(body));
    }
    compared++;
    for (const [door, bytes] of Object.entries(answers)) {
      const expected = rest.status === 200 ? rest.body : door === "library" ? errorOf(answer) : REFUSED;
      if (bytes !== expected && victim.failures.length < 3)
        victim.failures.push(
          `${door} has ${bytes.slice(0, 500)}, ${url} ${expected.slice(0, 500)}: ${proposal.slice(0, 2_000)}`,
        );
    }
  });
  return [await victim.end("REST, MCP and library compared", { note: `${compared.toLocaleString("en")} compared` })];
}

/** MCP words an error for a model. */
const REFUSED = "refused";

function ofTool({
  result,
  error,
}: {
  result?: { isError?: boolean; structuredContent?: object };
  error?: object;
}): string {
  return error || result?.isError ? REFUSED : JSON.stringify(result?.structuredContent);
}

async function ofLibrary(build: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await build());
  } catch (error) {
    const { code, detail, details } = error as { code: string; detail: string; details?: object };
    return errorOf({ code, detail, ...details });
  }
}

/** What a refusal says through REST and the library. */
function errorOf({ code, detail, errors, moreErrors, repair }: Record<string, unknown>): string {
  return JSON.stringify({ code, detail, errors, moreErrors, repair });
}

async function registryOf(): Promise<string[]> {
  const { generators } = JSON.parse(await readFile(`config/registries/${TARGET}.json`, "utf8"));
  return generators.map(({ id }: { id: string }) => id);
}
