import type { NormalizeStep } from "../../src/engine/grammar.js";
import { digest } from "../../src/ground/json/digest.js";
import { joinPointer } from "../../src/ground/json/pointer.js";
import type { JsonObject } from "../../src/ground/json/value.js";
import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { build, type ProposalPackage, validate, verifyPackage } from "../../src/index.js";
import { buildProposal } from "../../src/proposals/build-proposal.js";
import type { NormalizationError } from "../../src/proposals/dependencies.js";
import { toDomain } from "../../src/specs/catalog.js";
import { specOf } from "../engine/spec-of.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import { copy } from "../support/json.js";
import { runs } from "../support/runs.js";

const specs = compiledSpecs("rules");
const example = specs.get("generator-option")?.current?.source.examples["city-weather"];
const { candidate } = example as { candidate: unknown };
const request = { targetProduct: "sample-studio", domainId: "generator-option", candidate };
const built = (await build(specs, request)).proposalPackage as ProposalPackage;

interface Place {
  path: string;
  holder: Record<string, unknown>;
  key: string;
}

/** Every property and item of a package, with its container. */
function places(value: unknown, path = ""): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [
    { path, holder, key },
    ...places(holder[key], joinPointer(path, key)),
  ]);
}

function other(value: unknown): unknown {
  if (typeof value === "string") return `${value} `;
  if (typeof value === "number") return value + 1;
  return null;
}

test("a built package is verified, even after serialization and with its properties in another order", async () => {
  expect(await verifyPackage(specs, built)).toMatchObject({
    verified: true,
    reasons: [],
    verdict: { valid: true },
  });
  const shuffled = Object.fromEntries(Object.entries(copy(built)).reverse());
  expect((await verifyPackage(specs, shuffled)).verified).toBe(true);
});

test.each<[string, (place: Place) => void]>([
  ["changed", ({ holder, key }) => Object.assign(holder, { [key]: other(holder[key]) })],
  [
    "removed",
    ({ holder, key }) =>
      Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key],
  ],
])("a package with any one value %s is refused", async (_, tamper) => {
  const count = places(built).length;
  expect(count).toBeGreaterThan(40);
  for (let n = 0; n < count; n++) {
    const tampered = copy(built);
    const { path, key, holder } = places(tampered)[n] as Place;
    tamper({ path, key, holder });
    expect([path, key, (await verifyPackage(specs, tampered)).verified]).toEqual([
      path,
      key,
      false,
    ]);
  }
});

/** An attacker who changes a package can also recompute its digest. */
const sealed = (change: object) => {
  const { digest: _, ...content } = { ...copy(built), ...change };
  return { ...content, digest: digest(content) };
};

const UNLIKE = "its content does not match its digest, or is not in normal form";
const proposal = (change: object) => ({ proposal: { ...(built.proposal as object), ...change } });
test.each<[change: object, reason: string]>([
  [proposal({ owner: { kind: "agent", id: "x" } }), "its proposal is not valid"],
  [proposal({ generatorName: " City  weather" }), UNLIKE],
  [
    { specPackage: { version: "v1", digest: "sha256:0" } },
    "it was built with different rules of the same version",
  ],
  [{ formatVersion: "2" }, UNLIKE],
  [
    { specPackage: { version: "v9", digest: "" } },
    'no released spec package "v9" of "generator-option" is loaded',
  ],
])("%j with a correct digest is refused, with the reason", async (change, reason) => {
  const { verified, reasons } = await verifyPackage(specs, sealed(change));
  expect(verified).toBe(false);
  expect(reasons).toContain(reason);
});

test("a package whose id has been taken since is refused", async () => {
  const { verified, verdict } = await verifyPackage(specs, built, { registry: ["city-weather"] });
  expect(verified).toBe(false);
  expect(verdict?.diagnostics[0]?.code).toBe("generator-id-is-free");
});

const ODD = { toString: 1, valueOf: 1 };
test.each<[received: unknown]>([
  [undefined],
  [[]],
  [{}],
  [{ domainId: ODD, specPackage: {} }],
  [{ domainId: "generator-option", specPackage: { version: ODD } }],
  [{ ...built, targetProduct: ODD }],
])("what is no package is refused without throwing: %j", async (received) => {
  expect((await verifyPackage(specs, received)).verified).toBe(false);
});

const STEPS: NormalizeStep[] = [
  { step: "trim", at: "/text" },
  { step: "single-space", at: "/text" },
  { step: "nfc", at: "/text" },
  { step: "default", at: "/kind", value: "plain" },
  { step: "sort", at: "/list" },
  { step: "sort", at: "/list", by: ["c", "b", "a"] },
  { step: "order-keys", at: "/owner", by: ["name", "id"] },
];
/** Some are broken by a step: a default that is not allowed, an order that another step changes. */
const RULES = {
  "kind-is-known": { check: { at: "/kind", "one-of": ["fancy", "plain"] } },
  "kind-is-fancy": { check: { at: "/kind", "one-of": ["fancy"] } },
  "text-is-short": { check: { at: "/text", length: { max: 4 } } },
  "list-is-sorted": { check: { at: "/list/*", sorted: "ascending" } },
  "list-is-sorted-backwards": { check: { at: "/list/*", sorted: "descending" } },
  "kind-is-absent": {
    when: { path: "/kind", operator: "exists", value: true },
    check: { at: "", "has-keys": ["note"] },
  },
};

const shape: JsonObject = {
  type: "object",
  required: ["list"],
  additionalProperties: false,
  properties: {
    text: { type: "string", maxLength: 20 },
    kind: { type: "string", maxLength: 20 },
    note: { type: "string", maxLength: 20 },
    list: { type: "array", maxItems: 200, items: { type: "string", maxLength: 5 } },
    owner: { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } },
  },
};
const candidates = fc.record(
  {
    text: fc.constantFrom("a", " a  b ", "e\u0301", "abcd", "abcde"),
    kind: fc.constantFrom("fancy", "plain"),
    note: fc.constant("n"),
    list: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
    owner: fc.constant({ id: "1", name: "x" }),
  },
  { requiredKeys: ["list"] },
);

const catalogOf = (normalize: NormalizeStep[], rules: object) => {
  const spec = specOf({ rules: rules as never, shape, normalize });
  return {
    spec,
    specs: new Map([
      [spec.domainId, toDomain(spec.domainId, { title: "", description: "" }, [spec])],
    ]),
  };
};
const requestFor = (domainId: string, candidate: object) => ({
  targetProduct: "studio",
  domainId,
  candidate,
});

test("every package that build returns is verified; a valid candidate without one names the normalize step", async () => {
  const counts = { built: 0, refused: 0 };
  const anyRules = fc
    .subarray(Object.entries(RULES), { minLength: 1, maxLength: 2 })
    .map((entries): object => Object.fromEntries(entries));
  // Few random packages are broken by a step. These are, if the candidate has no kind.
  const someRules = fc.oneof(
    anyRules,
    fc.constant<object>({ "kind-is-fancy": RULES["kind-is-fancy"] }),
  );
  const someSteps = fc.oneof(fc.subarray(STEPS, { minLength: 3 }), fc.constant(STEPS));
  await fc.assert(
    fc.asyncProperty(someSteps, someRules, candidates, async (steps, rules, candidate) => {
      const { spec, specs } = catalogOf(steps, rules);
      const request = requestFor(spec.domainId, candidate);
      const { valid } = await validate(specs, request);
      const built = await build(specs, request);
      if (built.proposalPackage !== undefined) {
        counts.built++;
        expect((await verifyPackage(specs, built.proposalPackage)).verified).toBe(true);
      } else if (valid) {
        counts.refused++;
        expect(built.valid).toBe(false);
        expect(built.submission).toBeUndefined();
        const errors = built.diagnostics.filter(({ severity }) => severity === "error");
        expect(errors.length).toBeGreaterThan(0);
        for (const { path, message } of errors) {
          expect(path).toBe("/candidate");
          expect(message).toMatch(
            /after the normalize step "(default|sort) at [^"]+" of spec package/,
          );
        }
      }
    }),
    runs(600, 3_000),
  );
  expect(counts.built).toBeGreaterThan(30);
  expect(counts.refused).toBeGreaterThan(5);
});

test("the fault is reported with its step and codes", async () => {
  const faults: NormalizationError[] = [];
  const { spec, specs } = catalogOf([{ step: "default", at: "/kind", value: "plain" }], {
    "kind-is-fancy": RULES["kind-is-fancy"],
  });
  const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
  const target = { id: "studio", url: "http://studio.example", domains: [spec.domainId], registry };
  const result = await buildProposal(requestFor(spec.domainId, { list: [] }) as never, {
    catalog: specs,
    targets: { list: () => [target], find: () => target },
    baseUrl: "http://assay.example",
    onNormalizationError: (fault) => faults.push(fault),
  });
  expect(result).toMatchObject({
    valid: false,
    summary: { errors: 1 },
    diagnostics: [{ code: "kind-is-fancy" }],
  });
  expect(faults).toEqual([
    {
      domainId: spec.domainId,
      version: spec.version,
      step: "default at /kind",
      codes: ["kind-is-fancy"],
    },
  ]);
});

test("with more problems than a result lists, errors of the normal form and warnings are kept before infos", async () => {
  const { spec, specs } = catalogOf([{ step: "default", at: "/kind", value: "plain" }], {
    "kind-is-fancy": RULES["kind-is-fancy"],
    "list-is-long": { severity: "info", check: { at: "/list/*", length: { min: 3 } } },
    "text-is-short": { severity: "warning", check: { at: "/text", length: { max: 4 } } },
  });
  const candidate = {
    list: Array.from({ length: 120 }, (_, index) => `${index}`.slice(-2)),
    text: "abcdef",
  };
  const { summary, diagnostics } = await build(specs, requestFor(spec.domainId, candidate));
  expect(summary).toMatchObject({ errors: 1, warnings: 1, truncated: true });
  expect(diagnostics).toHaveLength(100);
  expect(diagnostics[0]).toMatchObject({ code: "kind-is-fancy" });
  expect(diagnostics.at(-1)).toMatchObject({ code: "text-is-short" });
});
