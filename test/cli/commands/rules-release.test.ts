import { execFile } from "node:child_process";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import type { Domain } from "../../../src/specs/catalog.js";
import { listChanges } from "../../../src/specs/explain/explain-spec.js";
import { loadSpecs } from "../../../src/specs/load-specs.js";
import { someOf } from "../../support/runs.js";
import { DOMAIN, newDraft, newRelease, newSecondDraft } from "../palette.js";
import { assayHere } from "../run-assay.js";

describe("assay rules release", () => {
  test("sets the status, records digest and files, and passes the linter", async () => {
    const { rules, run } = await newDraft();
    const { code, stdout, stderr } = await run("release", DOMAIN, "v1");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(await rules.read("v1/spec.json")).status).toBe("released");
    const { versions } = JSON.parse(await rules.read("released.json"));
    expect(stdout).toContain(versions.v1.digest);
    expect(Object.keys(versions.v1.files).sort()).toEqual([
      "candidate.schema.json",
      "examples/complete.json",
      "rules/kind-is-known.json",
      "spec.json",
    ]);
    expect(await run("check")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/v1 +released +current/),
    });
    const biome = ["check", `--config-path=${resolve("biome.json")}`, "--vcs-enabled=false", "."];
    await promisify(execFile)(resolve("node_modules/.bin/biome"), biome, {
      cwd: dirname(rules.folder),
    });
  });

  test("refuses what is released already, retired, unknown, unfinished or wrong", async () => {
    const { rules, run } = await newDraft();
    expect((await run("release", DOMAIN, "v9")).stderr).toContain('no version "v9"');
    expect((await run("release", "colour-palete", "v1")).stderr).toContain(
      'no domain "colour-palete"',
    );
    await rules.replace("v1/spec.json", "Palettes", "TODO");
    await rules.replace("v1/rules/kind-is-known.json", "a known kind passes", "A title for people");
    const unfinished = await run("release", DOMAIN, "v1");
    expect(unfinished.code).toBe(2);
    expect(unfinished.stderr).toMatch(
      /spec\.json:\d+:\d+: \/title: still contains the note "TODO"/,
    );
    expect(unfinished.stderr).toMatch(
      /kind-is-known\.json:\d+:\d+: \/examples\/0\/title: is still the text/,
    );
    expect(JSON.parse(await rules.read("v1/spec.json")).status).toBe("draft");
    await rules.replace("v1/spec.json", "TODO", "Palettes");
    await rules.replace("v1/rules/kind-is-known.json", "A title for people", "a known kind passes");
    await rules.replace("v1/spec.json", '"complete"', '"incomplete"');
    expect((await run("release", DOMAIN, "v1")).stderr).toContain('no example "incomplete"');
    await rules.replace("v1/spec.json", '"incomplete"', '"complete"');
    // A draft that extends this one waits for the release.
    expect((await run("new", DOMAIN, "v2", "--from", "v1")).code).toBe(0);
    await rules.replace("v2/spec.json", '"base"', '"extends": "v1",\n  "base"');
    expect((await run("check", `${DOMAIN}/v2`)).stdout).toContain(
      "v1 is a draft and may still change",
    );
    expect((await run("release", DOMAIN, "v1")).code).toBe(0);
    expect((await run("release", DOMAIN, "v1")).stderr).toContain("is released already");
  });

  test("refuses a rule that no example breaks, which a draft may have", async () => {
    const { rules, run } = await newDraft();
    const file = "v1/rules/kind-is-known.json";
    const { examples, ...rule } = JSON.parse(await rules.read(file));
    await writeFile(
      join(rules.folder, file),
      JSON.stringify({ ...rule, fixes: undefined, examples: [examples[0]] }),
    );
    expect((await run("check")).code).toBe(0);
    const { code, stderr } = await run("release", DOMAIN, "v1");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("/examples: no example is violated; add one that is"),
    ]);
    expect(JSON.parse(await rules.read("v1/spec.json")).status).toBe("draft");
  });

  test("a version released by hand beside a recorded one is recorded when it is released", async () => {
    const { rules, run } = await newSecondDraft();
    await rules.replace("v2/spec.json", '"draft"', '"released"');
    const { code, stdout } = await run("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /v2\/spec\.json:\d+:\d+: \/status: released\.json does not have v2; run: assay rules release colour-palette v2/,
    );
    expect((await run("release", DOMAIN, "v2")).code).toBe(0);
    expect((await run("check")).code).toBe(0);
  });
});

describe("the release of a second version", () => {
  test("records versions, too, that were released by hand before there was a released.json", async () => {
    const { rules, run } = await newSecondDraft();
    await rm(join(rules.folder, "released.json"));
    await rules.replace("v2/spec.json", '"draft"', '"released"');
    await run("new", DOMAIN, "v3", "--from", "v2");
    expect((await run("release", DOMAIN, "v3")).code).toBe(0);
    expect(Object.keys(JSON.parse(await rules.read("released.json")).versions)).toEqual([
      "v1",
      "v2",
      "v3",
    ]);
    expect((await run("check")).code).toBe(0);
  });

  test("prints what changed and stores it beside the digest, once what it refuses is accepted", async () => {
    const { rules, run } = await newSecondDraft();
    await rules.replace("v2/candidate.schema.json", '"maxLength": 80', '"maxLength": 60');
    const refused = await run("release", DOMAIN, "v2");
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(
      "accepts less: /shape/properties/title/maxLength is 60, was 80\n",
    );
    expect(refused.stderr).toBe(
      "v2 may refuse candidates that v1 accepts, by 1 change; if that is intended, run it again with --accept-changes\n",
    );
    expect(JSON.parse(await rules.read("v2/spec.json")).status).toBe("draft");
    const accepted = await run("release", DOMAIN, "v2", "--accept-changes");
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringContaining("accepts less: /shape/properties/title/maxLength"),
    ]);
    const { v1, v2 } = JSON.parse(await rules.read("released.json")).versions;
    expect(v1).not.toHaveProperty("changes");
    expect(v2).toMatchObject({
      since: "v1",
      changes: [
        {
          pointer: "/shape/properties/title/maxLength",
          text: "/shape/properties/title/maxLength is 60, was 80",
          accepts: "less",
          says: expect.stringContaining("at most 60"),
        },
      ],
    });
    expect(await run("check")).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("only words"),
    });
    await run("new", DOMAIN, "v3", "--from", "v2");
    await rules.replace("v3/candidate.schema.json", '"maxLength": 60', '"maxLength": 70');
    expect((await run("release", DOMAIN, "v3")).code).toBe(0);
    expect(JSON.parse(await rules.read("released.json")).versions.v3.changes).toMatchObject([
      { accepts: "more" },
    ]);
  });
});

describe("the changes since the version before", () => {
  test("a note says that nothing has changed, or only words", async () => {
    const { rules, run } = await newSecondDraft();
    expect((await run("release", DOMAIN, "v2")).stderr).toBe(
      "note: nothing has changed: v2 decides like v1\n",
    );
    await run("new", DOMAIN, "v3", "--from", "v2");
    await rules.replace("v3/spec.json", "Palettes", "Colour palettes");
    const { code, stderr } = await run("release", DOMAIN, "v3");
    expect([code, stderr]).toEqual([0, "note: only words have changed: v3 decides like v2\n"]);
  });

  test("a draft is compared with the last released version, not with another draft", async () => {
    const { rules, run } = await newSecondDraft();
    await run("new", DOMAIN, "v3", "--from", "v1");
    const domain = (await loadSpecs(join(rules.folder, ".."))).get(DOMAIN) as Domain;
    expect(listChanges(domain, domain.versions[2] as CompiledSpec)?.since).toBe("v1");
  });
});

describe("a released version", () => {
  const RULE = "v1/rules/kind-is-known.json";

  const CHANGES: [what: string, file: string, old: string | RegExp, now: string, said: RegExp][] = [
    ["a rule", RULE, "{actual} is not", "{actual} is never", /kind-is-known\.json: differs/],
    ["the shape", "v1/candidate.schema.json", "80", "90", /candidate\.schema\.json: differs/],
    ["data", "v1/spec.json", '"second"', '"second", "third"', /v1\/spec\.json: differs/],
    [
      "its status",
      "v1/spec.json",
      '"released"',
      '"draft"',
      /spec\.json:\d+:\d+: \/status: v1 was released/,
    ],
    [
      "its digest",
      "released.json",
      /"sha256:[0-9a-f]{8}/,
      '"sha256:00000000',
      /v1\/digest: is not that of the files/,
    ],
    [
      "the record",
      "released.json",
      /.*/s,
      "{}",
      /released\.json:1:1: must have required property 'versions'/,
    ],
  ];
  test.each(someOf(CHANGES, 3))("cannot change %s unnoticed", async (_, file, old, now, said) => {
    const { rules, run } = await newRelease();
    await rules.replace(file, old, now);
    const { code, stdout } = await run("check");
    expect([code, stdout]).toEqual([1, expect.stringMatching(said)]);
  });

  test("cannot lose its folder or get a rule unnoticed", async () => {
    const { rules, run } = await newRelease();
    const other = (await rules.read(RULE))
      .replace("/kind", "/title")
      .replace("The kind is one", "The title is one");
    await writeFile(rules.path("v1/rules/title-is-known.json"), other);
    expect((await run("check")).stdout).toMatch(
      /title-is-known\.json: was added after the release of v1; remove it/,
    );
    await rename(rules.path("v1"), rules.path("v2"));
    expect((await run("check")).stdout).toMatch(/\/versions\/v1: the folder of v1 is missing/);
  });

  test("may change words and examples, which is reported", async () => {
    const { rules, run } = await newRelease();
    await rules.replace("v1/spec.json", "Palettes", "Colour palettes");
    await rules.replace(RULE, "The shop knows no other.", "The shop sells no other.");
    await mkdir(rules.path("v1/examples"), { recursive: true });
    await rules.replace("v1/examples/complete.json", "A complete candidate", "A whole candidate");
    const { code, stdout } = await run("check");
    expect(code).toBe(0);
    expect(
      stdout.match(/^colour-palette.*: only words or examples have changed since the release$/gm),
    ).toHaveLength(3);
    const json = JSON.parse((await run("check", "--json")).stdout);
    expect(json.reworded).toContain(join(DOMAIN, RULE));
    // Formatting is not a change.
    await writeFile(
      rules.path("v1/spec.json"),
      JSON.stringify(JSON.parse(await rules.read("v1/spec.json"))),
    );
    expect((await run("check")).code).toBe(0);
  });

  test("keeps the service from starting if it was changed, and a file that is missing is named", async () => {
    const { rules } = await newRelease();
    await rm(rules.path(RULE));
    const { code, stderr } = await assayHere(["validate", "-", "--rules", dirname(rules.folder)], {
      input: "{}",
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/kind-is-known\.json: differs from what was released as v1/);
  });
});

describe("assay rules retire", () => {
  test("announces two dates, which change neither digest nor record, and which a copy does not have", async () => {
    const { rules, run } = await newDraft();
    expect((await run("retire", DOMAIN, "v1", "--on", "2027-01-31")).stderr).toContain("is draft");
    await run("release", DOMAIN, "v1");
    const record = await rules.read("released.json");
    const before = await rules.read("v1/spec.json");
    const dates = ["--on", "2027-01-31", "--deprecated-on", "2026-06-30"];
    const retired = await run("retire", DOMAIN, "v1", ...dates);
    expect(retired.code).toBe(0);
    expect(retired.stderr).toBe(
      "note: no later version is released; release one before 2027-01-31 for authors to move to\n",
    );
    const lines =
      '"status": "released",\n  "deprecatedOn": "2026-06-30",\n  "retiresOn": "2027-01-31",';
    expect(await rules.read("v1/spec.json")).toBe(before.replace('"status": "released",', lines));
    expect((await run("retire", DOMAIN, "v1", "--on", "2027-03-31")).code).toBe(0);
    expect(await rules.read("v1/spec.json")).toContain(
      '"2026-06-30",\n  "retiresOn": "2027-03-31"',
    );
    const { code, stdout } = await run("check");
    expect({ code, hasNotes: stdout.includes("only words") }).toEqual({ code: 0, hasNotes: false });
    expect(await rules.read("released.json")).toBe(record);
    await run("new", DOMAIN, "v2", "--from", "v1");
    expect(await rules.read("v2/spec.json")).toBe(before.replace('"released"', '"draft"'));
  });

  test("writes a new date after the status, wherever the other one is", async () => {
    const { rules, run } = await newRelease();
    await rules.replace("v1/spec.json", '"status"', '"deprecatedOn": "2026-06-30",\n  "status"');
    expect((await run("retire", DOMAIN, "v1", "--on", "2027-01-31")).code).toBe(0);
    expect(await rules.read("v1/spec.json")).toContain(
      '"status": "released",\n  "retiresOn": "2027-01-31"',
    );
  });

  test.each([
    [[], "give the date with --on"],
    [["--on", "2027-02-31"], '"2027-02-31" is not a date'],
    [["--on", "2026-01-01", "--deprecated-on", "2026-06-30"], "2026-01-01 is before 2026-06-30"],
  ])("%j changes nothing", async (options, expected) => {
    const { rules, run } = await newRelease();
    const before = await rules.read("v1/spec.json");
    const { code, stderr } = await run("retire", DOMAIN, "v1", ...options);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(await rules.read("v1/spec.json")).toBe(before);
  });
});
