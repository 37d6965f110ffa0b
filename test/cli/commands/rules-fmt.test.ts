import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatSpecText } from "../../../src/specs/format-spec-file.js";
import fc from "../../support/fast-check.js";
import { copyRules } from "../../support/rules-folder.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const SPACE = fc.constantFrom("", "", " ", "\n", "\n\n", "\n  ");
const STRING = fc
  .tuple(fc.nat(60), fc.constantFrom("", "\u00e9", "\\\\", "\u65e5\u672c"))
  .map(([size, end]) => `"${"x".repeat(size)}${end}"`);
const NUMBER = fc.oneof(fc.integer().map(String), fc.constantFrom("1.50", "1.0", "1e5", "-0.5E+03", "1e-00"));

/** JSON with white space wherever it may be. */
const { document } = fc.letrec<{ document: string; array: string; object: string }>((tie) => {
  const listed = (parts: fc.Arbitrary<[string, string, string][]>, [open, close]: string) =>
    fc.tuple(SPACE, parts).map(([start, some]) => {
      const items = some.map(([part, before, after]) => [part + before, after] as const);
      return `${open}${start}${items.map(([part, after], at) => part + (at < items.length - 1 ? `,${after}` : "")).join("")}${close}`;
    });
  const member = (part: fc.Arbitrary<string>) => fc.array(fc.tuple(part, SPACE, SPACE), { maxLength: 6 });
  return {
    document: fc.oneof({ maxDepth: 4 }, STRING, NUMBER, fc.constantFrom("true", "null"), tie("array"), tie("object")),
    array: fc.oneof(
      listed(member(tie("document")), "[]"),
      listed(fc.array(fc.tuple(NUMBER, SPACE, SPACE), { maxLength: 30 }), "[]"),
    ),
    object: listed(
      member(tie("document")).map((parts) => parts.map(([part, ...space], at) => [`"k${at}": ${part}`, ...space])),
      "{}",
    ),
  };
});

test("a text is formatted as Biome formats it", async () => {
  const folder = temporaryFolder();
  const texts = fc.sample(document, 300);
  await writeFile(join(folder, "biome.json"), await readFile("biome.json"));
  await Promise.all(texts.map((text, at) => writeFile(join(folder, `${at}.json`), text)));
  execFileSync(resolve("node_modules/.bin/biome"), ["format", "--write", "--vcs-enabled=false", "."], {
    cwd: folder,
    stdio: "ignore",
  });
  for (const [at, text] of texts.entries())
    expect(formatSpecText(text)).toBe(await readFile(join(folder, `${at}.json`), "utf8"));
});

describe("assay rules fmt", () => {
  test("formats every file, and nothing the second time", async () => {
    const folder = temporaryFolder();
    copyRules(folder);
    const fmt = (...args: string[]) => assayHere(["rules", "fmt", ...args], { cwd: folder, env: { RULES_DIR: "." } });
    await fmt();
    const rule = join(folder, "generator-option/v1/rules/owner-kind-is-allowed.json");
    const before = await readFile(rule, "utf8");
    await writeFile(rule, before.replaceAll("\n", "\n\t"));
    const name = "generator-option/v1/rules/owner-kind-is-allowed.json";
    expect(await fmt("--check")).toMatchObject({ code: 1, stdout: expect.stringMatching(`^${name}\n1 file would`) });
    expect(await readFile(rule, "utf8")).not.toBe(before);
    expect(await fmt("generator-option/v1")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 file ref"),
    });
    expect(await readFile(rule, "utf8")).toBe(before);
    expect(await fmt()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 files reformatted/) });
  });

  test("keeps escapes and the order of keys", () => {
    expect(formatSpecText('{"10":1.5,"2":"\\u00e9", "a":{"b":[]}}')).toBe(
      '{ "10": 1.5, "2": "\\u00e9", "a": { "b": [] } }\n',
    );
  });

  test("a file that is no JSON stays as it is: exit 2", async () => {
    const folder = temporaryFolder({ "notes/v1/spec.json": "{" });
    const { code, stderr } = await assayHere(["rules", "fmt", "--rules", folder], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "notes/v1/spec.json: cannot be read as JSON; left as it is\n",
    });
    expect(await readFile(join(folder, "notes/v1/spec.json"), "utf8")).toBe("{");
  });

  test("a rules folder without a domain is named", async () => {
    const folder = temporaryFolder();
    const { code, stderr } = await assayHere(["rules", "fmt", "--rules", folder]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: there is no spec package in ${folder}\n`,
    });
  });

  test.each(["no-such-domain", "../rules"])("%s is refused", async (name) => {
    const { code, stderr } = await assayHere(["rules", "fmt", name]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: there is no spec package "${name}"; spec packages: generator-option, generator-option/v1\n`,
    });
  });
});
