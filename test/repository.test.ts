import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse as parseYaml } from "yaml";
import { validate } from "../src/index.js";
import { DESCRIPTION, VERSION } from "../src/version.js";
import { compiledSpecs } from "./support/compiled-specs.js";
import { slowTest } from "./support/runs.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const read = (file: string) => readFile(file, "utf8");
const packageJson = async () => JSON.parse(await read("package.json"));

interface Job {
  permissions?: Record<string, string>;
  steps: { run?: string }[];
}

test("where the right to publish is, no script of a package runs", async () => {
  const { jobs } = parseYaml(await read(".github/workflows/release.yml")) as {
    jobs: Record<string, Job>;
  };
  const privileged = Object.values(jobs).filter(
    ({ permissions }) => permissions?.["id-token"] === "write",
  );
  const commands = privileged.flatMap(({ steps }) =>
    steps.flatMap(({ run = "" }) => run.split(/&&|\n/)),
  );
  const installs = commands
    .map((command) => command.trim())
    .filter((command) => /^npm (?:ci|i|install)\b/.test(command));
  expect(installs).toEqual(["npm ci --ignore-scripts"]);
});

describe("a release", () => {
  const release = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [resolve("scripts/release.js"), ...args], {
      cwd,
      encoding: "utf8",
    });

  test("stops while the owner has not said where the project is, and says so", async () => {
    const { version } = await packageJson();
    const { status, stderr } = release(".", "check", `v${version}`);
    expect(status).toBe(1);
    for (const name of ["repository", "homepage", "bugs"])
      expect(stderr).toContain(`package.json has no "${name}"`);
  });

  test("takes a tag of the version in package.json, and its notes from the changelog", async () => {
    const place = {
      repository: "https://forge.example/a",
      homepage: "https://a.example",
      bugs: "https://b.example",
    };
    const changelog =
      "# Changelog\n\n## [Unreleased]\n\n- later\n\n## [2.0.0] - 2026-01-01\n\n- now\n\n## [1.0.0]\n\n- before\n";
    const folder = temporaryFolder({
      "package.json": { version: "2.0.0", ...place },
      "CHANGELOG.md": changelog,
    });
    expect(release(folder, "check", "v2.0.0")).toMatchObject({ status: 0, stderr: "" });
    expect(release(folder, "notes", "v2.0.0").stdout).toBe("- now\n");
    expect(release(folder, "check", "v3.0.0").stderr).toMatch(
      /not the version.*no section \[3\.0\.0\]/s,
    );
  });
});

slowTest("the extension for VS Code can be packaged", async () => {
  const folder = temporaryFolder();
  await cp("editors/vscode", folder, { recursive: true });
  const npm = [
    process.env.npm_execpath as string,
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--silent",
  ];
  expect(spawnSync(process.execPath, npm, { cwd: folder }).status).toBe(0);
  const vsce = resolve("test/tools/node_modules/@vscode/vsce/vsce");
  const packed = spawnSync(
    process.execPath,
    [vsce, "package", "--allow-missing-repository", "--out", "a.vsix"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect([packed.status, packed.stderr]).toEqual([0, expect.any(String)]);
  expect(existsSync(join(folder, "a.vsix"))).toBe(true);
});

const DOCUMENTS = [
  ...[
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "rules/README.md",
    "bench/README.md",
  ],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

/** Without its code blocks. */
const proseOf = (file: string) => readFileSync(file, "utf8").replace(/^ *```.*?^ *```/gms, "");

const jsonIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => json);

test("the picture of the README is what `assay validate` prints now; `npm run docs` renews it", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "validate.svg");
  await promisify(execFile)(process.execPath, ["scripts/report-picture.js", file]);
  expect(await readFile(file, "utf8")).toBe(await readFile("docs/validate.svg", "utf8"));
});

test("the response in the README is part of the real one", async () => {
  const shown = jsonIn("README.md").at(-1) as string;
  const request = JSON.parse(await readFile("examples/tide-table.json", "utf8"));
  expect(await validate(compiledSpecs("rules"), request)).toMatchObject(JSON.parse(shown));
});

test.each(DOCUMENTS)(
  "every link in %s leads to a file, and to a heading where it names one",
  (document) => {
    const links = [...proseOf(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    for (const [link, path = "", heading] of links) {
      const file = path === "" ? document : join(dirname(document), path);
      expect([link, existsSync(file)]).toEqual([link, true]);
      if (heading !== undefined && file.endsWith(".md"))
        expect(headingsOf(file)).toContain(heading);
    }
  },
);

test.each([
  ["README, guides, changelog and docs", /^(?:docs\/[^/]+|rules\/README|[CR][^/]+)\.md$/, 15_100],
  ["the docs", /^docs\/[^/]+$/, 11_500],
  ["the reference of rule files", /rules-reference/, 3_500],
])("%s stay short enough to be read", (_, pages, most) => {
  const texts = DOCUMENTS.filter((file) => pages.test(file)).map((file) =>
    readFileSync(file, "utf8"),
  );
  expect(texts.join(" ").split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
});

test("the README starts with how to run the project, and how to test it", () => {
  expect(readFileSync("README.md", "utf8")).toMatch(
    /^npm ci && npm start +#.*\nnpm ci && npm test +#/m,
  );
});

test("the glossary has at most ten terms", () => {
  const [, glossary = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("### Glossary");
  const terms = glossary.split("\n## ")[0]?.match(/^- \*\*/gm) ?? [];
  expect([terms.length > 0, terms.length <= 10]).toEqual([true, true]);
});

/** As forges make anchors of them. */
function headingsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(["src", "src/engine"])("the map in CONTRIBUTING.md names every room of %s/", (folder) => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !text.includes(`\`${name}/\``))).toEqual(
    [],
  );
});

test.each(DOCUMENTS)("%s names only sources that are there", (document) => {
  const text = readFileSync(document, "utf8");
  const sources = ["src", "web"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }),
  );
  const named = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = ""]) => file);
  const isThere = (file: string) =>
    existsSync(file) || sources.some((source) => `/${source}`.endsWith(`/${file}`));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

test("the entry for the MCP registry has our version, respects the limits and marks the key as secret", async () => {
  const entry = JSON.parse(await readFile("server.json", "utf8"));
  expect(entry.version).toBe(VERSION);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.description).toBe(DESCRIPTION);
  // Of a package that is not published, the name could be taken by anybody.
  const manifest = await packageJson();
  expect([entry.packages, manifest.private, manifest.mcpName]).toEqual([
    undefined,
    true,
    entry.name,
  ]);
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: "streamable-http", url: "https://{host}/mcp" });
  expect(Object.keys(remote.variables)).toEqual(["host"]);
  expect(remote.headers).toEqual([
    expect.objectContaining({ name: "Authorization", isSecret: true }),
  ]);
});
