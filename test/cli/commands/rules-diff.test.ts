import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addDocument, type CorpusGroup, corpusText } from "../../../src/cli/commands/rules-diff.js";
import { times } from "../../support/runs.js";
import { DOMAIN, newSecondDraft } from "../palette.js";
import { assay } from "../run-assay.js";

/** v1, and a v2 that has a shorter title and one kind instead of another. */
async function twoVersions() {
  const { rules, run } = await newSecondDraft();
  await rules.replace("v2/candidate.schema.json", '"maxLength": 80', '"maxLength": 60');
  await rules.replace("v2/spec.json", '"second"', '"third"');
  await rules.replace("v2/rules/kind-is-known.json", "allowed: first, second", "allowed: first, third");
  await rules.replace("v2/rules/kind-is-known.json", '"third"', '"fourth"');
  return { rules, run, folder: join(rules.folder, "..") };
}

const TITLE = "a".repeat(61);

describe("assay rules diff", () => {
  test("names every change with a witness, both verdicts and the way out, and exits with 1", async () => {
    const { run } = await twoVersions();
    const { code, stdout, stderr } = await run("diff", DOMAIN, "v1", "v2");
    expect(code).toBe(1);
    expect(stdout).toContain(
      `breaking: /shape/properties/title/maxLength is 60, was 80; not announced in "breaks" of v2\n` +
        `  candidate: {"title":"${TITLE}","kind":"first"}\n  v1: valid\n  v2: too-long at /candidate/title: `,
    );
    expect(stdout).toMatch(/^ {2}the author decides: too-long at \/candidate\/title: /m);
    expect(stdout).toContain('breaking: /data/kinds no longer has "second"');
    expect(stdout).toContain('widening: /data/kinds has "third"\n');
    expect(stdout).toContain("words only:\n  /rules/kind-is-known/examples");
    expect(stderr).toContain('"breaks": ["/shape/properties/title/maxLength","/data/kinds"]');
  });

  test("says the same at every run, as JSON and for release notes too", async () => {
    const { run } = await twoVersions();
    const [first, second] = [
      await run("diff", DOMAIN, "v1", "v2", "--json"),
      await run("diff", DOMAIN, "v1", "v2", "--json"),
    ];
    expect(first).toEqual(second);
    const { changes } = JSON.parse(first.stdout);
    expect(changes[0]).toMatchObject({
      part: "shape",
      effects: [{ kind: "breaking", announced: false, before: { valid: true }, after: { valid: false } }],
    });
    const { stdout } = await run("diff", DOMAIN, "v1", "v2", "--markdown");
    expect(stdout).toMatch(/^## colour-palette v2\n\nChanges since v1:\n\n- \*\*breaking\*\*: \/shape/);
  });

  test("exits with 0 once what breaks is announced; with --strict, also every change needs a witness", async () => {
    const { rules, run } = await twoVersions();
    const announced = '"breaks": ["/shape/properties/title", "/data"],\n  "base"';
    await rules.replace("v2/spec.json", '"base"', announced);
    expect((await run("diff", DOMAIN, "v1", "v2", "--strict")).code).toBe(0);
    // All known kinds are in form C already.
    await rules.replace("v2/spec.json", '"normalize": [', '"normalize": [{ "step": "nfc", "at": "/kind" },');
    const { code, stdout } = await run("diff", DOMAIN, "v1", "v2");
    expect([code, stdout]).toEqual([0, expect.stringContaining('no witness found: the step "nfc /kind" is new')]);
    expect((await run("diff", DOMAIN, "v1", "v2", "--strict")).code).toBe(1);
    expect((await run("diff", DOMAIN, "v1", "v1")).stdout).toBe("colour-palette: v1 and v1 are the same\n");
  });

  test("with a corpus, counts what changes its verdict, by cause, with the first three of each", async () => {
    const { folder } = await twoVersions();
    const count = times(500);
    const candidates = Array.from({ length: count }, (_, at) => ({
      title: at % 10 === 0 ? TITLE : "A title",
      kind: at % 100 === 1 ? "third" : "first",
    }));
    await mkdir(join(folder, "corpus"));
    const lines = [...candidates.map((one) => JSON.stringify(one)), "not JSON", '{"domainId":"other","candidate":{}}'];
    await writeFile(join(folder, "corpus/many.ndjson"), lines.join("\n"));
    const request = { targetProduct: "shop", domainId: DOMAIN, candidate: { title: TITLE, kind: "first" } };
    await writeFile(join(folder, "corpus/a-request.json"), JSON.stringify(request));
    const built = { domainId: DOMAIN, specPackage: {}, proposal: { title: "A title", kind: "second" } };
    await writeFile(join(folder, "corpus/package.json"), JSON.stringify(built));
    const args = ["rules", "diff", DOMAIN, "v1", "v2", "--rules", folder, "--corpus", "corpus"];
    const { stdout } = await assay(args, { cwd: folder });
    expect(stdout.slice(stdout.indexOf(`${count + 2} documents`))).toBe(
      [
        `${count + 2} documents checked, 2 skipped (no JSON object of this domain): ` +
          `${count / 10 + 2} valid only in v1, ${count / 100} valid only in v2`,
        `breaking: too-long at /candidate/title: ${count / 10 + 1} documents`,
        "  corpus/a-request.json: the string has 61 characters; it may have at most 60",
        "  corpus/many.ndjson:1: the string has 61 characters; it may have at most 60",
        "  corpus/many.ndjson:11: the string has 61 characters; it may have at most 60",
        `widening: kind-is-known at /candidate/kind: ${count / 100} documents`,
        '  corpus/many.ndjson:2: "third" is not a known kind; allowed: first, second',
        '  corpus/many.ndjson:102: "third" is not a known kind; allowed: first, second',
        '  corpus/many.ndjson:202: "third" is not a known kind; allowed: first, second',
        "breaking: kind-is-known at /candidate/kind: 1 document",
        '  corpus/package.json: "second" is not a known kind; allowed: first, third',
        "",
      ].join("\n"),
    );
  });

  test("with a corpus of more causes than anyone reads, counts all and shows the first", () => {
    const groups = new Map<string, CorpusGroup>();
    for (let at = 0; at < 3_000; at++) {
      const path = `/candidate/a${at % 1_500}`;
      const cause = { kind: "breaking", code: "wrong-type", path, message: "is not a number" } as const;
      addDocument(groups, cause, { name: "many.ndjson", line: at + 1 });
    }
    expect(groups.size).toBe(1_001);
    expect(groups.get("breaking wrong-type (elsewhere)")).toMatchObject({ count: 1_000 });
    const corpus = { checked: 3_000, skipped: 0, groups: [...groups.values()] };
    const lines = corpusText(corpus, "v1", "v2").trimEnd().split("\n");
    expect(lines[0]).toBe("3000 documents checked: 3000 valid only in v1, 0 valid only in v2");
    expect(lines.at(-1)).toBe("981 more causes, for 2960 documents: see --json");
    expect(lines).toHaveLength(1 + 20 * 3 + 1);
  });
});
