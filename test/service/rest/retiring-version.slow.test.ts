import { dirname } from "node:path";
import { DOMAIN, newSecondDraft } from "../../cli/palette.js";
import { ask, modern, toolCall } from "../../support/mcp.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";
import { temporaryFile } from "../../support/temporary-file.js";

/** Palettes, and a second version with shorter titles. */
const { rules, run } = await newSecondDraft();
await rules.replace("v2/candidate.schema.json", '"maxLength": 80', '"maxLength": 60');
expect(await run("release", DOMAIN, "v2", "--accept-changes")).toMatchObject({
  code: 0,
  stderr: "",
});
await run("retire", DOMAIN, "v1", "--on", "2027-01-31", "--deprecated-on", "2026-06-30");
const targets = await temporaryFile({
  targets: [
    {
      id: "shop",
      url: "http://shop.test",
      domains: [DOMAIN],
      registry: { file: (await temporaryFile({ ids: [] })).path },
    },
  ],
});
const service = await startService({
  RULES_DIR: dirname(rules.folder),
  TARGETS_FILE: targets.path,
});

const LONG = { title: "a".repeat(61) };
const requestOf = (candidate: object = {}) => ({
  targetProduct: "shop",
  domainId: DOMAIN,
  candidate: { title: "Autumn", kind: "first", ...candidate },
});
const inV1 = (candidate?: object) => ({ ...requestOf(candidate), specVersion: "v1" });
const validate = async (request: object) => {
  const { status, headers, body } = await send(service, {
    path: "/api/validate",
    body: JSON.stringify(request),
  });
  expect(status).toBe(200);
  return { dates: [headers.get("Deprecation"), headers.get("Sunset")], result: JSON.parse(body) };
};

test("a verdict by a version that retires says so in headers and a diagnostic, and over MCP", async () => {
  const { dates, result } = await validate(inV1(LONG));
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
        message: "spec package v1 retires on 2027-01-31; validate against v2",
        helpUrl: expect.stringMatching(/\/v1#version-retires$/),
      },
    ],
  });
  const { rpc } = await ask(
    service.url,
    toolCall(modern, service.key)("validateProposal", inV1(LONG)),
  );
  expect(rpc.result?.structuredContent).toEqual(result);
  expect(rpc.result?.content[0]?.text).toMatch(
    /^Valid\. Spec package v1 is deprecated since 2026-06-30\. Call /,
  );
  expect(rpc.result?.content[0]?.text).toContain(
    "spec package v1 retires on 2027-01-31; validate against v2",
  );
});

test("the current version says nothing of the kind", async () => {
  const { dates, result } = await validate(requestOf());
  expect(dates).toEqual([null, null]);
  expect(result).toMatchObject({ specPackage: { version: "v2" }, diagnostics: [] });
});

test("the list of versions has the dates, and what changed", async () => {
  const { body } = await send(service, { path: `/spec-packages/${DOMAIN}` });
  const [v1, v2] = JSON.parse(body).versions;
  expect(v1).toMatchObject({
    deprecated: true,
    deprecatedOn: "2026-06-30",
    retiresOn: "2027-01-31",
  });
  expect(v1).not.toHaveProperty("changes");
  const pointer = "/shape/properties/title/maxLength";
  expect(v2).toMatchObject({
    since: "v1",
    changes: [
      { pointer, text: `${pointer} is 60, was 80`, accepts: "less", says: expect.any(String) },
    ],
  });
});

test("a package in place of a candidate is refused with what to send", async () => {
  const built = await send(service, { path: "/api/build", body: JSON.stringify(inV1()) });
  const { proposalPackage } = JSON.parse(built.body);
  const refused = await send(service, {
    path: "/api/validate",
    body: JSON.stringify({ ...requestOf(), candidate: proposalPackage }),
  });
  const detail = 'the candidate is a whole package; send its "proposal" as the candidate';
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body)).toMatchObject({
    code: "invalid-request",
    detail,
    errors: [{ pointer: "/candidate", detail }],
  });
  expect(
    (await validate({ ...requestOf(), candidate: proposalPackage.proposal })).result.valid,
  ).toBe(true);
});
