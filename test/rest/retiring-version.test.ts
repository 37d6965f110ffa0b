import { cpSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyPatch } from "rfc6902";
import { assayHere } from "../cli/run-assay.js";
import { BOTH_DOMAINS, contractRequest } from "../support/example-request.js";
import { ask, modern, toolCall } from "../support/mcp.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** Data contracts, and a second version with fewer regions and more tags. */
const root = temporaryFolder();
const rules = join(root, "examples/rules");

cpSync("examples/rules", rules, { recursive: true });
cpSync("rules", join(root, "rules"), { recursive: true });
const run = (...args: string[]) => assayHere(["rules", ...args, "--rules", rules]);
await run("release", "data-contract", "v1");
await run("new", "data-contract", "v2", "--from", "v1");
const shape = join(rules, "data-contract/v2/candidate.schema.json");
const text = await readFile(shape, "utf8");
await writeFile(shape, text.replace('"maxItems": 20', '"maxItems": 2').replace('"maxItems": 10', '"maxItems": 12'));
expect(await run("release", "data-contract", "v2", "--announce")).toMatchObject({ code: 0, stderr: "" });
await run("retire", "data-contract", "v1", "--on", "2027-01-31", "--deprecated-on", "2026-06-30");
const service = await startService({
  ...BOTH_DOMAINS,
  RULES_DIR: BOTH_DOMAINS.RULES_DIR.replace("examples/rules", rules),
});

const THREE = { regions: ["DE", "FR", "IT"] };
const inV1 = (candidate: object = {}) => ({ ...contractRequest({ ...candidate }), specVersion: "v1" });
const validate = async (request: object) => {
  const { status, headers, body } = await send(service, { path: "/api/validate", body: JSON.stringify(request) });
  expect(status).toBe(200);
  return { dates: [headers.get("Deprecation"), headers.get("Sunset")], result: JSON.parse(body) };
};

test("a verdict by a version that retires says so in headers and in a diagnostic", async () => {
  const { dates, result } = await validate(inV1(THREE));
  expect(dates).toEqual([`@${Date.UTC(2026, 5, 30) / 1000}`, "Sun, 31 Jan 2027 00:00:00 GMT"]);
  expect(result).toMatchObject({
    valid: true,
    summary: { errors: 0, warnings: 0 },
    specPackage: { version: "v1", deprecatedOn: "2026-06-30", retiresOn: "2027-01-31" },
    diagnostics: [
      {
        code: "version-retires",
        severity: "info",
        path: "",
        message: expect.stringMatching(
          /^spec package v1 retires on 2027-01-31; v2 would say: too-many-items at \/candidate\/regions: .+/,
        ),
        helpUrl: expect.stringMatching(/\/v1#version-retires$/),
      },
    ],
  });
  const accepted = await validate(inV1());
  expect(accepted.result.diagnostics[0].message).toMatch(/; v2 accepts this candidate as it is$/);
});

test("the current version says nothing of the kind", async () => {
  const { dates, result } = await validate(contractRequest());
  expect(dates).toEqual([null, null]);
  expect(result).toMatchObject({ specPackage: { version: "v2" }, diagnostics: [] });
});

test("over MCP it is the same sentence", async () => {
  const { result } = await validate(inV1(THREE));
  const { rpc } = await ask(service.url, toolCall(modern, service.key)("validateProposal", inV1(THREE)));
  expect(rpc.result?.structuredContent).toEqual(result);
  expect(rpc.result?.content[0]?.text).toMatch(/^Valid\. Spec package v1 is deprecated since 2026-06-30\. Call /);
  expect(rpc.result?.content[0]?.text).toContain("spec package v1 retires on 2027-01-31; v2 would say: too-many-items");
});

test("the list of versions has the dates, and what changed", async () => {
  const { body } = await send(service, { path: "/spec-packages/data-contract" });
  const [v1, v2] = JSON.parse(body).versions;
  expect(v1).toMatchObject({ deprecated: true, deprecatedOn: "2026-06-30", retiresOn: "2027-01-31" });
  expect(v1).not.toHaveProperty("changes");
  expect(v2).toMatchObject({
    since: "v1",
    changes: [
      {
        pointer: "/shape/properties/regions/maxItems",
        text: "/shape/properties/regions/maxItems is 2, was 20",
        effects: ["breaking"],
        says: expect.any(String),
      },
      { pointer: "/shape/properties/tags/maxItems", effects: ["widening"] },
    ],
  });
});

describe("a package in place of a candidate", () => {
  const sendPackage = async (candidate: object) => {
    const built = JSON.parse((await send(service, { path: "/api/build", body: JSON.stringify(inV1(candidate)) })).body);
    return { ...contractRequest(), candidate: built.proposalPackage };
  };

  test("is recognised in the property that a submission has it in", async () => {
    const { candidate, ...request } = await sendPackage(THREE);
    const { result } = await validate({ ...request, candidate: { proposalPackage: candidate } });
    const path = "/candidate/proposalPackage/proposal";
    expect(result).toMatchObject({
      diagnostics: [{ code: "candidate-is-a-package" }, { code: "too-many-items", path: `${path}/regions` }],
      repair: { patch: [{ op: "move", from: path, path: "/candidate" }], remaining: 1 },
    });
  });

  test("is recognised, and the repair brings it to the version that is asked for", async () => {
    const request = await sendPackage({});
    const { result } = await validate({ ...request, applyRepair: true });
    expect(result).toMatchObject({
      valid: false,
      summary: { errors: 1, fixable: 1 },
      diagnostics: [
        {
          code: "candidate-is-a-package",
          severity: "error",
          path: "/candidate",
          message: expect.stringMatching(/a whole package, built with "v1".* assay migrate --to v2$/),
          fixes: [{ applicability: "machine-applicable" }],
        },
      ],
      repair: { patch: [{ op: "move", from: "/candidate/proposal", path: "/candidate" }], remaining: 0 },
    });
    const repaired = structuredClone(request);
    expect(applyPatch(repaired, result.repair.patch)).toEqual([null]);
    expect(repaired.candidate).toEqual(result.repaired);
    expect((await validate(repaired)).result).toMatchObject({ valid: true, specPackage: { version: "v2" } });
  });

  test("has the diagnostics of its proposal, where that is, with fixes that apply", async () => {
    const request = await sendPackage(THREE);
    const { proposal } = request.candidate;
    const broken = { ...request, candidate: { ...request.candidate, proposal: { ...proposal, retentionDays: "30" } } };
    const { result } = await validate(broken);
    expect(result.diagnostics).toMatchObject([
      { code: "candidate-is-a-package" },
      { code: "too-many-items", path: "/candidate/proposal/regions" },
      {
        code: "wrong-type",
        path: "/candidate/proposal/retentionDays",
        fixes: [{ applicability: "machine-applicable" }, { applicability: "has-placeholders" }],
      },
    ]);
    expect(result.repair.remaining).toBe(1);
    for (const { fixes } of result.diagnostics)
      for (const { patch } of fixes) expect(applyPatch(structuredClone(broken), patch)).toEqual(patch.map(() => null));
    const repaired = structuredClone(broken);
    applyPatch(repaired, result.repair.patch);
    expect((await validate(repaired)).result.summary.errors).toBe(1);
  });
});
