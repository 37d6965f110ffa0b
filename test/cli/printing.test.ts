import { join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { WriteStream } from "node:tty";
import { dispatch } from "../../src/cli/dispatch.js";
import { quoteSourceLine } from "../../src/cli/formats/text.js";
import { jsonPosition } from "../../src/ground/json/scanner.js";
import { casesOf } from "../support/cases.js";
import { exampleRequest, fixableRequest } from "../support/example-request.js";
import fc, { anyString } from "../support/fast-check.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { newDraft } from "./palette.js";
import { assayHere } from "./run-assay.js";

const testEach = casesOf(import.meta.url);

const env = { RULES_DIR: resolve("rules"), TARGETS_FILE: resolve("config/targets.json") };

/**
 * Clears a terminal, sets its title by C1 controls, reverses what follows, and starts a workflow
 * command.
 */
const HOSTILE =
  "a\u001b[2J\u001b]0;x\u0007\u009d0;x\u009c\u009b2J\u202e\u2066\u2028\u007f\r\n::error::z";
const NAME = `${HOSTILE}.json`;
const envelope = {
  ...exampleRequest(),
  candidate: { ...exampleRequest().candidate, [HOSTILE]: HOSTILE },
};

/** Everything that acts on a terminal or hides from a reader, except the end of a line. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The exit code of a validation, and what it prints to a terminal, or to a pipe. A request can be
 * read from stdin.
 */
async function runInTerminal(
  args: string[],
  env: Record<string, string>,
  cwd: string,
  isTTY = true,
) {
  const { hasColors, getColorDepth } = WriteStream.prototype;
  const stdout = Object.assign(new PassThrough(), { isTTY, hasColors, getColorDepth });
  const stdin = Readable.from([JSON.stringify(fixableRequest())]);
  const code = await dispatch(["validate", ...args], {
    stdin,
    stdout,
    stderr: new PassThrough(),
    env,
    cwd,
  });
  stdout.end();
  return [code, await text(stdout)] as const;
}

async function validated(...args: string[]): Promise<string> {
  const folder = temporaryFolder({ [NAME]: envelope });
  const { code, stdout, stderr } = await assayHere(["validate", ...args, NAME], {
    cwd: folder,
    env,
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).not.toMatch(UNPRINTABLE);
  return stdout;
}

describe("what a file name or a candidate contains cannot control a terminal or a log", () => {
  test("--format text and --trace", async () => {
    expect(await validated()).toContain("a␛[2J");
    expect(await validated("--trace", "generator-id-is-free")).toContain(
      "generator-id-is-free: holds",
    );
  });

  test("--format github, in which each diagnostic is still one command", async () => {
    const stdout = await validated("--format", "github");
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^::error file=a␛\[2J/);
  });

  test("--format json, whose values are unchanged", async () => {
    const { diagnostics } = JSON.parse(await validated("--format", "json"));
    expect(diagnostics.map(({ path }: { path: string }) => path)).toContain(
      `/candidate/${HOSTILE}`,
    );
  });

  test("--format sarif, whose values are unchanged", async () => {
    const [{ results }] = JSON.parse(await validated("--format", "sarif")).runs;
    const [{ physicalLocation, logicalLocations }] = results[0].locations;
    expect(decodeURIComponent(physicalLocation.artifactLocation.uri)).toBe(NAME);
    expect(logicalLocations[0].fullyQualifiedName).toBe(`/candidate/${HOSTILE}`);
  });

  test("--format junit, whose characters are unchanged where XML has them", async () => {
    const stdout = await validated("--format", "junit");
    const [, name = ""] = /<testsuite name="([^"]*)"/.exec(stdout) ?? [];
    const read = name.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(read).toBe(NAME.replaceAll("\u0007", "\ufffd").replaceAll("\u001b", "\ufffd"));
  });

  test("a document that is fixed on its way through", async () => {
    const { candidate } = exampleRequest();
    const owner = { kind: "Human", id: "user_4821" };
    const hostile = {
      ...exampleRequest(),
      candidate: { ...candidate, description: HOSTILE, owner },
    };
    const { stdout } = await assayHere(["validate", "--fix", "-"], {
      input: JSON.stringify(hostile),
      env,
    });
    expect(stdout).not.toMatch(UNPRINTABLE);
    expect(JSON.parse(stdout).candidate).toMatchObject({
      description: HOSTILE,
      owner: { kind: "human" },
    });
  });

  test.each([
    [["validate", HOSTILE]],
    [["validate", "--format", HOSTILE, "-"]],
    [["validate", `--${HOSTILE}`]],
    [["build", "--targets", HOSTILE, "-"]],
    [["rules", "explain", HOSTILE]],
    [["rules", "check", HOSTILE]],
    [["rules", "diff", HOSTILE, "v1", "v2"]],
    [["rules", "new", HOSTILE, HOSTILE]],
    [["rules", "release", "generator-option", HOSTILE]],
    [["rules", "retire", HOSTILE, HOSTILE, "--on", "2027-01-31"]],
    [["rules", HOSTILE]],
    [[HOSTILE]],
  ])("the arguments %j", async (args) => {
    const { code, stdout, stderr } = await assayHere(args, {
      env,
      input: JSON.stringify(exampleRequest()),
    });
    expect(code).toBe(2);
    expect(stderr).toContain("a␛[2J");
    expect(stdout + stderr).not.toMatch(UNPRINTABLE);
    expect(stderr).not.toMatch(/^::/m);
  });

  test("names in a folder of rules, for people and as JSON", async () => {
    const folder = temporaryFolder({ [join(HOSTILE, HOSTILE, NAME)]: HOSTILE });
    const [people, json] = await Promise.all(
      [[], ["--json"]].map((more) => assayHere(["rules", "check", "--rules", folder, ...more])),
    );
    expect([people?.code, json?.code]).toEqual([1, 1]);
    expect(people?.stdout).toContain("a␛[2J");
    for (const { stdout, stderr } of [people, json] as { stdout: string; stderr: string }[])
      expect(stdout + stderr).not.toMatch(UNPRINTABLE);
    expect(people?.stdout).not.toMatch(/^::/m);
    expect(JSON.stringify(JSON.parse(json?.stdout ?? ""))).toContain("\u009b");
  });

  test("words of a rule", async () => {
    const { rules, run } = await newDraft();
    await rules.replace(
      "v1/rules/kind-is-known.json",
      "The shop knows no other.",
      "\u202eThe shop\u009b2J.",
    );
    const explained = await run("explain", "kind-is-known");
    expect(explained.stdout).toContain("The shop\ufffd2J.");
    expect(explained.stdout + explained.stderr).not.toMatch(UNPRINTABLE);
  });

  test.each(["text", "github", "json", "sarif", "junit"])(
    "a terminal with colors gets only ours, as %s",
    async (format) => {
      const folder = temporaryFolder({
        [NAME]: { ...envelope, [`\u001b[31m${HOSTILE}`]: 1 },
        [`\u001b[8m${NAME}`]: envelope,
      });
      const [code, printed] = await runInTerminal(
        ["--format", format, "."],
        { ...env, TERM: "xterm-256color" },
        folder,
      );
      expect(code).toBe(2);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of our styles, in pairs around printable text.
      const ours = /\u001b\[(?:1|3[1346])m|\u001b\[(?:22|39)m/g;
      expect(printed.replace(ours, "")).not.toMatch(UNPRINTABLE);
      expect(printed).not.toContain("\u001b[31ma");
      expect(printed.includes("\u001b")).toBe(format === "text");
    },
  );
});

/** The report as printed to a terminal, or to a pipe, with these variables. */
const report = async (env: Record<string, string>, isTTY: boolean) =>
  (await runInTerminal(["-"], env, process.cwd(), isTTY))[1];

test("colors are used for terminals that have them, unless the user wants none, and change nothing else", async () => {
  const TERM = "xterm-256color";
  const colored = await report({ TERM }, true);
  const plain = await report({ TERM }, false);
  expect(colored).toContain("\u001b[31merror[");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes the escapes.
  expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  expect(plain).not.toContain("\u001b");
  expect([
    await report({ TERM, NO_COLOR: "1" }, true),
    await report({ TERM: "dumb" }, true),
  ]).toEqual([plain, plain]);
});

const at = (text: string, part: string) =>
  quoteSourceLine(text, jsonPosition(text, text.indexOf(part)));

describe("the source line of an annotation", () => {
  testEach<[string, string, string, string]>(
    "underlines the token at the position: %j",
    (text, part, line, underline) => {
      expect(at(text, part)).toEqual({ line, underline });
    },
  );

  test("shows the text around the token if the document is one long line", () => {
    const text = `{"a":"${"x".repeat(5000)}","b":"here","c":"${"y".repeat(5000)}"}`;
    const { line, underline } = at(text, '"here"');
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^…x+","b":"here","c":"y+…$/);
    expect(line.slice(underline.indexOf("^"), underline.length)).toBe('"here"');
  });

  test("never contains a control character, a line break or a lone surrogate", () => {
    const anything = anyString(400);
    const places = fc.tuple(anything, anything, fc.integer({ min: 0, max: 800 }));
    fc.assert(
      fc.property(places, ([a, b, offset]) => {
        const text = `${a}\u001b[31m\u202e\u009b\n${b}\ud800`;
        const { line, underline } = quoteSourceLine(
          text,
          jsonPosition(text, Math.min(offset, text.length)),
        );
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(underline).toMatch(/^ *\^+$/);
        expect([...line].length).toBeLessThanOrEqual(142);
      }),
    );
  });
});
