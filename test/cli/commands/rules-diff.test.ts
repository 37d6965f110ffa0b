import { join } from "node:path";
import { DOMAIN, newSecondDraft } from "../palette.js";

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
});
