import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readSettings } from "../../../src/service/config.js";
import type { Content } from "../../../src/service/live/live-content.js";
import { openFiles } from "../../../src/service/open-files.js";
import { openLog } from "../../../src/service/ops/log.js";
import { type Service, startService } from "../../../src/service/service.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { contractRequest } from "../../support/example-request.js";
import { ERAS, toolCall } from "../../support/mcp.js";
import { repetitions, runs } from "../../support/runs.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const { numRuns: SWAPS } = runs(20, repetitions(100));
/** `npm run test:all` swaps often. */
const TIMEOUT = 600_000;
const RULE = "data-contract/v1/rules/owner-is-a-known-team.json";
/** What the message of the rule says in each variant. The digest of the package follows from it. */
const VARIANTS = ["is not a team", "is no team"];

const root = temporaryFolder();
let service: Service;
const contents: Content[] = [];
const variantOf = new Map<string, string>();

beforeAll(async () => {
  const rules = (name: string) => join(root, "folders", name);
  // Where the files of the examples look for their schemas.
  await cp("rules", join(root, "rules"), { recursive: true });
  for (const name of VARIANTS) await cp("examples/rules", rules(name), { recursive: true });
  for (const name of VARIANTS) {
    const text = await readFile(join(rules(name), RULE), "utf8");
    await writeFile(join(rules(name), RULE), text.replaceAll("is not a team", name));
  }
  await cp("examples/registries", join(root, "registries"), { recursive: true });
  const { targets } = JSON.parse(await readFile("examples/targets.json", "utf8"));
  const own = targets.filter(({ domains }: { domains: string[] }) =>
    domains.includes("data-contract"),
  );
  await writeFile(join(root, "targets.json"), JSON.stringify({ targets: own }));
  const { settings, errors } = readSettings({
    PORT: "0",
    RULES_DIR: rules(VARIANTS[0] as string),
    TARGETS_FILE: join(root, "targets.json"),
    RATE_LIMIT_CALLS: "100000",
    LOG_LEVEL: "silent",
    SITE: "off",
  });
  expect(errors).toEqual([]);
  const log = openLog(settings.logLevel);
  const { files } = await openFiles(settings, log.logger);
  if (files === undefined) throw new Error("the files have errors");
  service = await startService(settings, files, log);
  for (const name of VARIANTS) {
    const specs = compiledSpecs(rules(name));
    contents.push({ ...files, catalog: specs });
    variantOf.set(specs.get("data-contract")?.current?.digest as string, name);
  }
});
afterAll(() => service.stop());

const REQUEST = contractRequest({ owner: { team: "nobody", email: "a@example.org" } });

interface Result {
  specPackage: { digest: string; url: string };
  diagnostics: { message: string; helpUrl: string }[];
}

async function post(path: string, headers: object, body: string): Promise<unknown> {
  const sent = {
    "Content-Type": "application/json",
    Authorization: `Bearer ${service.developmentKey}`,
    ...headers,
  };
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: "POST",
    headers: sent,
    body,
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** The same call over REST and in both eras of MCP. */
const DOORS: (() => Promise<Result>)[] = [
  async () => (await post("/api/validate", {}, JSON.stringify(REQUEST))) as Result,
  ...ERAS.map(([, era]) => async () => {
    const { headers = {}, body } = toolCall(era)("validateProposal", REQUEST);
    return (
      (await post("/mcp", headers, body as string)) as { result: { structuredContent: Result } }
    ).result.structuredContent;
  }),
];

/**
 * Calls through all doors until it is over, and compares each response with the variant of its
 * digest.
 */
async function callUntil(isOver: () => boolean, onAnswer: () => void): Promise<Set<string>> {
  const seen = new Set<string>();
  const loop = async (call: () => Promise<Result>) => {
    do {
      const { specPackage, diagnostics } = await call();
      const variant = variantOf.get(specPackage.digest) ?? "unknown";
      const [first] = diagnostics;
      expect(first?.message).toContain(variant);
      expect(first?.helpUrl).toMatch(`${specPackage.url}#`);
      seen.add(variant);
      onAnswer();
    } while (!isOver());
  };
  await Promise.all([...DOORS, ...DOORS].map(loop));
  return seen;
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test(
  `no response mixes two catalogs in ${SWAPS} swaps under load, and memory stays flat`,
  async () => {
    const swapTimes = async (count: number) => {
      let [swaps, answers] = [0, 0];
      const calls = callUntil(
        () => swaps >= count,
        () => void answers++,
      );
      for (; swaps < count; swaps++) {
        await service.served.replace(contents[swaps % 2] as Content);
        // On a slow machine, a call takes longer than several swaps, and might meet one variant
        // only.
        const before = answers;
        for (let turns = 0; turns < 3 || (answers === before && turns < 10_000); turns++)
          await turn();
      }
      return calls;
    };
    await swapTimes(SWAPS / 10);
    const before = heapAfterCollection();
    const seen = await swapTimes(SWAPS);
    expect([...seen].sort()).toEqual([...VARIANTS].sort());
    expect(heapAfterCollection() - before).toBeLessThan(20_000_000);
  },
  TIMEOUT,
);
