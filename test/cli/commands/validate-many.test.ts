import { chmod, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { readLines } from "../../../src/cli/lines.js";
import { casesOf } from "../../support/cases.js";
import { exampleRequest, fixableRequest } from "../../support/example-request.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const testEach = casesOf(import.meta.url);

const env = { RULES_DIR: resolve("rules"), TARGETS_FILE: resolve("config/targets.json") };
const valid = JSON.stringify(exampleRequest());
const invalid = JSON.stringify(fixableRequest());

/** Writes the files and runs the command beside them. */
async function validateIn(files: Record<string, string>, args: string[], input?: string) {
  return assayHere(["validate", ...args], {
    cwd: temporaryFolder(files),
    env,
    ...(input !== undefined && { input }),
  });
}

const inputsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ input, line, result, error }) => [
      line === undefined ? input : `${input}:${line}`,
      result?.valid ?? error.code,
    ]);

describe("assay validate with many inputs", () => {
  test("reports each that is not valid, then counts them all", async () => {
    const { code, stdout, stderr } = await validateIn({ "a.json": valid, "b.json": invalid }, [
      "a.json",
      "b.json",
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("--> b.json:1:");
    expect(stdout).toMatch(
      /\nb\.json: 4 errors; 4 fixable: run again with --fix\n\n2 inputs: 1 valid, 1 invalid\n$/,
    );
    expect(stdout).not.toContain("a.json");
  });

  test("says how to fix only where that is possible", async () => {
    for (const names of [["a.ndjson"], ["b.json", "a.ndjson"]]) {
      const files = { "a.ndjson": `${invalid}\n`, "b.json": invalid };
      const { stdout } = await validateIn(files, names);
      expect(stdout).toContain("a.ndjson:1: 4 errors; 4 fixable\n");
      expect(stdout).not.toContain("--fix");
      expect(await validateIn(files, ["--fix", ...names])).toMatchObject({ code: 2 });
    }
  });

  test("takes the files of folders in the order of their names, and leaves out others", async () => {
    const files = {
      "in/b.json": valid,
      "in/a/z.json": invalid,
      "in/a/a.ndjson": `${valid}\n\n${invalid}\r\n`,
      "in/c.txt": "no JSON",
      "in/.hidden/d.json": "no JSON",
      "in/node_modules/e.json": "no JSON",
      "in/Z.jsonl": valid,
    };
    const { code, stdout } = await validateIn(files, ["in", "--json"]);
    expect(code).toBe(1);
    expect(inputsOf(stdout)).toEqual([
      [join("in", "Z.jsonl:1"), true],
      [join("in", "a", "a.ndjson:1"), true],
      [join("in", "a", "a.ndjson:3"), false],
      [join("in", "a", "z.json"), false],
      [join("in", "b.json"), true],
    ]);
  });

  test("goes on after what cannot be read, with its line, and exits with 2", async () => {
    const files = { "a.ndjson": `${valid}\n{no json}\n${invalid}\n`, "b.json": "[" };
    const { code, stdout } = await validateIn(files, ["a.ndjson", "b.json"]);
    expect(code).toBe(2);
    expect(stdout).toContain("error[malformed-json]: put the key in double quotes");
    expect(stdout).toContain(" --> a.ndjson:2:2\n");
    expect(stdout).toContain("2 | {no json}\n");
    expect(stdout).toContain("\na.ndjson:2: cannot be checked\n");
    expect(stdout).toMatch(/\n4 inputs: 1 valid, 1 invalid, 2 cannot be checked\n$/);
  });

  test("positions in NDJSON are those of the file", async () => {
    const { stdout } = await validateIn({ "a.ndjson": `${valid}\n${invalid}\n` }, [
      "a.ndjson",
      "--format",
      "github",
    ]);
    expect(stdout).toContain(
      `file=a.ndjson,line=2,col=${invalid.indexOf('"realstic"') + 1},title=supported-`,
    );
  });

  test("a link to a file is taken like a file, and one that leads nowhere is left out", async () => {
    const folder = temporaryFolder({ "target.txt": invalid });
    await symlink("target.txt", join(folder, "a.json"));
    await symlink("nowhere.json", join(folder, "b.json"));
    const { code, stdout } = await assayHere(["validate", ".", "--json"], { cwd: folder, env });
    expect([code, inputsOf(stdout)]).toEqual([1, [["a.json", false]]]);
  });

  test("a link that leaves the folder is left out, whatever it is called", async () => {
    const outside = temporaryFolder({ "secret.json": '{"password":"hunter2"}' });
    const folder = temporaryFolder({ "proposals/a.json": valid, "proposals-2/b.json": invalid });
    await symlink(join(outside, "secret.json"), join(folder, "proposals", "b.json"));
    await symlink("../proposals-2/b.json", join(folder, "proposals", "c.json"));
    await symlink(outside, join(folder, "proposals", "d"));
    const { code, stdout, stderr } = await assayHere(["validate", "proposals", "--json"], {
      cwd: folder,
      env,
    });
    expect([code, inputsOf(stdout)]).toEqual([0, [[join("proposals", "a.json"), true]]]);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  test("a file that the system refuses is one input of many, but wrong usage if it is named", async () => {
    const folder = temporaryFolder({ "a.json": valid, "b.json": valid });
    await chmod(join(folder, "b.json"), 0);
    const readable = await readFile(join(folder, "b.json")).then(
      () => true,
      () => false,
    );
    const { code, stdout } = await assayHere(["validate", "."], { cwd: folder, env });
    // Nothing is refused to root.
    if (readable) return expect(code).toBe(0);
    expect(code).toBe(2);
    expect(stdout).toContain("error[unreadable]: permission denied\n --> b.json\n");
    const missing = await validateIn({ "a.json": valid }, ["a.json", "no-such.json"]);
    expect(missing).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: no-such.json: no such file or directory\n",
    });
  });

  test("a huge file, and a huge line, are refused without being read", async () => {
    const huge = `"${"x".repeat(2 ** 21)}"`;
    const { code, stdout } = await validateIn(
      { "a.json": huge, "b.ndjson": `${huge}\n${valid}\n` },
      [".", "--json"],
    );
    expect(code).toBe(2);
    expect(inputsOf(stdout)).toEqual([
      ["a.json", "body-too-large"],
      ["b.ndjson:1", "body-too-large"],
      ["b.ndjson:2", true],
    ]);
    const piped = await assayHere(["validate", "-"], { input: huge });
    expect(piped).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("error[body-too-large]"),
    });
  });

  test("standard input is NDJSON if its first line is a whole object and another follows", async () => {
    const lines = await validateIn({}, ["-", "--json"], `\n${valid}\n${invalid}\n`);
    expect(inputsOf(lines.stdout)).toEqual([
      ["<stdin>:2", true],
      ["<stdin>:3", false],
    ]);
    const one = await validateIn({}, ["-", "--json"], `${valid}\n\n`);
    expect(JSON.parse(one.stdout)).toMatchObject({ valid: true });
    const beside = await validateIn({ "a.json": valid }, ["a.json", "-", "--json"], invalid);
    expect(inputsOf(beside.stdout)).toEqual([
      ["a.json", true],
      ["<stdin>", false],
    ]);
  });

  testEach<[string[], string]>(
    "%j is wrong usage: exit 2 and what to do",
    async (args, message) => {
      const { code, stdout, stderr } = await validateIn(
        { "a.json": valid, "a.ndjson": valid },
        args,
        valid,
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    },
  );
});

describe("a candidate without an envelope", () => {
  const candidate = JSON.stringify(fixableRequest().candidate, null, 2);

  test("is checked for the domain that is named, with positions in its own file, and fixed and built as such", async () => {
    const domain = ["--domain", "generator-option"];
    const { code, stdout } = await validateIn({ "c.json": candidate }, [...domain, "c.json"]);
    const line = 1 + candidate.split("\n").findIndex((text) => text.includes("realstic"));
    expect([code, stdout]).toEqual([1, expect.stringContaining(`--> c.json:${line}:5\n`)]);
    const fixed = await validateIn({}, [...domain, "--fix", "-"], candidate);
    expect([fixed.code, JSON.parse(fixed.stdout)]).toEqual([0, exampleRequest().candidate]);
    const built = await assayHere(["build", ...domain, "-"], { input: fixed.stdout });
    expect([built.code, JSON.parse(built.stdout)]).toMatchObject([
      0,
      { targetProduct: "sample-studio" },
    ]);
    // Requests beside it are recognised.
    const both = { "a.json": valid, "b.json": fixed.stdout };
    expect((await validateIn(both, [...domain, "a.json", "b.json"])).code).toBe(0);
  });

  test("gets the response that its request would get", async () => {
    const args = [
      "--domain",
      "generator-option",
      "--target",
      "sample-studio",
      "--spec-version",
      "v1",
      "--json",
    ];
    const bare = await validateIn({ "c.json": candidate }, [...args, "c.json"]);
    const request = JSON.stringify({ ...fixableRequest(), specVersion: "v1" });
    expect(bare.stdout).toBe(
      (await validateIn({ "r.json": request }, ["r.json", "--json"])).stdout,
    );
  });

  testEach<[string[], string]>("%j cannot be checked: exit 2", async (args, message) => {
    const { code, stderr } = await validateIn({ "c.json": candidate }, args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

test("lines are found wherever chunks end", async () => {
  const text = "one\n\n  \ntwo\r\nthree";
  for (const size of [1, 2, 3, 100]) {
    const chunks = Readable.from(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []);
    const found: [number, string | undefined][] = [];
    for await (const { number, bytes } of readLines(chunks, 4))
      found.push([number, bytes?.toString()]);
    expect(found).toEqual([
      [1, "one"],
      [4, "two\r"],
      [5, undefined],
    ]);
  }
});
