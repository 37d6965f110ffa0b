import { join } from "node:path";
import { DOMAIN, newSecondDraft } from "../palette.js";

/** v1, and a v2 that has a shorter title and one kind instead of another. */
async function twoVersions() {
  const { rules, run } = await newSecondDraft();
  await rules.replace("v2/candidate.schema.json", '"maxLength": 80', '"maxLength": 60');
  await rules.replace("v2/spec.json", '"second"', '"third"');
  await rules.replace(
    "v2/rules/kind-is-known.json",
    "allowed: first, second",
    "allowed: first, third",
  );
  await rules.replace("v2/rules/kind-is-known.json", '"third"', '"fourth"');
  return { rules, run, folder: join(rules.folder, "..") };
}

const TITLE = `A title${"e".repeat(54)}`;

describe("assay rules diff", () => {
  test("names every change with a witness, both verdicts and the way out, and exits with 1", async () => {
    const { run } = await twoVersions();
    const { code, stdout } = await run("diff", DOMAIN, "v1", "v2");
    expect(code).toBe(1);
    expect(stdout).toContain(
      `accepts less: /shape/properties/title/maxLength is 60, was 80\n` +
        `  candidate: {"title":"${TITLE}","kind":"first"}\n  v1: valid\n  v2: too-long at /candidate/title: `,
    );
    expect(stdout).toMatch(/^ {2}the author decides: too-long at \/candidate\/title: /m);
    expect(stdout).toContain('accepts less: /data/kinds no longer has "second"');
    expect(stdout).toContain('accepts more: /data/kinds has "third"\n');
    expect(stdout).toContain("words only:\n  /rules/kind-is-known/examples");
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
      accepts: "less",
      witnesses: [{ shows: "refused", before: { valid: true }, after: { valid: false } }],
    });
    const { stdout } = await run("diff", DOMAIN, "v1", "v2", "--markdown");
    expect(stdout).toMatch(
      /^## colour-palette v2\n\nChanges since v1:\n\n- \*\*accepts less\*\*: \/shape/,
    );
  });

  test("exits with 0 if nothing that was valid can be refused", async () => {
    const { rules, run } = await newSecondDraft();
    await rules.replace("v2/candidate.schema.json", '"maxLength": 80', '"maxLength": 90');
    const { code, stdout } = await run("diff", DOMAIN, "v1", "v2");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^accepts more: \/shape\/properties\/title\/maxLength/),
    ]);
    // All known kinds are in form C already, and no example shows that; in doubt it is a break.
    await rules.replace(
      "v2/spec.json",
      '"normalize": [',
      '"normalize": [{ "step": "nfc", "at": "/kind" },',
    );
    expect(await run("diff", DOMAIN, "v1", "v2")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'may accept less, or more: the step "nfc /kind" is new\n  no example shows a candidate that it refuses\n',
      ),
    });
    expect((await run("diff", DOMAIN, "v1", "v1")).stdout).toBe(
      "colour-palette: v1 and v1 are the same\n",
    );
  });
});
