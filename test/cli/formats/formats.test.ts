import { resolve } from "node:path";
import { escapeXml, OUTPUT_FORMATS } from "../../../src/cli/formats/index.js";
import type { Annotation } from "../../../src/cli/outcome.js";
import { exampleRequest, fixableRequest } from "../../support/example-request.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const env = { RULES_DIR: resolve("rules"), TARGETS_FILE: resolve("config/targets.json") };
const lines = JSON.stringify(fixableRequest(), null, 2).split("\n");
const lineOf = (part: string) => 1 + lines.findIndex((line) => line.includes(part));

/** Three inputs: valid, invalid, and no JSON. */
async function inFormat(format: string): Promise<{ code: number | null; stdout: string }> {
  const folder = temporaryFolder({
    "a valid.json": exampleRequest(),
    "b.json": lines.join("\n"),
    "c.json": "{",
  });
  return assayHere(["validate", "--format", format, "."], { cwd: folder, env });
}

/** The text with the changes that a SARIF fix describes, the last one first. */
function applyReplacements(text: string, replacements: Replacement[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return replacements.reduceRight((changed, { deletedRegion: region, insertedContent }) => {
    const from = (starts[region.startLine - 1] as number) + region.startColumn - 1;
    const to = (starts[region.endLine - 1] as number) + region.endColumn - 1;
    return changed.slice(0, from) + insertedContent.text + changed.slice(to);
  }, text);
}

interface Result {
  partialFingerprints: Record<string, string>;
  fixes?: { artifactChanges: { replacements: Replacement[] }[] }[];
}

interface Replacement {
  deletedRegion: { startLine: number; startColumn: number; endLine: number; endColumn: number };
  insertedContent: { text: string };
}

describe("--format sarif", () => {
  test("is one log with the rules, positions and simple fixes", async () => {
    const { code, stdout } = await inFormat("sarif");
    const log = JSON.parse(stdout);
    const [{ results, tool, columnKind, invocations }] = log.runs;
    expect(code).toBe(2);
    expect(log).toMatchObject({
      version: "2.1.0",
      $schema: expect.stringMatching(/^https:.*sarif-2\.1\.0\.json$/),
    });
    expect([columnKind, invocations]).toEqual(["utf16CodeUnits", [{ executionSuccessful: false }]]);
    expect(tool.driver).toMatchObject({
      name: "assay",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    const found = results.find(
      ({ ruleId }: { ruleId: string }) => ruleId === "supported-strategies-are-known",
    );
    expect(found).toMatchObject({
      level: "error",
      message: { text: expect.stringContaining('"realstic" is not a strategy') },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "b.json" },
            region: {
              startLine: lineOf("realstic"),
              startColumn: 7,
              endLine: lineOf("realstic"),
              endColumn: 7 + '"realstic"'.length,
            },
          },
          logicalLocations: [{ fullyQualifiedName: "/candidate/supportedStrategies/1" }],
        },
      ],
    });
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(ids).toContain("supported-strategies-are-known");
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, shortDescription, help, ...rest } of tool.driver.rules) {
      expect(shortDescription.text).toMatch(/\S/);
      expect(help.text).toContain(`assay rules explain ${id}`);
      expect(rest).toEqual({});
    }
    const prints = results.map((result: Result) => result.partialFingerprints["assay/v1"]);
    expect(new Set(prints).size).toBe(results.length);
    const [{ artifactChanges }] = found.fixes;
    const fixed = JSON.parse(applyReplacements(lines.join("\n"), artifactChanges[0].replacements));
    expect(fixed.candidate.supportedStrategies).toEqual(["fast", "realistic"]);
    expect(results.at(-1)).toMatchObject({ ruleId: "malformed-json", level: "error" });
  });

  test.each([
    ["a.json", "", 2],
    ["a.ndjson", `${JSON.stringify(exampleRequest())}\n`, 0],
  ])(
    "has every fix as changes of text, even those of several places: %s",
    async (name, before, indent) => {
      const { candidate, ...envelope } = exampleRequest();
      const { outputFields, supportedStrategies, ...others } = candidate as Record<string, unknown>;
      const wrong = { ...others, fields: outputFields, SupportedStrategies: "fast, realistic" };
      const whole = before + JSON.stringify({ ...envelope, candidate: wrong }, null, indent);
      const folder = temporaryFolder({ [name]: whole });
      const { stdout } = await assayHere(["validate", "--format", "sarif", name], {
        cwd: folder,
        env,
      });
      const results = JSON.parse(stdout).runs[0].results as Result[];
      const changes = results
        .flatMap(({ fixes = [] }) => fixes)
        .map(({ artifactChanges }) => artifactChanges[0]?.replacements as Replacement[]);
      expect(changes.length).toBeGreaterThan(1);
      expect(Math.max(...changes.map(({ length }) => length))).toBeGreaterThan(1);
      for (const replacements of changes) {
        const fixed = applyReplacements(whole, replacements);
        expect(fixed).not.toBe(whole);
        expect(() => JSON.parse(fixed.slice(before.length))).not.toThrow();
      }
    },
  );

  test.each([
    ["in\\a b.json", "in/a%20b.json"],
    ["/in/a b.json", "file:///in/a%20b.json"],
    ["C:\\in\\a b.json", "file:///C:/in/a%20b.json"],
  ])("names the file %s by the URI %s", (name, uri) => {
    const annotations: Annotation[] = [{ severity: "error", code: "a-code", message: "" }];
    const printed = OUTPUT_FORMATS.sarif.writeOutcome({ document: { name }, annotations });
    expect(JSON.parse(printed).locations[0].physicalLocation.artifactLocation).toEqual({ uri });
  });

  test("has no results if all inputs are valid", async () => {
    const { stdout } = await assayHere(["validate", "--format", "sarif", "-"], {
      input: JSON.stringify(exampleRequest()),
    });
    expect(JSON.parse(stdout).runs[0]).toMatchObject({
      results: [],
      invocations: [{ executionSuccessful: true }],
    });
  });
});

describe("--format github", () => {
  test("is one workflow command for each diagnostic", async () => {
    const { code, stdout } = await inFormat("github");
    expect(code).toBe(2);
    for (const line of stdout.trimEnd().split("\n"))
      expect(line).toMatch(/^::(error|warning|notice) file=[^:]+::./);
    expect(stdout).toContain(
      `::error file=b.json,line=${lineOf("realstic")},col=7,title=supported-strategies-are-known::"realstic" is not`,
    );
    expect(stdout).toContain("::error file=c.json,line=1,col=2,title=malformed-json::");
  });

  test("no message, and no file name, can start a command of its own", () => {
    const message = "a: 1, 2 %0A\r\n::warning::b";
    const printed = OUTPUT_FORMATS.github.writeOutcome({
      document: { name: "x,line=1::\n%.json" },
      annotations: [{ severity: "info", code: "a-code", message }],
    });
    const name = "x%2Cline=1%3A%3A%0A%25.json";
    expect(printed).toBe(`::notice file=${name},title=a-code::a: 1, 2 %250A%0D%0A::warning::b\n`);
  });
});

describe("--format junit", () => {
  test("has a suite for each input, with its counts", async () => {
    const { code, stdout } = await inFormat("junit");
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="assay">\n/,
    );
    expect(stdout).toContain('<testsuite name="a valid.json" tests="1" failures="0" errors="0">');
    expect(stdout).toContain('<testsuite name="b.json" tests="4" failures="4" errors="0">');
    expect(stdout).toContain('<testsuite name="c.json" tests="1" failures="0" errors="1">');
    expect(stdout).toContain(
      '<failure type="supported-strategies-are-known" message="&quot;realstic&quot; is not',
    );
    expect(stdout).toContain(`>line ${lineOf("realstic")}, column 7: &quot;realstic&quot; is not`);
  });

  test("escapes messages and names, and keeps every character that XML can have", () => {
    expect(escapeXml("a\tb\r\n<é🙂>&\"'")).toBe("a&#9;b&#13;&#10;&lt;é🙂&gt;&amp;&quot;&apos;");
    expect(escapeXml("\u0000\u0008\u000b\ufffe\ud800")).toBe("\ufffd".repeat(5));
    const [name, code, message] = ['"<x>', "a-code", "]]>\u0000<&"];
    const outcome = {
      status: "failed" as const,
      document: { name, text: "", bytes: Buffer.of() },
      annotations: [{ severity: "error" as const, code, message }],
      error: { code, detail: "" },
    };
    const printed = OUTPUT_FORMATS.junit.writeOutcome(outcome, (text) => text, false);
    for (const text of [name, message]) {
      expect(printed).toContain(`"${escapeXml(text)}"`);
      expect(printed).not.toContain(text);
    }
  });
});
