import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { validEnvelope } from "./envelope.js";
import { assay, assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

describe("input that cannot be checked exits with 2 and a reason on stderr", () => {
  test.each([
    [
      "malformed JSON, with the position",
      '{\n  "a": 1,\n}',
      "error[malformed-json]: expected a key",
      " --> <stdin>:3:1",
    ],
    ["an empty document", "", "error[malformed-json]: The document is empty.", " --> <stdin>:1:1"],
    ["a repeated key", '{"a":1,"a":2}', "error[unacceptable-json]", " --> <stdin>:1:8"],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "error[malformed-json]: The document is not valid UTF-8", ""],
    [
      "a misspelled property of the envelope",
      '{"domainID":"x"}',
      'did you mean "domainId"?',
      '"targetProduct" is missing',
    ],
    [
      "an unknown domain",
      JSON.stringify({ ...validEnvelope(), domainId: "generator-options" }),
      "error[unknown-domain]",
      'did you mean "generator-option"?',
    ],
    [
      "an unknown version",
      JSON.stringify({ ...validEnvelope(), specVersion: "v99" }),
      "error[unknown-spec-version]",
      "supported: v1",
    ],
    [
      "more than the service accepts",
      JSON.stringify({ ...validEnvelope(), candidate: { text: "x".repeat(65_536) } }),
      "error[body-too-large]",
      "the service accepts at most 65536",
    ],
  ])("%s", async (_, input, ...messages) => {
    const { code, stdout, stderr } = await assayHere(["validate", "-"], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const message of messages) expect(stderr).toContain(message);
  });

  test.each([
    ["no-such-file.json", "no such file or directory"],
    ["src", "no .json or .ndjson file in this folder"],
  ])("%s: one line, without a stack", async (name, reason) => {
    const { code, stderr } = await assay(["validate", name]);
    expect([code, stderr]).toEqual([2, `error: ${name}: ${reason}\n`]);
  });

  test("a registry that does not answer is an error, not a guess", async () => {
    await inTemporaryFolder(async (folder) => {
      const closed = createServer().listen(0, "127.0.0.1");
      await once(closed, "listening");
      const { port } = closed.address() as AddressInfo;
      await new Promise((done) => closed.close(done));
      const registry = { url: `http://127.0.0.1:${port}/generators` };
      const target = { id: "sample-studio", url: "http://localhost:1", domains: ["generator-option"], registry };
      await writeFile(join(folder, "targets.json"), JSON.stringify({ targets: [target] }));
      const args = ["validate", "-", "--targets", join(folder, "targets.json")];
      const { code, stdout, stderr } = await assayHere(args, { input: JSON.stringify(validEnvelope()) });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("the registry of sample-studio cannot be loaded");
      expect(stderr).toContain("error[registry-unavailable]");
    });
  });

  test("every error in the rules folder, and in the targets file", async () => {
    await inTemporaryFolder(async (folder) => {
      await mkdir(join(folder, "rules/empty/v1"), { recursive: true });
      await writeFile(join(folder, "targets.json"), '{"targets":[{"id":"A b","url":"x"}]}');
      const input = JSON.stringify(validEnvelope());
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
});
