import { assayHere } from "../cli/run-assay.js";
import { exampleRequest } from "../support/example-request.js";
import { assay } from "../support/program.js";
import { RulesFolder } from "../support/rules-folder.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const rules = new RulesFolder();
// First by name, a draft, and without a target product.
expect((await assayHere(["rules", "new", "colour-palette", "v1", "--rules", rules.dir])).code).toBe(
  0,
);
for (const version of ["v2", "v3", "v4"]) {
  rules.copy("generator-option/v1", `generator-option/${version}`);
  rules.edit(`generator-option/${version}/spec.json`, { "/status": "draft" });
}
rules.edit("generator-option/v2/rules/generator-id-is-free.json", { "/severity": "fatal" });
rules.edit("generator-option/v4/rules/generator-id-is-free.json", {
  "/check/not-registered": "archive",
});
rules.edit("generator-option/v4/examples/city-weather.json", {
  "/registries": { archive: ["person-name"] },
});
const service = await startService({ RULES_DIR: rules.dir });

test("a draft with an error is left out; every other version and domain is served", async () => {
  const { status, body } = await send(service, { path: "/readyz" });
  const { specPackages, brokenDrafts } = JSON.parse(body);
  expect(status).toBe(200);
  expect(specPackages).toMatchObject([
    { domainId: "colour-palette", version: "v1", status: "draft", current: false },
    { domainId: "generator-option", version: "v1", status: "released", current: true },
    { domainId: "generator-option", version: "v3", status: "draft", current: false },
    { domainId: "generator-option", version: "v4", status: "draft", current: false },
  ]);
  expect(brokenDrafts).toEqual([
    { domainId: "generator-option", version: "v2", errors: expect.any(Number) },
  ]);
  for (const request of [exampleRequest(), exampleRequest({}, { specVersion: "v3" })]) {
    const answer = await send(service, { path: "/api/validate", body: JSON.stringify(request) });
    expect([answer.status, JSON.parse(answer.body).valid]).toEqual([200, true]);
  }
  const draft = exampleRequest({}, { specVersion: "v2" });
  const refused = JSON.parse(
    (await send(service, { path: "/api/validate", body: JSON.stringify(draft) })).body,
  );
  expect(refused).toMatchObject({
    code: "unknown-spec-version",
    detail: expect.stringMatching(/supported: v1, v3, v4$/),
  });
});

test("the log says so once, with file, line, column and message", () => {
  const file = `${rules.dir}/generator-option/v2/rules/generator-id-is-free.json`;
  expect(service.logged("draft left out")).toMatchObject([
    {
      level: "warn",
      domainId: "generator-option",
      version: "v2",
      errors: [
        expect.stringMatching(new RegExp(`^${file}:3:\\d+: /severity: .*"error", "warning"`)),
      ],
    },
  ]);
});

test("the log warns of a registry that rules ask and a target does not have", () => {
  expect(service.logged("registry missing in the targets file")).toMatchObject([
    {
      level: "warn",
      target: "sample-studio",
      registry: "archive",
      specPackages: ["generator-option/v4"],
    },
  ]);
});

test("only the log names files of the machine", async () => {
  expect((await send(service, { path: "/readyz" })).body).not.toContain(rules.dir);
});

test("the service prints a development key and a first call that works, whatever other domains exist", async () => {
  const [, url = "", key, body = ""] =
    /^curl -sS '(\S+)' .*Authorization: Bearer (\S+)".* -d '(.*?)'$/ms.exec(service.output()) ?? [];
  expect(key).toBe(service.key);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  // The printed host name need not resolve on this machine.
  const answer = await fetch(url.replace("localhost", "127.0.0.1"), {
    method: "POST",
    headers,
    body,
  });
  expect(await answer.json()).toMatchObject({ valid: false, repair: { remaining: 0 } });
});

test("a start that fails leaves no line of the log out", async () => {
  const { port } = new URL(service.url);
  const { code, stdout, stderr } = await assay(["serve"], {
    env: { PORT: port, RULES_DIR: rules.dir },
  });
  expect([code, stderr]).toEqual([78, expect.stringContaining("PORT: address already in use")]);
  expect(stdout).toContain("draft left out");
  expect(stdout).toContain("registry missing in the targets file");
});
