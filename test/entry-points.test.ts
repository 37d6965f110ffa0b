import { readFileSync } from "node:fs";
import { createContext, SourceTextModule } from "node:vm";
import type * as Browser from "../src/browser.js";
import { parseStrictJson } from "../src/ground/json/parse-strict.js";
import * as library from "../src/index.js";
import type { Catalog } from "../src/specs/catalog.js";
import { describeSpec } from "../src/specs/explain/describe-spec.js";
import { assayHere } from "./cli/run-assay.js";
import { compiledSpecs } from "./support/compiled-specs.js";
import { BOTH_DOMAINS, contractRequest, exampleRequest } from "./support/example-request.js";
import { ask, legacy, modern } from "./support/mcp.js";
import { mutateJson } from "./support/mutate-json.js";
import { Random } from "./support/random.js";
import { repetitions, runs } from "./support/runs.js";
import { SEED } from "./support/seed.js";
import { send } from "./support/send.js";
import { startService } from "./support/service.js";

type Request = Record<string, unknown>;

const baseUrl = "http://localhost:8080";
const service = await startService({
  ...BOTH_DOMAINS,
  BASE_URL: baseUrl,
  RATE_LIMIT_CALLS: "100000",
});
const specs = compiledSpecs("rules", "examples/rules");

/** Of the target product that a request names. */
const OPTIONS = Object.fromEntries(
  [
    ["sample-studio", "http://localhost:8090", "config/registries/sample-studio.json"] as const,
    [
      "sample-warehouse",
      "http://localhost:8091",
      "examples/registries/sample-warehouse.json",
    ] as const,
  ].map(([id, targetUrl, file]) => {
    const { generators } = JSON.parse(readFileSync(file, "utf8")) as {
      generators: { id: string }[];
    };
    return [id, { baseUrl, targetUrl, registry: generators.map((entry) => entry.id) }];
  }),
);

/**
 * The library for browsers, with all that the engine may need of one besides the language itself.
 */
const module = new SourceTextModule(readFileSync("dist/browser.js", "utf8"), {
  context: createContext({ TextEncoder, setTimeout, queueMicrotask }),
});
await module.link((specifier) => {
  throw new Error(`it imports ${specifier}`);
});
await module.evaluate();
const browser = module.namespace as typeof Browser;

/** As a service publishes them. */
const documents: Browser.SpecDocument[] = [...specs.values()].flatMap((domain) =>
  domain.versions.map((spec) => JSON.parse(JSON.stringify(describeSpec(domain, spec)))),
);

/** A refusal in words for people or models. */
const REFUSED = "refused";

type Door = (operation: "validate" | "build", request: Request) => Promise<string>;

const overMcp =
  (era: typeof legacy, version?: string): Door =>
  async (operation, request) => {
    const headers = {
      Authorization: `Bearer ${service.key}`,
      ...(version && { "MCP-Protocol-Version": version }),
    };
    const call = era("tools/call", { name: `${operation}Proposal`, arguments: request }, headers);
    const { error, result } = (await ask(service.url, call)).rpc;
    if (error || result?.isError) return REFUSED;
    return version ? (result?.content[0]?.text ?? "") : JSON.stringify(result?.structuredContent);
  };

const byLibrary =
  (from: Pick<typeof library, "validate" | "build">, catalog: Catalog): Door =>
  async (operation, request) => {
    try {
      return JSON.stringify(
        await from[operation](catalog, request, OPTIONS[String(request.targetProduct)]),
      );
    } catch (error) {
      const { code, detail, details } = error as library.AppError;
      return problemOf({ code, detail, ...details });
    }
  };

/** What a refusal says through REST and the library. */
const problemOf = ({ code, detail, errors, moreErrors, repair }: Request) =>
  JSON.stringify({ code, detail, errors, moreErrors, repair });

const DOORS: Record<string, Door> = {
  library: byLibrary(library, specs),
  "library for browsers": byLibrary(browser, browser.compileSpecs(documents)),
  "MCP 2025-11-25": overMcp(legacy),
  "MCP 2026-07-28": overMcp(modern),
  "MCP 2025-03-26, which has only text": overMcp(legacy, "2025-03-26"),
};

const byCommand: Door = async (operation, request) => {
  // The domains of the examples are tried whenever they are loaded, which takes longer than all
  // else here.
  const env = request.domainId === "data-contract" ? BOTH_DOMAINS : {};
  const { code, stdout } = await assayHere([operation, "--json", "-"], {
    env,
    input: JSON.stringify(request),
  });
  return code === 2 ? REFUSED : stdout.trimEnd();
};

/** Compares all doors with REST. */
async function expectSame(doors: Record<string, Door>, request: Request): Promise<void> {
  for (const operation of ["validate", "build"] as const) {
    const { status, body } = await send(service, {
      path: `/api/${operation}`,
      body: JSON.stringify(request),
    });
    for (const [name, door] of Object.entries(doors)) {
      const refusal = name.startsWith("library") ? problemOf(JSON.parse(body)) : REFUSED;
      const expected = status === 200 ? body : refusal;
      expect([name, operation, await door(operation, request)]).toEqual([
        name,
        operation,
        expected,
      ]);
    }
  }
}

const { candidate, ...envelope } = exampleRequest();
const REQUESTS: [title: string, request: Request][] = [
  ["a valid candidate", exampleRequest()],
  ["a candidate with a repair", exampleRequest({ supportedStrategies: ["fast", "realstic"] })],
  [
    "an applied repair",
    exampleRequest({ supportedStrategies: ["fast", "realstic"] }, { applyRepair: true }),
  ],
  [
    "a string with JSON escapes",
    exampleRequest({ generatorName: 'Tab\t "quotes" \\ \u2028 ünï 🌦' }),
  ],
  ["a valid candidate of another domain", contractRequest()],
  [
    "another domain, with a repair",
    contractRequest({ tags: ["Sales", "shop"], retentionDays: "730" }),
  ],
  ["names that objects inherit", exampleRequest({ constructor: { prototype: 1 }, toString: "x" })],
  ["no candidate", envelope],
  ["an unknown domain", exampleRequest({}, { domainId: "generator-options" })],
];

test.each(REQUESTS)(
  "REST, MCP, the libraries and the command line give the same bytes: %s",
  async (_, request) => {
    await expectSame({ ...DOORS, "command line": byCommand }, request);
  },
);

test("all but the command line give the same bytes for mutated proposals", async () => {
  const random = new Random(SEED);
  const { numRuns } = runs(12, repetitions(60));
  for (let compared = 0; compared < numRuns; ) {
    const mutated = mutateJson(
      JSON.stringify(random.of([exampleRequest(), contractRequest()])),
      random,
    );
    const parsed = parseStrictJson(mutated);
    // A library does not see the characters for which a service refuses JSON, and takes any target
    // product.
    if (!("value" in parsed)) continue;
    const request = parsed.value as Request;
    if (!Object.hasOwn(OPTIONS, String(request.targetProduct))) continue;
    await expectSame(DOORS, request);
    compared++;
  }
});

test("listDomains over MCP is the list of REST", async () => {
  const { body } = await send(service, { path: "/api/domains" });
  for (const era of [legacy, modern]) {
    const { result } = (await ask(service.url, era("tools/call", { name: "listDomains" }))).rpc;
    expect(JSON.stringify(result?.structuredContent)).toBe(body);
    expect(result?.content).toEqual([{ type: "text", text: body }]);
  }
});

describe("the library for browsers", () => {
  test("compiles published spec packages to the same digests", () => {
    const digests = (catalog: Catalog) =>
      [...catalog].map(([id, { versions, current }]) => [
        id,
        current?.version,
        versions.map(({ digest }) => digest),
      ]);
    expect(digests(browser.compileSpecs(documents))).toEqual(digests(specs));
  });

  test("does not compile a document that was changed on its way", () => {
    const [document] = documents as [Browser.SpecDocument];
    expect(() => browser.compileSpecs([{ ...document, normalize: [] }])).toThrow(
      "does not match its digest",
    );
    expect(() =>
      browser.compileSpecs([
        { ...document, normalize: [{ step: "sort", at: "/x", by: { spec: "/y" } }] },
      ]),
    ).toThrow("cannot be compiled");
  });
});
