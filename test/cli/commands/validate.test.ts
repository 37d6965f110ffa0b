import { chmod, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, loadSpecs } from "../../../src/index.js";
import { exampleRequest, fixableRequest } from "../../support/example-request.js";
import { assay } from "../../support/program.js";
import { serve } from "../../support/serve.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

describe("assay validate and assay build", () => {
  test("exit with 0 for a valid envelope, and name the rules that checked it", async () => {
    const { code, stdout, stderr } = await assay(["validate", "-"], {
      input: JSON.stringify(exampleRequest()),
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "valid for generator-option v1\n",
      stderr: "",
    });
  });

  test("exit with 1 for an invalid one, with position, excerpt, fix and help of each diagnostic", async () => {
    const folder = temporaryFolder({ "proposal.json": JSON.stringify(fixableRequest(), null, 2) });
    const env = { RULES_DIR: resolve("rules") };
    const { code, stdout, stderr } = await assayHere(["validate", "proposal.json"], {
      cwd: folder,
      env,
    });
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

  test("the help that they print is a command that works on the same rules", async () => {
    const candidate = { tags: ["Not lower"] };
    const input = JSON.stringify({
      targetProduct: "sample-warehouse",
      domainId: "data-contract",
      candidate,
    });
    const options = ["--rules", "examples/rules", "--targets", "examples/targets.json"];
    const { stdout } = await assayHere(["validate", "-", ...options], { input });
    const [, help = ""] = /help: assay (rules explain tags-.*)/.exec(stdout) ?? [];
    expect((await assayHere(help.split(" "))).stdout).toMatch(/^tags-are-lower-case: /);
  });

  test("build prints the package to stdout and the report to stderr", async () => {
    const expected = await build(await loadSpecs("rules"), exampleRequest(), {
      targetUrl: "http://any",
    });
    const { code, stdout, stderr } = await assayHere(["build", "-"], {
      input: JSON.stringify(exampleRequest()),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expected.proposalPackage);
    expect(stderr).toContain(
      `Idempotency-Key: ${expected.submission?.headers["Idempotency-Key"]}\n`,
    );

    const invalid = await assayHere(["build", "-"], { input: JSON.stringify(fixableRequest()) });
    expect(invalid).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/\n4 errors; 4 fixable\n$/),
    });
  });

  test("--registry replaces the registry of the target products", async () => {
    const folder = temporaryFolder({ "ids.json": '{"ids":["city-weather"]}' });
    const envelope = exampleRequest();
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

  test("options override the environment, and both override the defaults of assay", async () => {
    const registry = { file: "ids.json" };
    const target = {
      id: "nobodys-studio",
      url: "http://localhost:1",
      domains: ["generator-option"],
      registry,
    };
    const folder = temporaryFolder({
      "ids.json": { generators: [] },
      "t.json": { targets: [target] },
    });
    const input = JSON.stringify({ ...exampleRequest(), targetProduct: "nobodys-studio" });
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
    expect(JSON.parse(overruled.stdout).specPackage.url).toMatch(
      /^http:\/\/option\.test\/spec-packages/,
    );
    expect(linked.stdout).toMatch(
      /= help: http:\/\/env\.test\/spec-packages\/generator-option\/v1#supported-/,
    );
  });
});

// Outside the project, the program would use the rules that ship with it, which may have more
// versions.
const env = { RULES_DIR: resolve("rules") };

test("a key that is not allowed is marked itself, and not its value", async () => {
  const record = {
    city: "Lisbon",
    temperature: 17.4,
    rainyDays: 6,
    measuredOn: "2026-03-01",
    mood: "calm",
  };
  const input = JSON.stringify(exampleRequest({ sampleRecords: [record] }), null, 2);
  const { stdout } = await assayHere(["validate", "-"], { input });
  expect(stdout).toMatch(/ +"mood": "calm"\n +\| +\^{6}\n/);
});

describe("--fix", () => {
  test.each(["proposal.json", "<stdin>"])(
    "writes the fixed envelope to %s, and no other file",
    async (name) => {
      const written = JSON.stringify(fixableRequest(), null, "\t");
      const folder = temporaryFolder({ [name]: written });
      const file = join(folder, name);
      await chmod(file, 0o600);
      const { code, stdout } = await assayHere(["validate", "--fix", name], { cwd: folder, env });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: "fixed: 4 changes\nvalid for generator-option v1\n",
      });
      const text = await readFile(file, "utf8");
      expect(JSON.parse(text)).toEqual(exampleRequest());
      // What is not fixed stays as it is written.
      const changed = text.split("\n").filter((line) => !written.split("\n").includes(line));
      expect(changed).toHaveLength(4);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual([name]);
    },
  );

  test("fixes what is around the candidate too", async () => {
    const { targetProduct, domainId, candidate } = fixableRequest();
    const input = JSON.stringify({
      target_product: targetProduct,
      domain: domainId,
      candidate: [candidate],
    });
    const { code, stdout, stderr } = await assayHere(["validate", "--fix", "-"], { input });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "fixed: 7 changes\nvalid for generator-option v1\n",
    });
    expect(JSON.parse(stdout)).toEqual(exampleRequest());
  });

  test("repeats until nothing is left to fix, however many errors there are", async () => {
    const record = { city: "Lisbon", temperature: 17.4, rainyDays: "6", measuredOn: "2026-03-01" };
    const input = JSON.stringify(exampleRequest({ sampleRecords: Array(200).fill(record) }));
    const { code, stdout, stderr } = await assayHere(["validate", "--fix", "-"], { input });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "fixed: 200 changes\nvalid for generator-option v1\n",
    });
    expect(JSON.parse(stdout).candidate.sampleRecords[199].rainyDays).toBe(6);
  });

  /** A folder with a file of this text. */
  async function folderWith(text: string, name = "proposal.json") {
    const folder = temporaryFolder({ [name]: text });
    const fix = (...args: string[]) =>
      assayHere(["validate", "--fix", ...args], { cwd: folder, env });
    return { folder, fix, read: () => readFile(join(folder, name), "utf8") };
  }

  test("leaves errors that need the author, and reports them at their position in the new file", async () => {
    const envelope = fixableRequest();
    envelope.candidate.generatorId = "bank-account";
    const { fix, read } = await folderWith(JSON.stringify(envelope, null, 2));
    const { code, stdout } = await fix("proposal.json");
    const line = 1 + (await read()).split("\n").findIndex((text) => text.includes("generatorId"));
    expect(code).toBe(1);
    expect(stdout).toContain(`--> proposal.json:${line}:20`);
    expect(stdout).toMatch(/\nfixed: 4 changes\n1 error\n$/);
  });

  test("does not touch a file with nothing to fix", async () => {
    const text = JSON.stringify(exampleRequest(), null, "\t");
    const { folder, fix, read } = await folderWith(text);
    const inode = async () => (await stat(join(folder, "proposal.json"), { bigint: true })).ino;
    const before = await inode();
    expect((await fix("proposal.json")).code).toBe(0);
    // The version that is meant already is not written either.
    expect((await fix("--spec-version", "v1", "proposal.json")).code).toBe(0);
    expect([await read(), await inode()]).toEqual([text, before]);
  });

  test("writes through a link", async () => {
    const { folder, fix, read } = await folderWith(JSON.stringify(fixableRequest()), "real.json");
    await symlink("real.json", join(folder, "link.json"));
    expect((await fix("--json", "link.json")).code).toBe(0);
    expect(JSON.parse(await read())).toEqual(exampleRequest());
    expect((await readdir(folder)).sort()).toEqual(["link.json", "real.json"]);
  });

  test.each([["validate", "--json"], ["build"]])(
    "with stdin cannot be combined with the output of %s",
    async (...args) => {
      const { code, stdout, stderr } = await assayHere([...args, "--fix", "-"], { input: "{}" });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`assay validate --fix - | assay ${args.join(" ")} -`);
    },
  );
});

describe("input that cannot be checked exits with 2 and a reason on stderr", () => {
  const request = (changed: object) => JSON.stringify({ ...exampleRequest(), ...changed });
  test.each([
    [
      "malformed JSON",
      '{\n  "a": 1,\n}',
      "error[malformed-json]: remove the comma",
      " --> <stdin>:2:9",
    ],
    ["an empty document", "", "error[malformed-json]: the JSON is empty", " --> <stdin>:1:1"],
    ["a repeated key", '{"a":1,"a":2}', "error[unacceptable-json]", " --> <stdin>:1:8"],
    [
      "an integer that loses digits",
      '{"a":9007199254740993}',
      "declare the column as string",
      " --> <stdin>:1:6",
    ],
    [
      "invalid UTF-8",
      Buffer.from([0x7b, 0xff, 0x7d]),
      "error[malformed-json]: the JSON is not valid UTF-8",
      "",
    ],
    [
      "a misspelled property",
      '{"domainID":"x"}',
      'did you mean "domainId"?',
      '"targetProduct" is missing',
    ],
    [
      "an unknown domain",
      request({ domainId: "generator-options" }),
      "error[unknown-domain]",
      "did you mean",
    ],
    [
      "an unknown version",
      request({ specVersion: "v99" }),
      "error[unknown-spec-version]",
      "supported: v1",
    ],
    [
      "too many bytes",
      request({ text: "x".repeat(65_536) }),
      "error[body-too-large]",
      "accepts at most 65536",
    ],
    [
      "too many bytes as written",
      `{"a":"${"\\u0041".repeat(11_000)}"}`,
      "error[body-too-large]: 66008 bytes",
      "",
    ],
  ])("%s", async (_, input, ...messages) => {
    const { code, stdout, stderr } = await assayHere(["validate", "-"], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const message of messages) expect(stderr).toContain(message);
  });

  test("white space does not count, and numbers count as they are written", async () => {
    const numbers = `[${Array(12_000).fill("1e20").join(", ")}]`;
    const changed = {
      outputFields: [{ name: "items", type: "array", description: "\\" }],
      sampleRecords: [{ items: 0 }],
    };
    const input = JSON.stringify(exampleRequest(changed), null, 9).replace(
      '"items": 0',
      `"items": ${numbers}`,
    );
    const { code, stdout } = await assayHere(["validate", "-"], { input });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("error[package-too-large]: the package would have 264"),
    ]);
  });

  test.each([
    ["no-such-file.json", "no such file or directory"],
    ["src", "no .json, .ndjson or .jsonl file in this folder"],
  ])("%s: one line, without a stack", async (name, reason) => {
    const { code, stderr } = await assayHere(["validate", name]);
    expect([code, stderr]).toEqual([2, `error: ${name}: ${reason}\n`]);
  });

  test("a registry that does not answer is an error, not a guess", async () => {
    const { url, close } = await serve();
    close();
    const registry = { url: `${url}/generators` };
    const target = {
      id: "sample-studio",
      url: "http://localhost:1",
      domains: ["generator-option"],
      registry,
    };
    const folder = temporaryFolder({ "targets.json": { targets: [target] } });
    const args = ["validate", "-", "--targets", join(folder, "targets.json")];
    const { code, stdout, stderr } = await assayHere(args, {
      input: JSON.stringify(exampleRequest()),
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("the registry of sample-studio cannot be loaded");
    expect(stderr).toContain("error[registry-unavailable]");
  });

  test("every error in the rules folder, and in the targets file", async () => {
    const folder = temporaryFolder({
      "targets.json": '{"targets":[{"id":"A b","url":"x"}]}',
      "rules/empty/v1/.keep": "",
    });
    const input = JSON.stringify(exampleRequest());
    const [rules, targets] = await Promise.all([
      assayHere(["validate", "-", "--rules", join(folder, "rules")], { input }),
      assayHere(["validate", "-", "--targets", join(folder, "targets.json")], { input }),
    ]);
    expect([rules.code, targets.code]).toEqual([2, 2]);
    expect(rules.stderr).toContain("empty/domain.json:1:1: the file is missing");
    expect(rules.stderr).toContain("empty/v1/spec.json:1:1: the file is missing");
    expect(targets.stderr).toContain(": /targets/0/id: ");
    expect(targets.stderr).toContain(": /targets/0/url: ");
  });
});
