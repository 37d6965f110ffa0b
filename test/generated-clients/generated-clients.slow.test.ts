import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build as bundle } from "esbuild";
import { exampleRequest } from "../support/example-request.js";
import { slowTest } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

/** Has the generators in a package of its own, which `npm run test:all` installs. */
const FOLDER = "test/generated-clients";
const GENERATED = join(FOLDER, ".generated");

const run = promisify(execFile);
const npx = (...args: string[]) => run("npx", ["--no-install", ...args], { cwd: FOLDER });

let service: RunningService;
/** Only where a test runs: without them, nothing is installed. */
let prepared: Promise<void> | undefined;
const prepare = () => {
  prepared ??= generate();
  return prepared;
};

async function generate(): Promise<void> {
  service = await startService();
  await rm(GENERATED, { recursive: true, force: true });
  await mkdir(GENERATED);
  await writeFile(
    join(GENERATED, "openapi.json"),
    await (await fetch(`${service.url}/openapi.json`)).text(),
  );
  await npx(
    "openapi-typescript",
    ".generated/openapi.json",
    "-o",
    ".generated/openapi-typescript/schema.d.ts",
  );
  await npx("openapi-ts", "-i", ".generated/openapi.json", "-o", ".generated/hey-api");
  await npx(
    "orval",
    "-i",
    ".generated/openapi.json",
    "-o",
    ".generated/orval/client.ts",
    "--client",
    "fetch",
  );
}

slowTest("generated clients compile strictly, without a cast", async () => {
  await prepare();
  await npx("tsc", "-p", ".").catch(({ stdout }) => {
    throw new Error(stdout);
  });
});

slowTest.each(["openapi-fetch", "hey-api", "orval"])(
  "a client of %s gets from the domains to a package",
  async (name) => {
    await prepare();
    const outfile = join(GENERATED, `${name}.mjs`);
    const entryPoints = [join(FOLDER, "clients", `${name}.ts`)];
    await bundle({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
    const proposal = exampleRequest({ supportedStrategies: ["fast", "realstic"] });
    const env = {
      SERVICE_URL: service.url,
      SERVICE_KEY: service.key,
      PROPOSAL: JSON.stringify(proposal),
    };
    const { stdout } = await run(process.execPath, [outfile], { env });
    expect(stdout).toMatch(/^sha256:[0-9a-f]{64}$/);
  },
);

slowTest("Spectral's recommended rules find nothing", async () => {
  await prepare();
  const { stdout } = await run(process.execPath, ["spectral.js", ".generated/openapi.json"], {
    cwd: FOLDER,
  });
  expect(JSON.parse(stdout)).toEqual([]);
});
