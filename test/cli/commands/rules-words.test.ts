import { readdirSync, readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CHECKS } from "../../../src/engine/checks/index.js";
import { SHAPE_CODES } from "../../../src/engine/problems/codes.js";
import { PORTABILITY_CODES } from "../../../src/engine/problems/portability.js";
import { COMMON_PLACEHOLDERS } from "../../../src/engine/rules/template.js";
import { loadSpecs } from "../../../src/index.js";
import { describeCodes } from "../../../src/specs/explain/describe-spec.js";
import { RulesFolder } from "../../support/rules-folder.js";
import { slowTest, someOf } from "../../support/runs.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

describe("assay rules explain", () => {
  test("shows a rule with its reason, what must hold, its fixes and its examples as they come out", async () => {
    const { code, stdout } = await assayHere([
      "rules",
      "explain",
      "supported-strategies-are-known",
    ]);
    expect(code).toBe(0);
    for (const words of [
      "supported-strategies-are-known: error of generator-option v1\n",
      "a strategy that it does not know would never run",
      '/supportedStrategies/*: one-of "fast", "realistic" (/strategies)',
      'Replace with "{nearest}" (machine-applicable)',
      "passes: known strategies pass",
      "violated: a misspelled strategy",
      '/candidate/supportedStrategies/1: "realstic" is not a strategy of spec package v1; allowed: fast, realistic',
      '+ /supportedStrategies/1: "realstic"',
      'fix (machine-applicable): Replace with "realistic"',
      '+ /candidate/supportedStrategies/1: "realistic"',
    ])
      expect(stdout).toContain(words);
  });

  test("shows the change that each fix makes, and examples as a diff of the base example", async () => {
    const args = ["rules", "explain", "column-names-are-snake-case", "--rules", "examples/rules"];
    const { stdout } = await assayHere(args);
    expect(stdout).toContain(
      'Fixes\n  Rename to "{suggestion}" everywhere (machine-applicable)\n    rename {path} to "{suggestion}"\n',
    );
    expect(stdout).toContain(
      [
        "  violated: rows and references follow",
        '    - /columns/0/name: "order_id"',
        '    + /columns/0/name: "OrderId"',
      ].join("\n"),
    );
    expect(stdout).toContain(
      '      - /candidate/columns/0/name: "OrderId"\n      + /candidate/columns/0/name: "order_id"\n',
    );
  });

  test.each([
    ["placeholder-left", "warning"],
    ["wrong-type", "error"],
  ])("has the severity of %s, which needs no rule: %s", async (code, severity) => {
    const { stdout } = await assayHere(["rules", "explain", code]);
    expect(stdout.split("\n")[0]).toBe(`${code}: ${severity} in every spec package`);
  });

  test("knows every code that a diagnostic can have", async () => {
    const spec = (await loadSpecs("rules")).get("generator-option")?.current;
    for (const [code, { summary }] of someOf(Object.entries(spec ? describeCodes(spec) : {}), 20)) {
      const { stdout } = await assayHere(["rules", "explain", code]);
      expect(stdout).toContain(summary);
    }
  });

  test("names the other version that has a code", async () => {
    const rules = new RulesFolder();
    rules.copy("generator-option/v1", "generator-option/v2");
    rules.edit("generator-option/v2/spec.json", { "/status": "draft" });
    const [old, name] = ["generator-id-is-free", "generator-id-is-not-taken"];
    rules.rename(`generator-option/v2/rules/${old}.json`, `generator-option/v2/rules/${name}.json`);
    const { code, stderr } = await assayHere(["rules", "explain", name, "--rules", rules.dir]);
    expect([code, stderr]).toEqual([
      2,
      `error: "${name}" is a code of another version: --domain generator-option --spec-version v2\n`,
    ]);
  });

  test.each([
    [["wrong-typ"], 'no code "wrong-typ"; did you mean "wrong-type"?'],
    [["supported-strategy-is-known"], 'did you mean "supported-strategies-are-known"?'],
    [["strategies"], '"supported-strategies-are-known" or "supported-strategies-are-unique"?'],
    [["wrong-type", "--domain", "generator"], 'no domain "generator"'],
    [["wrong-type", "--spec-version", "v99"], 'no version "v99"'],
  ])("%j exits with 2 and says what there is", async (args, expected) => {
    const { code, stderr } = await assayHere(["rules", "explain", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });
});

const REFERENCE = readFileSync("docs/rules-reference.md", "utf8");
// test/journey/readme.slow.test.ts follows the rest.
const [GUIDE = ""] = readFileSync("rules/README.md", "utf8").split("## A domain from a schema");
const BLOCK =
  /(?:^ *`(?<file>[\w./-]+\.json)`\n\n)? *```(?<language>sh|json|text)\n(?<body>.*?)\n *```/gms;

interface Block {
  file?: string;
  language: "sh" | "json" | "text";
  body: string;
}

const blocks = [...GUIDE.matchAll(BLOCK)].map(({ groups }) => groups as unknown as Block);

describe("the reference of rule files", () => {
  test.each([...CHECKS.values()].map((check) => [check.name, check] as const))(
    "has an entry for the check %s with its options and placeholders",
    (name, { options, placeholders }) => {
      const [, row] = new RegExp(`^- \`${name}\` \\((.*?)(?=^- |\n\n)`, "ms").exec(REFERENCE) ?? [];
      expect(row).toBeDefined();
      for (const option of Object.keys(options ?? {})) expect(row).toContain(`\`${option}\``);
      // The names of limits are placeholders too, and are explained once.
      for (const placeholder of placeholders({}, { suggest: "trimmed" }))
        expect(row).toContain(`\`{${placeholder}}\``);
    },
  );

  test("names every placeholder that all checks share, and every code that needs no rule", () => {
    for (const placeholder of COMMON_PLACEHOLDERS)
      expect(REFERENCE).toContain(`\`{${placeholder}}\``);
    for (const { code } of [...PORTABILITY_CODES, ...Object.values(SHAPE_CODES)])
      expect(REFERENCE).toContain(`\`${code}\``);
  });
});

describe("the guide of the rules folder", () => {
  test("shows a rule that is really there", () => {
    const shown = blocks.map(({ language, body }) =>
      language === "json" ? JSON.parse(body) : undefined,
    );
    const folder = "rules/generator-option/v1/rules";
    const rules = readdirSync(folder).map((name) =>
      JSON.parse(readFileSync(join(folder, name), "utf8")),
    );
    expect(rules.filter((rule) => shown.some((one) => isDeepStrictEqual(one, rule)))).not.toEqual(
      [],
    );
  });

  slowTest("works as written, and its commands print what it shows", async () => {
    const folder = temporaryFolder();
    await cp("rules", join(folder, "rules"), { recursive: true });
    await cp("config", join(folder, "config"), { recursive: true });
    for (const [at, { file, language, body }] of blocks.entries()) {
      if (file !== undefined) await writeFile(join(folder, file), body);
      const next = blocks[at + 1];
      for (const line of language === "sh" ? body.split("\n") : []) {
        const [, args = "not a command of assay"] = /^ *npm run -s assay -- (.+)$/.exec(line) ?? [];
        const ran = await assayHere(args.split(" "), { cwd: folder });
        // A command may fail where the guide shows what it then prints.
        if (next?.language === "text") expect(ran.stdout).toContain(next.body);
        else expect({ line, ...ran }).toMatchObject({ line, code: 0 });
      }
    }
  });
});
