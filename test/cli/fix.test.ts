import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fixableEnvelope, validEnvelope } from "./envelope.js";
import { assay, assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

// Outside the project, the program would use the rules that ship with it, which may have more versions.
const env = { RULES_DIR: resolve("rules") };

describe("--fix", () => {
  test("writes the fixed envelope to the file, and no other file", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "proposal.json");
      await writeFile(file, JSON.stringify(fixableEnvelope()));
      await chmod(file, 0o600);
      const { code, stdout } = await assay(["validate", "--fix", file]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: "fixed: 4 changes\nvalid for generator-option v1\n" });
      const text = await readFile(file, "utf8");
      const repaired = JSON.parse(text);
      expect(text).toBe(`${JSON.stringify(repaired, null, 2)}\n`);
      expect(repaired).toEqual(validEnvelope());
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(["proposal.json"]);
    });
  });

  test("fixes what is around the candidate too", async () => {
    const { targetProduct, domainId, candidate } = fixableEnvelope();
    const input = JSON.stringify({ target_product: targetProduct, domain: domainId, candidate: [candidate] });
    const { code, stdout, stderr } = await assayHere(["validate", "--fix", "-"], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "fixed: 7 changes\nvalid for generator-option v1\n" });
    expect(JSON.parse(stdout)).toEqual(validEnvelope());
  });

  test("repeats until nothing is left to fix, however many errors there are", async () => {
    const envelope = validEnvelope();
    const sampleRecords = Array.from({ length: 200 }, () => ({
      city: "Lisbon",
      temperature: 17.4,
      rainyDays: "6",
      measuredOn: "2026-03-01",
    }));
    const input = JSON.stringify({ ...envelope, candidate: { ...envelope.candidate, sampleRecords } });
    const { code, stdout, stderr } = await assayHere(["validate", "--fix", "-"], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "fixed: 200 changes\nvalid for generator-option v1\n" });
    expect(JSON.parse(stdout).candidate.sampleRecords[199].rainyDays).toBe(6);
  });

  test("leaves errors that need the author, and reports them at their position in the new file", async () => {
    await inTemporaryFolder(async (folder) => {
      const envelope = fixableEnvelope();
      envelope.candidate.generatorId = "bank-account";
      await writeFile(join(folder, "proposal.json"), JSON.stringify(envelope));
      const { code, stdout } = await assayHere(["validate", "--fix", "proposal.json"], { cwd: folder, env });
      const lines = (await readFile(join(folder, "proposal.json"), "utf8")).split("\n");
      const line = 1 + lines.findIndex((text) => text.includes("generatorId"));
      expect(code).toBe(1);
      expect(stdout).toContain(`--> proposal.json:${line}:20`);
      expect(stdout).toMatch(/\nfixed: 4 changes\n1 error\n$/);
    });
  });

  test("does not touch a file with nothing to fix", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "proposal.json");
      const text = JSON.stringify(validEnvelope(), null, "\t");
      await writeFile(file, text);
      const before = await stat(file, { bigint: true });
      expect((await assayHere(["build", "--fix", file])).code).toBe(0);
      expect(await readFile(file, "utf8")).toBe(text);
      expect((await stat(file, { bigint: true })).ino).toBe(before.ino);
    });
  });

  test("writes through a link", async () => {
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "real.json"), JSON.stringify(fixableEnvelope()));
      await symlink("real.json", join(folder, "link.json"));
      expect((await assayHere(["validate", "--fix", "--json", "link.json"], { cwd: folder, env })).code).toBe(0);
      expect(JSON.parse(await readFile(join(folder, "real.json"), "utf8"))).toEqual(validEnvelope());
      expect((await readdir(folder)).sort()).toEqual(["link.json", "real.json"]);
    });
  });

  test("with stdin prints only the envelope, so that it can be piped", async () => {
    const fixed = await assayHere(["validate", "--fix", "-"], { input: JSON.stringify(fixableEnvelope()) });
    expect(JSON.parse(fixed.stdout)).toEqual(validEnvelope());
    expect(fixed.stderr).toBe("fixed: 4 changes\nvalid for generator-option v1\n");
    expect((await assayHere(["validate", "-"], { input: fixed.stdout })).code).toBe(0);
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
