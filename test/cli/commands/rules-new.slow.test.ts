import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { copyRules } from "../../support/rules-folder.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

describe("assay rules new", () => {
  test("starts a domain that passes the rule check and the linter at once", async () => {
    const folder = temporaryFolder();
    expect(
      await assayHere(["rules", "new", "colour-palette", "v1"], { cwd: folder }),
    ).toMatchObject({
      code: 0,
      stderr: "",
    });
    // The files name schemas beside them, which a new rules folder does not have yet.
    expect(await readdir(join(folder, "rules"))).toContain("rule.schema.json");
    await assayHere(["rules", "new", "colour-palette", "v2", "--from", "v1"], { cwd: folder });
    // Of several rules folders, the first gets the new version.
    const several = { RULES_DIR: ["rules", "more"].join(delimiter) };
    const inFirst = await assayHere(["rules", "new", "colour-palette", "v3"], {
      cwd: folder,
      env: several,
    });
    expect(inFirst.stdout).toContain(join(folder, "rules", "colour-palette", "v3"));
    const { code, stdout } = await assayHere(["rules", "check"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/colour-palette +v1 +draft +1 +4 +sha256:/);
    const biome = [
      "check",
      `--config-path=${resolve("biome.json")}`,
      "--vcs-enabled=false",
      "rules",
    ];
    await promisify(execFile)(resolve("node_modules/.bin/biome"), biome, { cwd: folder });
  });

  test("copies a version: its status changes, and no other byte", async () => {
    const folder = temporaryFolder();
    copyRules(folder);
    const args = ["rules", "new", "generator-option", "v2", "--from", "v1", "--rules", folder];
    expect((await assayHere(args)).code).toBe(0);
    const [v1, v2] = ["v1", "v2"].map((version) => join(folder, "generator-option", version)) as [
      string,
      string,
    ];
    const files = await readdir(v1, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      const original = await readFile(path, "utf8");
      const expected =
        file.name === "spec.json" ? original.replace('"released"', '"draft"') : original;
      expect(await readFile(path.replace(v1, v2), "utf8")).toBe(expected);
    }
    // The end of a version is not copied, wherever it stands.
    const spec = await readFile(join(v1, "spec.json"), "utf8");
    await writeFile(
      join(v1, "spec.json"),
      spec.replace(/\n}\n$/, ',\n  "retiresOn": "2030-01-01"\n}\n'),
    );
    expect((await assayHere(args.with(3, "v3"))).code).toBe(0);
    expect(await readFile(join(folder, "generator-option/v3/spec.json"), "utf8")).toBe(
      await readFile(join(v2, "spec.json"), "utf8"),
    );
  });

  test("adds a minimal version to a domain and keeps the words of the domain", async () => {
    const folder = temporaryFolder();
    copyRules(folder);
    const words = await readFile(join(folder, "generator-option/domain.json"), "utf8");
    expect(
      (await assayHere(["rules", "new", "generator-option", "v7", "--rules", folder])).code,
    ).toBe(0);
    expect(await readFile(join(folder, "generator-option/domain.json"), "utf8")).toBe(words);
    expect(
      (await assayHere(["rules", "check", "generator-option/v7", "--rules", folder])).code,
    ).toBe(0);
  });

  test.each([
    [["generator-option", "v1"], "already exists"],
    [["Generator Option", "v1"], "not a valid domain name"],
    [["../outside", "v1"], "not a valid domain name"],
    [["generator-option", "2"], '"2" is not a version'],
    [["generator-option", "v2", "--from", "../v1"], '"../v1" is not a version'],
    [["generator-option", "v2", "--from", "v9"], "v9/spec.json: no such file or directory"],
  ])("%j makes nothing and exits with 2", async (args, expected) => {
    const folder = temporaryFolder();
    copyRules(folder);
    const before = (await readdir(folder, { recursive: true })).sort();
    const { code, stderr } = await assayHere(["rules", "new", ...args, "--rules", folder]);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
  });
});

// rules-words.test.ts checks such a version as the README does.
test("assay rules new --extends starts a version that inherits all, and rules show says from where", async () => {
  const folder = temporaryFolder();
  copyRules(folder);
  const rules = ["--rules", folder];
  expect(
    (await assayHere(["rules", "new", "generator-option", "v2", "--extends", "v1", ...rules])).code,
  ).toBe(0);
  const severity = { "generator-id-is-free": "warning" };
  const path = join(folder, "generator-option/v2/spec.json");
  const spec = JSON.parse(await readFile(path, "utf8"));
  await writeFile(
    path,
    JSON.stringify({ ...spec, severity, data: { ownerKindAliases: { folk: "human" } } }),
  );
  const { code, stdout } = await assayHere(["rules", "show", "generator-option/v2", ...rules]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^generator-option\/v2, extends generator-option\/v1\nsha256:/);
  const [v1, v2] = ["generator-option/v1", "generator-option/v2"];
  const rows = stdout.split("\n").map((line) => line.split(/ {2,}/));
  expect(rows).toContainEqual(["/title", `${v2}/spec.json`]);
  expect(rows).toContainEqual(["/data/strategies", `${v1}/spec.json`]);
  expect(rows).toContainEqual(["/data/ownerKindAliases", `${v2}/spec.json, ${v1}/spec.json`]);
  expect(rows).toContainEqual(["/shape", `${v1}/candidate.schema.json`]);
  const rule = "rules/generator-id-is-free";
  expect(rows).toContainEqual([`/${rule}`, `${v2}/spec.json, ${v1}/${rule}.json`]);
  const json = JSON.parse(
    (await assayHere(["rules", "show", "generator-option/v2", "--json", ...rules])).stdout,
  );
  expect(json.parts).toContainEqual({
    part: "/title",
    from: [`${v2}/spec.json`],
    value: spec.title,
  });
  expect((await assayHere(["rules", "show", "generator-option/v3", ...rules])).code).toBe(2);
});

describe("a package of a JSON Schema", () => {
  const SCHEMA = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Parcel",
    description: "A parcel to be sent.",
    type: "object",
    required: ["id", "weight"],
    additionalProperties: false,
    properties: {
      id: { type: "string", pattern: "^p-[0-9]{3,9}$" },
      weight: { type: "number", exclusiveMinimum: 0, maximum: 40 },
      labels: { type: "object", additionalProperties: { type: "string" }, maxProperties: 3 },
      stops: { type: "array", items: { type: "string", minLength: 2 }, uniqueItems: true },
    },
  };

  const examplesIn = (dir: string) => readdir(join(dir, "rules/parcel/v1/examples"));
  const exampleIn = async (dir: string, name: string) =>
    JSON.parse(await readFile(join(dir, "rules/parcel/v1/examples", name), "utf8")).candidate;
  const make = async (schema: object, ...args: string[]) => {
    const dir = temporaryFolder();
    await writeFile(join(dir, "parcel.json"), JSON.stringify(schema));
    await writeFile(join(dir, "Light one.json"), '{"id":"p-001","weight":0.5}');
    const command = [
      "rules",
      "new",
      "parcel",
      "v1",
      "--schema",
      "parcel.json",
      "--rules",
      "rules",
      ...args,
    ];
    return { dir, ...(await assayHere(command, { cwd: dir })) };
  };

  test("is the schema as it is, has the given example and no rules, and passes the check", async () => {
    const { dir, ...made } = await make(SCHEMA, "--example", "Light one.json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(
      JSON.parse(await readFile(join(dir, "rules/parcel/v1/candidate.schema.json"), "utf8")),
    ).toEqual(SCHEMA);
    expect(await readdir(join(dir, "rules/parcel/v1/rules"))).toEqual([]);
    expect(await examplesIn(dir)).toEqual(["light-one.json"]);
    const checked = await assayHere(["rules", "check", "--rules", "rules"], { cwd: dir });
    expect(checked).toMatchObject({ code: 0, stderr: "" });
  });

  test.each<[string, object, object]>([
    ["that of the schema", { examples: [{ id: "p-777", weight: 2 }] }, { id: "p-777", weight: 2 }],
    [
      "made, where that is simple",
      { properties: { weight: { type: "number" } }, required: ["weight"] },
      expect.anything(),
    ],
  ])("has an example: %s", async (_, keywords, candidate) => {
    const { dir, code } = await make({ ...SCHEMA, ...keywords });
    expect([code, await exampleIn(dir, "complete.json")]).toEqual([0, candidate]);
  });

  test("has what other files say under $defs", async () => {
    const dir = temporaryFolder();
    await writeFile(
      join(dir, "parcel.json"),
      '{"type":"object","properties":{"to":{"$ref":"place.json#/$defs/town"}}}',
    );
    await writeFile(join(dir, "place.json"), '{"$defs":{"town":{"type":"string","minLength":2}}}');
    const args = ["rules", "new", "parcel", "v1", "--schema", "parcel.json", "--rules", "rules"];
    expect(await assayHere(args, { cwd: dir })).toMatchObject({ code: 0, stderr: "" });
    expect(
      JSON.parse(await readFile(join(dir, "rules/parcel/v1/candidate.schema.json"), "utf8")),
    ).toMatchObject({
      properties: { to: { $ref: "#/$defs/town" } },
      $defs: { town: { type: "string", minLength: 2 } },
    });
  });

  test("is refused where it cannot be, with what to do", async () => {
    const refusal = async (schema: object, ...args: string[]) => {
      const { code, stderr } = await make(schema, ...args);
      return `${code} ${stderr}`;
    };
    const large = { type: "object", properties: { a: { description: "x".repeat(1_100_000) } } };
    expect(await refusal(large)).toMatch(
      /^2 error: the schema is larger than 1024 KiB; point at a part of it/,
    );
    expect(
      await refusal({ type: "object", required: ["a"], properties: { a: { not: {} } } }),
    ).toMatch(/--example FILE/);
    expect(await refusal({ type: "object" }, "--from", "v1")).toMatch(
      /use one of --extends, --from and --schema/,
    );
    expect(await refusal({ type: "array" })).toMatch(/proposals must be objects/);
  });
});
