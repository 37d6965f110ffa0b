import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { slowTest } from "../support/runs.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const run = promisify(execFile);
const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  "#39": "'",
};

const service = await startService({ RATE_LIMIT_CALLS: "1000" });

/** The blocks of code of a page with a label, as a person would copy them. */
async function snippets(path: string, label: string): Promise<string[]> {
  // Pages name the address at which they were asked for.
  const headers = {
    Authorization: undefined,
    Accept: "text/html",
    Host: new URL(service.url).host,
  };
  const { body } = await send(service, { path, headers });
  const block = new RegExp(
    `<pre tabindex="0" role="group" aria-label="${label}"><code>(.*?)</code></pre>`,
    "gs",
  );
  return [...body.matchAll(block)].map(([, code = ""]) =>
    code.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] as string),
  );
}

/** Runs every snippet with a program, and reads what each prints. */
async function outputs(
  path: string,
  label: string,
  program: string,
  ...options: string[]
): Promise<string[]> {
  const env = { ...process.env, ASSAY_KEY: service.key };
  const codes = await snippets(path, label);
  return Promise.all(
    codes.map(async (code) => (await run(program, [...options, code], { env })).stdout),
  );
}

/**
 * Runs every snippet of JavaScript as a module of its own, one after the other: to start Node takes
 * most of the time.
 */
async function outputsInNode(path: string): Promise<string[]> {
  const modules = (await snippets(path, "JavaScript")).map(
    (code) => `data:text/javascript,${encodeURIComponent(code)}`,
  );
  const script = `for (const url of ${JSON.stringify(modules)}) { await import(url); console.log("\\0"); }`;
  const env = { ...process.env, ASSAY_KEY: service.key };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env });
  return stdout.split("\0\n").slice(0, -1);
}

const OPERATIONS = 10;
const TOOLS = 3;

test("the calls of the reference for curl work as they are", async () => {
  const printed = await outputs("/reference", "curl", "sh", "-c");
  expect(printed).toHaveLength(OPERATIONS);
  const answers = printed.map((text) => JSON.parse(text));
  expect(answers[0].domains[0].domainId).toBe("generator-option");
  expect([answers[1].valid, answers[2].proposalPackage.domainId]).toEqual([
    true,
    "generator-option",
  ]);
  expect(answers[3].result.isError).not.toBe(true);
  for (const { status } of answers.slice(4))
    expect([undefined, "released", 429, "ok", "ready"]).toContain(status);
});

test("the calls of the reference for MCP work as they are", async () => {
  const printed = await outputs("/reference", "MCP", "sh", "-c");
  const results = printed.map((text) => JSON.parse(text).result);
  expect(results).toHaveLength(TOOLS);
  for (const { isError, structuredContent } of results) {
    expect(isError).not.toBe(true);
    expect(structuredContent).toBeDefined();
  }
  expect(results[2].structuredContent.valid).toBe(true);
});

test("the calls of the reference and the start page for JavaScript work as they are", async () => {
  for (const path of ["/reference", "/"]) {
    const printed = await outputsInNode(path);
    expect(printed).toHaveLength(path === "/" ? 1 : OPERATIONS);
    // The first call of the start page shows errors and their repair.
    const expected =
      path === "/" ? /^\{\s*valid: false.+errors: 2.+repair: \{/s : /^\{\s*valid: true/;
    expect(printed.filter((text) => expected.test(text))).toHaveLength(path === "/" ? 1 : 2);
  }
});

slowTest("the calls of the reference and the start page for Python work as they are", async () => {
  const hasPython = await run("python3", ["-c", "import urllib.request"]).then(
    () => true,
    () => false,
  );
  if (!hasPython) return console.warn("skipped: no python3 on the PATH");
  for (const path of ["/reference", "/"]) {
    const printed = await outputs(path, "Python", "python3", "-c");
    expect(printed).toHaveLength(path === "/" ? 1 : OPERATIONS);
    const start = path === "/" ? "{'valid': False" : "{'valid': True";
    expect(printed.filter((text) => text.startsWith(start))).toHaveLength(path === "/" ? 1 : 2);
  }
});
