import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { contractRequest, exampleRequest, fixableRequest } from "../../support/example-request.js";
import { copyRules } from "../../support/rules-folder.js";
import { someOf } from "../../support/runs.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const input = JSON.stringify(fixableRequest());

/** Traces a candidate of the example domain, changed in some places. */
async function traceContract(rule: string, changes: Record<string, unknown>) {
  const registry = { file: "ids.json" };
  const target = {
    id: "warehouse",
    url: "http://localhost:1",
    domains: ["data-contract"],
    registry,
  };
  const folder = temporaryFolder({
    "ids.json": { generators: [] },
    "targets.json": { targets: [target] },
  });
  const { candidate } = contractRequest(changes);
  const env = { RULES_DIR: resolve("examples/rules"), TARGETS_FILE: join(folder, "targets.json") };
  const args = ["validate", `--trace=${rule}`, "--domain", "data-contract", "-"];
  return assayHere(args, { input: JSON.stringify(candidate), env });
}

describe("assay validate --trace", () => {
  test("says of every rule what it looked at and what it found, then the verdict", async () => {
    const { code, stdout, stderr } = await assayHere(["validate", "--trace", "-"], { input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(
      [
        "supported-strategies-are-known: violated (error)",
        '  check /supportedStrategies/*: one-of "fast", "realistic" (/strategies)',
        '    /candidate/supportedStrategies/0  "fast"',
        '    /candidate/supportedStrategies/1  "realstic"',
        '  error at /candidate/supportedStrategies/1: "realstic" is not a strategy of spec package v1; ' +
          "allowed: fast, realistic",
        "",
      ].join("\n"),
    );
    expect(stdout).toContain("\ngenerator-id-is-free: holds\n");
    expect(stdout).toMatch(/\n4 errors; 4 fixable\n$/);
  });

  test.each(
    someOf(
      [[["--trace", "titles", "-"]], [["-", "--trace", "titles"]], [["--trace=titles", "-"]]],
      3,
    ),
  )("%j shows one rule, even if its name is one word", async (args) => {
    const folder = temporaryFolder();
    copyRules(folder);
    const rules = join(folder, "generator-option/v1/rules");
    await rename(join(rules, "owner-kind-is-allowed.json"), join(rules, "titles.json"));
    const { stdout } = await assayHere(["validate", ...args, "--rules", folder], { input });
    expect(stdout).toMatch(/^titles: violated/);
    expect(stdout).not.toContain("generator-id-is-free");
  });

  test("a folder is no rule, even if it is named like one", async () => {
    const cwd = temporaryFolder({ "generator-id-is-free/one.json": input });
    const { stderr } = await assayHere(["validate", "--trace", "generator-id-is-free", "-"], {
      input,
      cwd,
    });
    expect(stderr).toBe("error: --trace takes one document\n");
  });

  const SECRETS = "secret-data-is-kept-one-year-at-most";
  test.each<[what: string, rule: string, changes: Record<string, unknown>, shown: RegExp]>([
    [
      "which comparison kept a rule from applying",
      SECRETS,
      { retentionDays: 9999 },
      /^secret-.*: does not apply\n {2}when: no\n {4}no: \/classification is "secret" \(it is "internal"\)\n/,
    ],
    [
      "that the condition of a violated rule held",
      SECRETS,
      { retentionDays: 366, classification: "secret" },
      / when: yes\n {4}yes: .* \(it is "secret"\)\n(?:.|\n)*\/retentionDays {2}366\n {2}error at \/candidate\/retentionDays: /,
    ],
    [
      "which items `where` left out",
      "contract-has-one-primary-key",
      {},
      /\/columns\/1 +\{.*\} \(excluded by where\)/,
    ],
    [
      "values that are declared",
      "row-values-have-column-types",
      {},
      /\/candidate\/sampleRows\/0\/order_id +1\n/,
    ],
  ])("says %s", async (_, rule, changes, shown) => {
    expect((await traceContract(rule, changes)).stdout).toMatch(shown);
  });

  test("shows few of many places", async () => {
    const envelope = exampleRequest();
    const [field] = envelope.candidate.outputFields as { name: string }[];
    const outputFields = Array.from({ length: 50 }, (_, number) => ({
      ...field,
      name: `f${number}`,
    }));
    const candidate = { ...envelope.candidate, outputFields, sampleRecords: [{}] };
    const { stdout } = await assayHere(
      ["validate", "--trace", "output-field-names-are-unique", "-"],
      {
        input: JSON.stringify({ ...envelope, candidate }),
      },
    );
    expect(stdout.match(/ {4}\/candidate\/outputFields/g)).toHaveLength(20);
    expect(stdout).toContain("    and 30 more places\n");
  });

  test("an unknown rule is wrong usage, with a suggestion", async () => {
    const { code, stderr } = await assayHere(["validate", "--trace=owner-kind-is-alowed", "-"], {
      input,
    });
    expect([code, stderr]).toEqual([
      2,
      'error: there is no rule "owner-kind-is-alowed" in generator-option v1; did you mean "owner-kind-is-allowed"?\n',
    ]);
  });

  test("what cannot be checked is reported as ever", async () => {
    const { code, stdout, stderr } = await assayHere(["validate", "--trace", "-"], { input: "{" });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("error[malformed-json]");
  });
});
