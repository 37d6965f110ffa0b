import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { buildProposal } from "../../src/proposals/build-proposal.js";
import { AppError, type ErrorDetails } from "../../src/proposals/errors/app-error.js";
import { readRequest } from "../../src/proposals/read-request.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import { STATUSES } from "../../src/service/http/problem.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { exampleRequest } from "../support/example-request.js";
import { patched } from "../support/patched.js";

const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
const target = {
  id: "sample-studio",
  url: "http://localhost",
  domains: ["generator-option"],
  registry,
};
const targets = {
  list: () => [target],
  find: (id: string) => (id === target.id ? target : undefined),
};
const dependencies = { catalog: compiledSpecs("rules"), baseUrl: "http://localhost", targets };

const { targetProduct, domainId, candidate } = exampleRequest();
const named = { targetProduct, domainId };

async function post(body: unknown, use: typeof validateProposal = validateProposal) {
  try {
    const answer = await use(
      await readRequest(JSON.parse(JSON.stringify(body)), dependencies),
      dependencies,
    );
    return { status: 200, answer: answer as ErrorDetails };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: STATUSES[error.code], answer: error.details };
  }
}

/** Beside those of the corpus of requests. */
const SLIPS: [title: string, body: unknown, status?: number][] = [
  [
    "a candidate as a JSON string under another name",
    { ...named, proposal: JSON.stringify(candidate) },
  ],
  [
    "the candidate's properties beside an empty candidate",
    { ...named, candidate: {}, ...candidate },
  ],
  ["one of the candidate's properties at the top", withOneOutside()],
  [
    "the candidate's properties beside a candidate that is null",
    { ...named, candidate: null, ...candidate },
  ],
  [
    "a candidate that is encoded twice",
    { ...named, candidate: JSON.stringify(JSON.stringify(candidate)) },
  ],
  ["a request as a JSON string in a property", { body: JSON.stringify(exampleRequest()) }],
  ["a request in an array", [exampleRequest()]],
  ["a version under another name", exampleRequest({}, { version: "V1" })],
  ["a flag under another name, in quotes", exampleRequest({}, { autoRepair: "false" })],
  [
    "a name of a product as people write it",
    exampleRequest({}, { targetProduct: "Sample Studio" }),
    422,
  ],
  ["a version without its letter", exampleRequest({}, { specVersion: "1" }), 422],
  [
    "a misspelled name under a misspelled property",
    { targetproduct: "Sample Studio", domainId, candidate },
  ],
];

function withOneOutside(): object {
  const { generatorName, ...rest } = candidate;
  return { ...named, generatorName, candidate: rest };
}

test.each(SLIPS)(
  "the repair of the envelope makes the request valid: %s",
  async (_, body, status = 400) => {
    const refused = await post(body);
    expect([refused.status, refused.answer.repair]).toEqual([
      status,
      expect.objectContaining({ remaining: 0 }),
    ]);
    expect(refused.answer.errors?.[0]?.fixes?.[0]).toMatchObject({
      applicability: "machine-applicable",
    });
    const repaired = patched(body, refused.answer.repair?.patch ?? []);
    expect(await post(repaired)).toMatchObject({ status: 200, answer: { valid: true } });
  },
);

test.each<[title: string, body: unknown, status: number]>([
  ["a domain that is not near any", exampleRequest({}, { domainId: "recipes" }), 422],
  ["a property that means nothing", exampleRequest({}, { dryRun: { deep: [1] } }), 400],
  ["the version of something else", exampleRequest({}, { version: "1.0" }), 400],
  ["an earlier repair", exampleRequest({}, { repair: { patch: [], remaining: 0 } }), 400],
  ["a candidate with words around it", { ...named, candidate: inProse(candidate) }, 400],
  ["a string of its own in place of a request", { note: JSON.stringify({ a: 1 }) }, 400],
  ["another product by one letter", exampleRequest({}, { targetProduct: "sample-studia" }), 422],
])("what is not certain is not repaired: %s", async (_, body, status) => {
  const { status: actual, answer } = await post(body);
  expect([actual, answer.repair]).toEqual([status, undefined]);
});

function inProse(value: object): string {
  return `Here is the first one.\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\nThe second is confidential.`;
}

test.each<[title: string, body: unknown, ...fixes: [title: string, patch: object[]][]]>([
  [
    "the version of something else",
    exampleRequest({}, { version: "1.0" }),
    ['Rename to "specVersion"', [{ op: "move", from: "/version", path: "/specVersion" }]],
    ['Remove "version"', [{ op: "remove", path: "/version" }]],
  ],
  [
    "a candidate with words around it",
    { ...named, candidate: inProse(candidate) },
    [
      "Replace with the object in the string",
      [{ op: "replace", path: "/candidate", value: candidate }],
    ],
  ],
  [
    "a product that is null",
    exampleRequest({}, { targetProduct: null }),
    [
      'Replace with "sample-studio"',
      [{ op: "replace", path: "/targetProduct", value: "sample-studio" }],
    ],
  ],
])("what is not certain is offered: %s", async (_, body, ...fixes) => {
  const { answer } = await post(body);
  expect(answer.errors).toHaveLength(1);
  expect(answer.errors?.[0]?.fixes).toEqual(
    fixes.map(([title, patch]) => ({ title, applicability: "maybe-incorrect", patch })),
  );
});

test("what stands beside a version of something else is repaired all the same", async () => {
  const { answer } = await post({ targetProduct, domain: domainId, candidate, version: "1.0" });
  expect(answer.repair).toMatchObject({
    patch: [{ op: "move", from: "/domain", path: "/domainId" }],
    remaining: 1,
  });
});

test.each<[title: string, body: unknown]>([
  ["in a wrapper", { request: exampleRequest({ description: "half \ud800 a pair" }) }],
  ["at the top", { ...named, ...candidate, description: "half \ud800 a pair" }],
])("an error of a candidate %s is counted once", async (_, body) => {
  const { answer } = await post(body);
  expect(answer.repair).toMatchObject({
    remaining: 1,
    open: [{ code: "unportable-value", path: "/candidate/description" }],
  });
});

test("values that are not portable take no place of an error of the envelope, and are not counted", async () => {
  const notes = Array.from({ length: 500 }, () => "half \ud800 a pair");
  const { answer } = await post({ notes, targetProduct, domain: domainId, candidate });
  expect(answer.errors?.map(({ pointer }) => pointer)).toEqual(["/notes", "/domain"]);
  expect(answer.moreErrors).toBeUndefined();
  expect(answer.repair?.remaining).toBe(1);
});

describe("a warning about a placeholder in the envelope", () => {
  test("takes no place of an error, and is not counted", async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [`note${at}`, "Please hurry."]),
    );
    const { answer } = await post({ ...exampleRequest(), targetProduct: "TODO", ...unknown });
    expect(answer.errors?.map(({ pointer }) => pointer)).toEqual(
      Object.keys(unknown)
        .slice(0, 20)
        .map((name) => `/${name}`),
    );
    expect(answer.moreErrors).toBe(5);
  });

  test("is not counted as left after the repair", async () => {
    const body = exampleRequest(
      {},
      { targetProduct: "TODO", domainId: "Generator_Option", notes: "Please hurry." },
    );
    const { repair } = (await post(body)).answer;
    expect(repair?.open.map(({ path }) => path)).toEqual(["/notes", "/targetProduct"]);
    expect(repair?.remaining).toBe(2);
  });
});

test("an optional property that is null counts as absent", async () => {
  for (const use of [validateProposal, buildProposal]) {
    const { status, answer } = await post(
      exampleRequest({}, { specVersion: null, applyRepair: null }),
      use,
    );
    expect([status, answer]).toEqual([200, expect.objectContaining({ valid: true })]);
  }
  expect((await post(exampleRequest({}, { domainId: null }))).status).toBe(400);
});

test("fixes that would make the response too large are left out, and the response says so", async () => {
  const numbers = `[${Array(10_000).fill("1e20").join()}]`;
  const { status, answer } = await post({ ...named, candidate: `{"sampleRecords":${numbers}}` });
  expect([status, answer.omitted, answer.repair]).toEqual([400, ["fixes", "repair"], undefined]);
  expect(JSON.stringify(answer).length).toBeLessThan(10_000);
});

test.each([
  ["key", { target_product: "sample-studio", domainId: "generator-option" }],
  ["name", { targetProduct: "sample-studio", domainId: "generator-opiton" }],
])("a repair that is too large beside a wrong %s has as much as fits", async (_, names) => {
  const records = Array.from({ length: 400 }, () => ({
    City: "Oslo",
    Temperature: 1.5,
    RainyDays: 9,
    measuredOn: "2026-01-31",
  }));
  const { candidate } = exampleRequest({ sampleRecords: records });
  const body = { ...names, candidate };
  const { answer } = await post(body);
  expect(answer.repair).toMatchObject({ complete: false });
  expect(answer.repair?.patch.length).toBeGreaterThan(500);
  const next = await post(patched<object>(body, answer.repair?.patch ?? []));
  const summary = { errors: answer.repair?.remaining };
  expect(next).toMatchObject({
    status: 200,
    answer: { summary, repair: { remaining: 0, complete: true } },
  });
});

test("what a wrapped request has under the name of its wrapper takes the place of the wrapper", async () => {
  const body = { request: { request: 7, ...exampleRequest() } };
  const { answer } = await post(body);
  expect(patched<object>(body, answer.repair?.patch ?? [])).toEqual({
    ...exampleRequest(),
    request: 7,
  });
});

test("a wrapped request with very many unknown properties is offered to be unwrapped by one operation", async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, at]));
  const { answer } = await post({ request: { ...exampleRequest(), ...many } });
  // Unwrapped, it would have a thousand errors instead of one.
  expect(answer.repair).toBeUndefined();
  const fixes = answer.errors?.flatMap((error) => error.fixes ?? []) ?? [];
  expect(fixes).toContainEqual(
    expect.objectContaining({
      applicability: "maybe-incorrect",
      patch: [{ op: "move", from: "/request", path: "" }],
    }),
  );
});
