import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { COMMANDS } from "../../src/cli/command-table.js";
import { parseKeys } from "../../src/service/auth/stored-keys.js";
import { casesOf } from "../support/cases.js";
import { fixableRequest } from "../support/example-request.js";
import { ASSAY, assay, startProgram } from "../support/program.js";
import { assayHere } from "./run-assay.js";

const testEach = casesOf(import.meta.url);

describe("the command line", () => {
  test("--help lists every command", async () => {
    const { code, stdout } = await assayHere(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^assay checks JSON against rules, .+\.\n\nCommands:/);
    for (const { name, operands } of COMMANDS)
      expect(stdout).toContain(["assay", name, ...operands].join(" "));
  });

  test("docs/cli.md lists every command", () => {
    const manual = readFileSync("docs/cli.md", "utf8");
    for (const { name } of COMMANDS)
      expect(manual).toMatch(new RegExp(`^- \`${name} [^\`]+\`: \\w`, "m"));
  });

  test.each(COMMANDS.map(({ name, options }) => [name, Object.keys(options)] as const))(
    "%s --help lists its options",
    async (name, options) => {
      const { code, stdout, stderr } = await assayHere([...name.split(" "), "--help"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Usage: assay ${name}`);
      for (const option of options) expect(stdout).toContain(`--${option}`);
    },
  );

  test("--version is the version of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await assay(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  testEach<[string[], string]>(
    "%j is wrong usage: exit 2 and what to do",
    async (args, message) => {
      const { code, stdout, stderr } = await assayHere(args, {
        input: '{"targetProduct":"x","domainId":"y","candidate":{}}',
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    },
  );

  test("a reader that closes the pipe changes neither the exit code nor stderr", async () => {
    const child = startProgram(process.execPath, [ASSAY, "validate", "-"], { env: {} });
    child.stdout.destroy();
    child.stdin.end(JSON.stringify(fixableRequest()));
    const [stderr, code] = await Promise.all([
      text(child.stderr),
      new Promise((done) => child.once("close", done)),
    ]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
  });
});

test("a new key matches its entry, and the entry is valid in a keys file", async () => {
  const { code, stdout } = await assayHere(["keys", "new", "ci-agent"]);
  const [, key = "", entry = ""] = /^key: +(ai_\S+)\nentry: (.+)\n$/.exec(stdout) ?? [];
  expect(code).toBe(0);
  const sha256 = createHash("sha256").update(key).digest("hex");
  expect(JSON.parse(entry)).toEqual({ id: "ci-agent", sha256 });
  expect(parseKeys(`{"keys":[${entry}]}`, "keys.json").get(sha256)?.id).toBe("ci-agent");
});

test("an id is generated if none is given, and refused if the keys file would refuse it", async () => {
  const [unnamed, refused] = await Promise.all([
    assayHere(["keys", "new"]),
    assayHere(["keys", "new", "two words"]),
  ]);
  expect(unnamed.stdout).toMatch(/"id":"key-[0-9a-f]{8}"/);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
});
