import { cp, mkdir, readFile, rename, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../support/eventually.js";
import { ask, modern } from "../../support/mcp.js";
import { metricOf } from "../../support/metrics.js";
import { copyRules } from "../../support/rules-folder.js";
import { slowTest } from "../../support/runs.js";
import { ready, send } from "../../support/send.js";
import { type RunningService, startService } from "../../support/service.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const DOMAIN = "rollout-plan";
const RULE = "v1/rules/stage-ids-are-unique.json";
const SHAPE = "v1/candidate.schema.json";
const TARGET = {
  id: "shop",
  url: "http://shop.test",
  domains: [DOMAIN],
  registry: { file: "taken.json" },
};
const root = temporaryFolder();
const folder = join(root, "live");
let service: RunningService;

/**
 * As deployments do it: RULES_DIR is a link to the rules of one commit, and in the second one a
 * domain is a link too. A small domain, since each change has all of it checked.
 */
beforeAll(async () => {
  // Where the files of the examples look for their schemas.
  copyRules(join(root, "rules"));
  for (const commit of ["one", "two"]) {
    await cp(join("examples/rules", DOMAIN), fileOf(commit), { recursive: true });
    await cp(fileOf(commit, "v1"), fileOf(commit, "v2"), { recursive: true });
    await edit(commit, "v1/spec.json", '"status": "draft"', '"status": "released"');
  }
  await mkdir(join(folder, "linked"));
  await rename(fileOf("two"), join(folder, "linked", DOMAIN));
  await symlink(`../linked/${DOMAIN}`, fileOf("two"));
  await symlink("one", join(folder, "rules"));
  await writeFile(join(folder, "taken.json"), JSON.stringify({ generators: [] }));
  await writeTargets([TARGET]);
  service = await startService({
    RULES_DIR: join(folder, "rules"),
    TARGETS_FILE: join(folder, "targets.json"),
    RATE_LIMIT_CALLS: "10000",
  });
});

const fileOf = (commit: string, file = "") => join(folder, commit, DOMAIN, file);
const writeTargets = (targets: object[]) =>
  writeFile(join(folder, "targets.json"), JSON.stringify({ targets }));
const digestOf = async (version: string): Promise<string> =>
  (await ready(service)).specPackages.find((one: { version: string }) => one.version === version)
    .digest;
const edit = async (commit: string, file: string, old: string, now: string) => {
  const before = await readFile(fileOf(commit, file), "utf8");
  expect(before).toContain(old);
  await writeFile(fileOf(commit, file), before.replaceAll(old, now));
};
const messageFor = async (specVersion: string) => {
  const stages = [
    { id: "all", share: 50 },
    { id: "all", share: 50 },
  ];
  const candidate = { title: "Search", channel: "mail", stages };
  const request = { targetProduct: TARGET.id, domainId: DOMAIN, specVersion, candidate };
  const { body } = await send(service, { path: "/api/validate", body: JSON.stringify(request) });
  return JSON.parse(body).diagnostics[0].message as string;
};
const reloads = (outcome: string) => metricOf(service, "assay_reloads_total", { outcome });

test("a change is live without a restart, in verdicts, documents, OpenAPI, metrics and the tools of MCP", async () => {
  const before = await digestOf("v1");
  await edit("one", RULE, "is the id of another stage", "is used twice");
  await edit("one", SHAPE, '"maxItems": 20', '"maxItems": 7');
  await eventually(async () => (await digestOf("v1")) !== before);
  const digest = await digestOf("v1");
  expect(await messageFor("v1")).toContain("is used twice");
  const document = await send(service, { path: "/spec-packages/rollout-plan/v1" });
  expect(document.body).toContain("is used twice");
  expect(document.body).toContain(digest);
  const page = await send(service, {
    path: "/rules/rollout-plan/v1",
    headers: { Accept: "text/html" },
  });
  expect(page.body).toContain("is used twice");
  const openApi = await send(service, { path: "/openapi.json" });
  expect(openApi.body).toContain(digest);
  expect(openApi.body).not.toContain(before);
  const { rpc } = await ask(service.url, modern("tools/list"));
  expect(JSON.stringify(rpc.result)).toContain("(..7)");
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
  expect(metrics).toContain(`digest="${digest}"`);
  expect(metrics).not.toContain(`version="v1",digest="${before}"`);
  expect(await reloads("loaded")).toBe(1);
});

test("a change with an error is not used: log, /readyz and a metric say so until it is corrected", async () => {
  const before = await digestOf("v1");
  await edit("one", RULE, '"severity": "error"', '"severity": "fatal"');
  await eventually(async () => (await ready(service)).rejected !== undefined);
  const { rejected } = await ready(service);
  expect(await digestOf("v1")).toBe(before);
  expect(rejected.first[0]).toMatch(
    /^rollout-plan\/v1\/rules\/stage-ids-are-unique\.json:\d+:\d+: has an error/,
  );
  expect(JSON.stringify(rejected)).not.toContain(root);
  expect(await messageFor("v1")).toContain("is used twice");
  expect(await reloads("rejected")).toBe(1);
  const rejections = () =>
    service.logged("rules or targets have errors; the last good ones stay in use");
  await eventually(() => rejections().length > 0);
  const place = join(folder, "rules", DOMAIN, RULE);
  expect(rejections()).toMatchObject([
    { level: "error", errors: expect.arrayContaining([expect.stringContaining(place)]) },
  ]);
  await edit("one", RULE, '"severity": "fatal"', '"severity": "error"');
  await eventually(async () => (await ready(service)).rejected === undefined);
  expect(await digestOf("v1")).toBe(before);
});

test("a draft with errors keeps its last good form, and other changes go live", async () => {
  const before = { v1: await digestOf("v1"), v2: await digestOf("v2") };
  const spec = await readFile(fileOf("one", "v2/spec.json"), "utf8");
  await writeFile(fileOf("one", "v2/spec.json"), spec.slice(0, spec.length / 2));
  await edit("one", RULE, "is used twice", "is there twice");
  await eventually(async () => (await digestOf("v1")) !== before.v1);
  const { rejected, brokenDrafts } = await ready(service);
  expect(rejected).toBeUndefined();
  expect(brokenDrafts).toEqual([{ domainId: DOMAIN, version: "v2", errors: 1 }]);
  expect(await digestOf("v2")).toBe(before.v2);
  expect(await messageFor("v2")).toContain("is the id of another stage");
  await eventually(() => service.logged("draft not updated").length > 0);
  await writeFile(fileOf("one", "v2/spec.json"), spec);
  await eventually(async () => (await ready(service)).brokenDrafts.length === 0);
});

slowTest("a link that is swapped is followed, and a link inside it", async () => {
  const before = await digestOf("v1");
  await edit("two", RULE, "is the id of another stage", "occurs twice");
  await symlink("two", join(folder, "next"));
  await rename(join(folder, "next"), join(folder, "rules"));
  await eventually(async () => (await digestOf("v1")) !== before);
  expect(await messageFor("v1")).toContain("occurs twice");
  const swapped = await digestOf("v1");
  await edit("two", RULE, "occurs twice", "occurs more than once");
  await eventually(async () => (await digestOf("v1")) !== swapped);
  expect(await messageFor("v1")).toContain("occurs more than once");
});

slowTest(
  "the targets file is read again too, and one that names an unknown domain is not used",
  async () => {
    const another = { ...TARGET, id: "another-shop" };
    await writeTargets([TARGET, another]);
    await eventually(async () => (await ready(service)).registries.length === 2);
    expect((await send(service, { path: "/api/domains" })).body).toContain("another-shop");
    await writeTargets([{ ...another, domains: ["unheard-of"] }]);
    await eventually(async () => (await ready(service)).rejected !== undefined);
    expect((await ready(service)).rejected.first[0]).toMatch(/^targets\.json:1:\d+: has an error/);
    const logged = () =>
      JSON.stringify(
        service.logged("rules or targets have errors; the last good ones stay in use"),
      );
    await eventually(() => logged().includes('\\"unheard-of\\" is not a domain'));
    await writeTargets([TARGET]);
    await eventually(async () => (await ready(service)).registries.length === 1);
  },
);

slowTest("targets are in use as soon as the registry file that they name is there", async () => {
  const another = { ...TARGET, id: "another-shop", registry: { file: "late.json" } };
  await writeTargets([TARGET, another]);
  await eventually(async () => (await ready(service)).rejected !== undefined);
  await writeFile(join(folder, "late.json"), JSON.stringify({ generators: [] }));
  await eventually(async () => (await ready(service)).rejected === undefined);
  expect((await send(service, { path: "/api/domains" })).body).toContain("another-shop");
  await writeTargets([TARGET]);
  await eventually(async () => (await ready(service)).registries.length === 1);
});

slowTest("SIGHUP reads everything again", async () => {
  const before = await reloads("loaded");
  service.process.kill("SIGHUP");
  await eventually(async () => (await reloads("loaded")) === before + 1);
});

slowTest("rules that are gone stay in use until there are others", async () => {
  await unlink(join(folder, "rules"));
  await eventually(async () => (await ready(service)).rejected !== undefined);
  expect(JSON.stringify((await ready(service)).rejected)).not.toContain(root);
  expect(await messageFor("v1")).toContain("occurs more than once");
  await symlink("two", join(folder, "rules"));
  await eventually(async () => (await ready(service)).rejected === undefined);
});
