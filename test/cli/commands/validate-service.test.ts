import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleRequest } from "../../support/example-request.js";
import { startService } from "../../support/service.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const service = await startService({ RATE_LIMIT_CALLS: "1000" });
const env = { ASSAY_KEY: service.key };

const ask = (args: readonly string[], cwd: string, settings: Record<string, string> = env) =>
  assayHere(["validate", "--service", service.url, ...args], { cwd, env: settings });

test("a request and a candidate without an envelope are checked by the service", async () => {
  const request = exampleRequest({ supportedStrategies: ["realstic"] });
  const folder = temporaryFolder({
    "request.json": request,
    "candidate.json": exampleRequest().candidate,
  });
  const { code, stdout } = await ask(["request.json"], folder);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/"realstic" is not a strategy.*#supported-strategies-are-known/s),
  ]);
  expect(await ask(["--domain", "generator-option", "candidate.json"], folder)).toMatchObject({
    code: 0,
  });
});

test("--fix applies the repair of the service, also that of a refused request", async () => {
  const { targetProduct, ...rest } = exampleRequest({ supportedStrategies: ["realstic"] });
  const folder = temporaryFolder({ "request.json": { target_product: targetProduct, ...rest } });
  expect(await ask(["--fix", "request.json"], folder)).toMatchObject({ code: 0 });
  const fixed = JSON.parse(readFileSync(join(folder, "request.json"), "utf8"));
  expect(fixed).toEqual(exampleRequest({ supportedStrategies: ["realistic"] }));
});

test.each<[title: string, args: string[], settings: Record<string, string>, error: RegExp]>([
  ["without a key", [], {}, /set ASSAY_KEY to a key of the service/],
  ["with a wrong key", [], { ASSAY_KEY: "ai_wrong" }, /invalid-credentials/],
  ["with rules", ["--rules", "rules"], env, /--service and --rules cannot be combined/],
])("%s it ends with 2 and says what to do", async (_, args, settings, error) => {
  const folder = temporaryFolder({ "request.json": exampleRequest() });
  const { code, stderr } = await ask([...args, "request.json"], folder, settings);
  expect([code, stderr]).toEqual([2, expect.stringMatching(error)]);
});

test("a service that cannot be reached is named", async () => {
  const folder = temporaryFolder({ "request.json": exampleRequest() });
  const unreachable = await assayHere(["validate", "--service", "localhost:1", "request.json"], {
    cwd: folder,
    env,
  });
  expect([unreachable.code, unreachable.stderr]).toEqual([
    2,
    expect.stringContaining("write it like https://"),
  ]);
});
