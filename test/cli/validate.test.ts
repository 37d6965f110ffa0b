import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, loadSpecs, validate } from "../../src/index.js";
import { fixableEnvelope, validEnvelope } from "./envelope.js";
import { assay, assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

const REGISTRY = ["person-name", "bank-account"];

describe("assay validate and assay build", () => {
  test("exit with 0 for a valid envelope, and name the rules that checked it", async () => {
    const { code, stdout, stderr } = await assay(["validate", "-"], { input: JSON.stringify(validEnvelope()) });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "valid for generator-option v1\n", stderr: "" });
  });

  test("exit with 1 for an invalid one, with position, excerpt, fix and help of each diagnostic", async () => {
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "proposal.json"), JSON.stringify(fixableEnvelope(), null, 2));
      const env = { RULES_DIR: resolve("rules") };
      const { code, stdout, stderr } = await assayHere(["validate", "proposal.json"], { cwd: folder, env });
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(stdout).toContain(
        [
          'error[supported-strategies-are-known]: "realstic" is not a strategy of spec package v1; allowed: fast, realistic',
          "  --> proposal.json:35:7",
          "   |",
          '35 |       "realstic"',
          "   |       ^^^^^^^^^^",
          '   = fix (machine-applicable): Replace with "realistic"',
          "   = help: assay rules explain supported-strategies-are-known",
          "",
        ].join("\n"),
      );
      expect(stdout).toMatch(/\n4 errors; 4 fixable: run again with --fix\n$/);
    });
  });

  test.each([
    ["validate", validEnvelope(), validate],
    ["validate", fixableEnvelope(), validate],
    ["build", validEnvelope(), build],
    ["build", fixableEnvelope(), build],
  ] as const)("%s --json prints the same bytes as the library", async (name, envelope, call) => {
    const expected = await call(await loadSpecs("rules"), envelope, { registry: REGISTRY });
    const { code, stdout, stderr } = await assayHere([name, "--json", "-"], { input: JSON.stringify(envelope) });
    expect(stdout).toBe(`${JSON.stringify(expected)}\n`);
    expect({ code, stderr }).toEqual({ code: expected.valid ? 0 : 1, stderr: "" });
  });

  test("build prints the package to stdout and the report to stderr", async () => {
    const expected = await build(await loadSpecs("rules"), validEnvelope());
    const { code, stdout, stderr } = await assayHere(["build", "-"], { input: JSON.stringify(validEnvelope()) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expected.proposalPackage);
    expect(stderr).toContain(`Idempotency-Key: ${expected.submission?.headers["Idempotency-Key"]}\n`);

    const invalid = await assayHere(["build", "-"], { input: JSON.stringify(fixableEnvelope()) });
    expect(invalid).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("4 errors") });
  });

  test("the registry of the targets file is used", async () => {
    const envelope = validEnvelope();
    envelope.candidate.generatorId = "bank-account";
    const { code, stdout } = await assayHere(["validate", "-"], { input: JSON.stringify(envelope) });
    expect(code).toBe(1);
    expect(stdout).toContain("error[generator-id-is-free]");
  });

  test("--registry replaces the registry of the target products", async () => {
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "ids.json"), '{"ids":["city-weather"]}');
      const envelope = validEnvelope();
      envelope.candidate.generatorId = "city-weather";
      const input = JSON.stringify(envelope);
      const free = await assayHere(["validate", "-"], { input });
      const taken = await assayHere(["validate", "--registry", "ids.json,regions=ids.json", "-"], {
        cwd: folder,
        input,
      });
      expect(free.stdout).not.toContain("generator-id-is-free");
      expect(taken.stdout).toContain("error[generator-id-is-free]");
    });
  });

  test("options override the environment, and both override the defaults of assay", async () => {
    await inTemporaryFolder(async (folder) => {
      const target = { id: "nobodys-studio", url: "http://localhost:1", domains: ["generator-option"] };
      await writeFile(join(folder, "ids.json"), '{"generators":[]}');
      await writeFile(
        join(folder, "t.json"),
        JSON.stringify({ targets: [{ ...target, registry: { file: "ids.json" } }] }),
      );
      const input = JSON.stringify({ ...validEnvelope(), targetProduct: "nobodys-studio" });
      const env = { TARGETS_FILE: "t.json", BASE_URL: "http://env.test" };
      const args = ["validate", "--json", "-"];
      const [neither, named, overruled, linked] = await Promise.all([
        assayHere(args, { cwd: folder, input }),
        assayHere(args, { cwd: folder, input, env }),
        assayHere([...args, "--base-url", "http://option.test/"], { cwd: folder, input, env }),
        assayHere(["validate", "-"], { cwd: folder, input: input.replace('"fast"', '"fsat"'), env }),
      ]);
      expect(neither.stderr).toContain("error[unknown-target-product]");
      expect(JSON.parse(named.stdout).specPackage.url).toMatch(/^http:\/\/env\.test\/spec-packages/);
      expect(JSON.parse(overruled.stdout).specPackage.url).toMatch(/^http:\/\/option\.test\/spec-packages/);
      expect(linked.stdout).toMatch(/= help: http:\/\/env\.test\/spec-packages\/generator-option\/v1#supported-/);
    });
  });
});
