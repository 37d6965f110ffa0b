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

test("what others publish is named by what it contains, not only by a tag that can be moved", async () => {
  const [image, composition, workflow] = await Promise.all(
    ["Dockerfile", "docker-compose.yml", ".github/workflows/test.yml"].map(read),
  );
  const all = (text: string | undefined, pattern: RegExp) =>
    [...(text ?? "").matchAll(pattern)].map(([, name]) => name);
  const stages = all(image, /^FROM .* AS (\w+)$/gm);
  const images = [...all(image, /^FROM (\S+)/gm), ...all(composition, /^ +image: (\S+)/gm)];
  const published = images.filter((name) => !stages.includes(name));
  expect(published).toHaveLength(5);
  for (const name of published) expect(name).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  const actions = all(workflow, /uses: (.*)$/gm);
  expect(actions).toHaveLength(2);
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const { extends: presets } = JSON.parse(await read("renovate.json"));
  expect(presets).toEqual(expect.arrayContaining(["docker:pinDigests", "helpers:pinGitHubActionDigests"]));
});
