import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { validate } from "../src/index.js";
import { compiledSpecs } from "./support/compiled-specs.js";

const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "rules/README.md", "bench/README.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

/** Without its code blocks. */
const proseOf = (file: string) => readFileSync(file, "utf8").replace(/^ *```.*?^ *```/gms, "");

const jsonIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => json);

test("the picture of the README is what `assay validate` prints now; `npm run docs` renews it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "picture-"));
  const file = join(folder, "validate.svg");
  await promisify(execFile)(process.execPath, ["scripts/report-picture.js", file]);
  expect(await readFile(file, "utf8")).toBe(await readFile("docs/validate.svg", "utf8"));
  await rm(folder, { recursive: true });
});

test("the first response in the README is part of the real one", async () => {
  const [shown = ""] = jsonIn("README.md");
  const request = JSON.parse(await readFile("examples/tide-table.json", "utf8"));
  expect(await validate(compiledSpecs("rules"), request)).toMatchObject(JSON.parse(shown));
});

test("the rule in the README is a rule of v1, with fewer expectations", async () => {
  const [, shown = ""] = jsonIn("README.md");
  const file = "rules/generator-option/v1/rules/supported-strategies-are-unique.json";
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject(JSON.parse(shown));
});

test.each(DOCUMENTS)("every link in %s leads to a file, and to a heading where it names one", (document) => {
  const links = [...proseOf(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  for (const [link, path = "", heading] of links) {
    const file = path === "" ? document : join(dirname(document), path);
    expect([link, existsSync(file)]).toEqual([link, true]);
    if (heading !== undefined && file.endsWith(".md")) expect(headingsOf(file)).toContain(heading);
  }
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

test("the map in CONTRIBUTING.md names every room of src/, and only files that are there", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const rooms = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !text.includes(`\`${name}/\``))).toEqual([]);
  const inEngine = readdirSync("src/engine", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(inEngine.map(({ name }) => name).filter((name) => !text.includes(`\`${name}/\``))).toEqual([]);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" });
  const named = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = ""]) => file);
  const isThere = (file: string) => existsSync(file) || sources.some((source) => `/${source}`.endsWith(`/${file}`));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

test.each(DOCUMENTS)("the prose of %s is under 120 columns", (document) => {
  const lines = proseOf(document).split("\n");
  expect(lines.filter((line) => [...line].length >= 120 && !line.trimStart().startsWith("|"))).toEqual([]);
});
