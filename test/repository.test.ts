import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";

const TESTS = "npm ci && npm test";

const read = (file: string) => readFile(file, "utf8");
const packageJson = async () => JSON.parse(await read("package.json"));

interface Workflow {
  jobs: { test: { strategy: { matrix: { node: number[] } }; steps: { run?: string }[] } };
}

test.each(["README.md", "CONTRIBUTING.md", ".ci/run"])("%s runs the tests by the one command", async (file) => {
  expect((await read(file)).split("\n").map((line) => line.replace(/ *#.*/, ""))).toContain(TESTS);
});

test("so does the workflow, from the oldest Node that is supported on", async () => {
  const { jobs } = parseYaml(await read(".github/workflows/test.yml")) as Workflow;
  expect(jobs.test.steps.flatMap(({ run = [] }) => run)).toEqual([TESTS]);
  const oldest = Number((await read(".node-version")).trim());
  expect(jobs.test.strategy.matrix.node).toEqual([oldest, oldest + 2, oldest + 4]);
  expect((await packageJson()).engines.node).toMatch(new RegExp(`^>=${oldest}\\.`));
});

test("npm scripts run under any shell: programs and their arguments, joined by && alone", async () => {
  const { scripts } = await packageJson();
  const shellDependent = Object.entries<string>(scripts).filter(([, script]) =>
    script.split(" && ").some((command) => !/^(?:npm|node|tsc|biome)(?: [\w./:=-]+)*$/.test(command)),
  );
  expect(shellDependent).toEqual([]);
});
