import { loadSpecs } from "../../src/index.js";
import { describeCodes } from "../../src/proposals/describe-spec.js";
import { RulesFolder } from "../specs/rules-folder.js";
import { someOf } from "../support/runs.js";
import { assayHere } from "./run-assay.js";

describe("assay rules explain", () => {
  test("shows a rule with its reason, what must hold, its fixes and its examples as they come out", async () => {
    const { code, stdout } = await assayHere(["rules", "explain", "supported-strategies-are-known"]);
    expect(code).toBe(0);
    for (const words of [
      "supported-strategies-are-known: error of generator-option v1\n",
      "a strategy that it does not know would never run",
      "/supportedStrategies/*: one-of data /strategies",
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

  test("has the severity of a code that needs no rule", async () => {
    const heads = ["placeholder-left", "wrong-type"].map(
      async (code) => (await assayHere(["rules", "explain", code])).stdout,
    );
    expect((await Promise.all(heads)).map((text) => text.split("\n")[0])).toEqual([
      "placeholder-left: warning in every spec package",
      "wrong-type: error in every spec package",
    ]);
  });

  test("a typo gets a suggestion, and no list of all codes", async () => {
    for (const code of ["wrong-typ", "no-such-thing-at-all"]) {
      const { stderr } = await assayHere(["rules", "explain", code]);
      expect(stderr.split("\n")).toHaveLength(2);
      expect(stderr.length).toBeLessThan(120);
    }
  });

  test("knows every code that a diagnostic can have", async () => {
    const spec = (await loadSpecs("rules")).get("generator-option")?.current;
    for (const [code, { summary }] of someOf(Object.entries(spec ? describeCodes(spec) : {}), 4)) {
      const { stdout } = await assayHere(["rules", "explain", code]);
      expect(stdout).toContain(summary);
    }
  });

  test("names the other version that has a code", async () => {
    const rules = new RulesFolder();
    rules.copy("generator-option/v1", "generator-option/v2");
    rules.patch("generator-option/v2/spec.json", [{ op: "replace", path: "/status", value: "draft" }]);
    const [old, name] = ["generator-id-is-free", "generator-id-is-not-taken"];
    rules.rename(`generator-option/v2/rules/${old}.json`, `generator-option/v2/rules/${name}.json`);
    const { code, stderr } = await assayHere(["rules", "explain", name, "--rules", rules.dir]);
    expect([code, stderr]).toEqual([
      2,
      `error: "${name}" is a code of another version: --domain generator-option --spec-version v2\n`,
    ]);
    rules.remove();
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
