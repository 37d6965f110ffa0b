import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { build, validate } from "../../src/index.js";
import { buildProposal } from "../../src/proposals/build-proposal.js";
import type { Dependencies, TargetProduct } from "../../src/proposals/dependencies.js";
import type { AppError } from "../../src/proposals/errors/app-error.js";
import { listDomains } from "../../src/proposals/list-domains.js";
import { readRequest } from "../../src/proposals/read-request.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import type { Domain } from "../../src/specs/catalog.js";
import { describeCodes } from "../../src/specs/explain/describe-spec.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { contractRequest, exampleRequest } from "../support/example-request.js";
import { patched } from "../support/patched.js";

const taken = RegistryIndex.of(["person-name"]);
const target = (
  id: string,
  domains: string[],
  current: () => RegistryIndex | undefined = () => taken,
): TargetProduct => ({
  id,
  url: `http://${id}.example`,
  domains,
  registry: { current, retryAfterSeconds: () => 7 },
});
const targets = [
  target("offline-studio", ["generator-option"], () => undefined),
  target("other-studio", []),
  target("sample-studio", ["generator-option"]),
];

const dependencies: Dependencies = {
  catalog: compiledSpecs("rules"),
  baseUrl: "http://assay.example",
  targets: { list: () => targets, find: (id) => targets.find((one) => one.id === id) },
};
const domain = dependencies.catalog.get("generator-option") as Domain;
const example = domain.current?.source.examples["city-weather"] as {
  candidate: Record<string, unknown>;
};
const { candidate } = example;

const request = (change: object = {}) =>
  readRequest(
    { targetProduct: "sample-studio", domainId: "generator-option", candidate, ...change },
    dependencies,
  );

async function errorOf(action: () => unknown): Promise<AppError> {
  try {
    await action();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("nothing was thrown");
}

describe("validate", () => {
  test("a clean candidate is valid, and the result names the rules that checked it", async () => {
    expect(await validateProposal(await request(), dependencies)).toEqual({
      valid: true,
      targetProduct: "sample-studio",
      domainId: "generator-option",
      specPackage: {
        version: "v1",
        digest: domain.current?.digest,
        url: "http://assay.example/spec-packages/generator-option/v1",
      },
      summary: { errors: 0, warnings: 0, fixable: 0, truncated: false },
      diagnostics: [],
    });
  });

  test("every diagnostic links to the explanation of its code", async () => {
    const broken = {
      ...candidate,
      owner: { kind: "agent", id: 5 },
      extra: 1,
      generatorId: "person-name",
    };
    const { diagnostics } = await validateProposal(
      await request({ candidate: broken }),
      dependencies,
    );
    const explained = describeCodes(domain.current as NonNullable<Domain["current"]>);
    const codes = [
      "owner-kind-is-allowed",
      "wrong-type",
      "generator-id-is-free",
      "unknown-property",
    ];
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    for (const { code, helpUrl } of diagnostics) {
      expect(helpUrl).toBe(`http://assay.example/spec-packages/generator-option/v1#${code}`);
      expect(explained).toHaveProperty(code);
    }
  });
});

describe("build", () => {
  test("a valid candidate becomes a package, with everything that its submission needs", async () => {
    const { proposalPackage, submission, valid } = await buildProposal(
      await request(),
      dependencies,
    );
    expect(valid).toBe(true);
    expect(Object.keys(proposalPackage ?? {}).join()).toBe(
      "formatVersion,targetProduct,domainId,specPackage,proposal,digest",
    );
    expect(submission).toEqual({
      method: "POST",
      url: "http://sample-studio.example/api/proposals",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": proposalPackage?.digest.replace("sha256:", ""),
      },
    });
  });

  test("warnings do not prevent a build", async () => {
    const { rationaleNotes, ...rest } = candidate;
    const { proposalPackage, summary } = await buildProposal(
      await request({ candidate: rest }),
      dependencies,
    );
    expect(summary.warnings).toBe(1);
    expect(proposalPackage?.proposal).toMatchObject({ rationaleNotes: "" });
  });

  test("an invalid candidate gives exactly the validation result", async () => {
    const broken = await request({
      candidate: { ...candidate, owner: { kind: "agent", id: "x" } },
    });
    expect(await buildProposal(broken, dependencies)).toEqual(
      await validateProposal(broken, dependencies),
    );
  });
});

test("a package in place of a candidate is refused in plain words", async () => {
  const { proposalPackage } = await buildProposal(await request(), dependencies);
  for (const use of [validateProposal, buildProposal]) {
    const error = await errorOf(async () =>
      use(await request({ candidate: proposalPackage }), dependencies),
    );
    expect(error).toMatchObject({
      code: "invalid-request",
      details: { errors: [{ pointer: "/candidate" }] },
    });
    expect(error.detail).toContain('send its "proposal"');
  }
});

describe("a request that cannot be answered is an error that says what to send", () => {
  test.each<[change: object, code: string, detail: RegExp]>([
    [
      { domainId: "generator-options" },
      "unknown-domain",
      /did you mean "generator-option"\? supported: /,
    ],
    [
      { targetProduct: "sampel-studio" },
      "unknown-target-product",
      /did you mean "sample-studio"\? supported: offline-studio, sample-studio$/,
    ],
    [
      { targetProduct: "other-studio" },
      "unknown-target-product",
      /"other-studio" does not accept proposals for this domain; supported: offline-studio, sample-studio$/,
    ],
    [{ specVersion: "v7" }, "unknown-spec-version", /"v7" is unknown; supported: v1$/],
  ])("%j", async (change, code, detail) => {
    for (const use of [validateProposal, buildProposal]) {
      const error = await errorOf(() => request(change).then((read) => use(read, dependencies)));
      expect(error).toMatchObject({ code, detail: expect.stringMatching(detail) });
      const [pointer] = Object.keys(change).map((name) => `/${name}`);
      expect(error.details.errors).toMatchObject([{ pointer, detail: error.detail }]);
    }
  });

  test("without a registry there is an error, not a guess", async () => {
    const error = await errorOf(async () =>
      validateProposal(await request({ targetProduct: "offline-studio" }), dependencies),
    );
    expect(error).toMatchObject({
      code: "registry-unavailable",
      details: { retryAfterSeconds: 7 },
    });
  });

  const named = { targetProduct: "t", domainId: "generator-option", candidate: {} };
  test.each<[body: unknown, ...errors: [pointer: string, detail: RegExp][]]>([
    [[], ["", /is of type array; expected object/]],
    [
      {},
      ["", /"targetProduct" is missing/],
      ["", /"domainId" is missing/],
      ["", /"candidate" is missing/],
    ],
    [
      { targetProduct: 5, domainId: "", candidate: [], specversion: "v1" },
      ["/specversion", /did you mean "specVersion"\?/],
      ["/targetProduct", /5 is of type integer; expected string/],
      ["/domainId", /must have at least 1 character;/],
      ["/candidate", /is of type array; expected object/],
    ],
    [
      { ...named, targetProduct: "x".repeat(129) },
      ["/targetProduct", /has 129 characters; it may have at most 128/],
    ],
    [{ ...named, note: 1 }, ["/note", /unknown property "note"; known: applyRepair, candidate/]],
  ])("the envelope %j", async (body, ...expected) => {
    const error = await errorOf(() => readRequest(body, dependencies));
    expect(error.code).toBe("invalid-request");
    expect(error.details.errors).toHaveLength(expected.length);
    for (const [pointer, detail] of expected)
      expect(error.details.errors).toContainEqual(
        expect.objectContaining({ pointer, detail: expect.stringMatching(detail) }),
      );
  });
});

test.each<[object, RegExp]>([
  [{}, /^the required property "candidate" is missing; expected object; give a domainId, /],
  [{ candidate: 5 }, /^5 is of type integer; expected object; give a domainId, /],
  [
    { domainId: "generator-option" },
    /"candidate" is missing; expected object with the properties /,
  ],
  [{ domain: "Generator Option" }, /"candidate" is missing; expected object; give a domainId, /],
])("the candidate of an unknown domain has no known properties: %j", async (body, detail) => {
  const specs = compiledSpecs("examples/rules", "rules");
  const error = await errorOf(() => readRequest(body, { ...dependencies, catalog: specs }));
  expect(error.details.errors?.map((one) => one.detail)).toContainEqual(
    expect.stringMatching(detail),
  );
  // What is left after a repair is said in the same words.
  const repaired = await errorOf(() =>
    readRequest({ ...body, target_product: "x" }, { ...dependencies, catalog: specs }),
  );
  expect(repaired.details.repair?.open.map((one) => one.message)).toContainEqual(
    expect.stringMatching(detail),
  );
});

test("an envelope with thousands of errors lists twenty, and five in its detail", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 7500 }, (_, n) => [`k${n}`, 0]));
  const error = await errorOf(() => request({ ["x".repeat(60_000)]: 0, ...unknown }));
  expect(error.details.errors).toHaveLength(20);
  expect(error.details.moreErrors).toBe(7481);
  expect(error.detail).toMatch(/^\/x+…: unknown property "x+….*; and 7496 more$/);
  expect(error.detail.length).toBeLessThan(1000);
});

describe("the domains", () => {
  test("are listed for each target product that accepts them, with absolute links", () => {
    const { domains } = listDomains(dependencies);
    expect(domains.map(({ targetProduct }) => targetProduct)).toEqual([
      "offline-studio",
      "sample-studio",
    ]);
    expect(domains[1]).toEqual({
      domainId: "generator-option",
      targetProduct: "sample-studio",
      title: domain.title,
      description: domain.description,
      specVersion: "v1",
      specPackageUrl: "http://assay.example/spec-packages/generator-option/v1",
      submissionUrl: "http://sample-studio.example/api/proposals",
    });
  });

  test("are not listed without a released version", () => {
    const specs = new Map([[domain.id, { ...domain, current: undefined }]]);
    expect(listDomains({ ...dependencies, catalog: specs }).domains).toEqual([]);
  });
});

const SLIPS = { supportedStrategies: ["fast", "realstic"], generatorId: "City_Weather" };

const specs = compiledSpecs("rules", "examples/rules");

test.each([
  ["generator-option", exampleRequest(SLIPS)],
  ["another domain", contractRequest({ tags: ["Sales", "shop"], retentionDays: "730" })],
])("applyRepair adds the candidate after the repair: %s", async (_, request) => {
  for (const use of [validate, build]) {
    const plain = await use(specs, request);
    const { repaired, ...rest } = await use(specs, { ...request, applyRepair: true });
    expect(rest).toEqual(plain);
    expect(repaired).toEqual(patched(request, plain.repair?.patch ?? []).candidate);
    expect(await use(specs, { ...request, candidate: repaired })).toMatchObject({ valid: true });
  }
});

test("applyRepair adds nothing where there is no repair", async () => {
  const built = await build(specs, exampleRequest({}, { applyRepair: true }));
  expect(built).not.toHaveProperty("repaired");
  const hopeless = await validate(
    specs,
    exampleRequest({ owner: { kind: "agent", id: "x" } }, { applyRepair: true }),
  );
  expect(hopeless.valid).toBe(false);
  expect(hopeless).not.toHaveProperty("repaired");
});
