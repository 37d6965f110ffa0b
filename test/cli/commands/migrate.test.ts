import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOMAIN, newSecondDraft } from "../palette.js";
import { assayHere } from "../run-assay.js";

/** A v2 in which the kind "second" is written "seconds": a certain fix. */
async function newMigration() {
  const { rules } = await newSecondDraft();
  await rules.replace("v2/spec.json", '"second"', '"seconds"');
  await rules.replace("v2/rules/kind-is-known.json", "allowed: first, second", "allowed: first, seconds");
  const folder = join(rules.folder, "../.inbox");
  await mkdir(folder);
  const migrate = (...args: string[]) =>
    assayHere(["migrate", ...args, "--to", "v2", "--rules", ".."], { cwd: folder });
  return { folder, migrate };
}

const REQUEST = { targetProduct: "shop", domainId: DOMAIN, candidate: { title: "Autumn", kind: "second" } };
const MIGRATED = { ...REQUEST, candidate: { title: "Autumn", kind: "seconds" }, specVersion: "v2" };
const read = async (...path: string[]) => JSON.parse(await readFile(join(...path), "utf8"));

describe("assay migrate", () => {
  test("shows what is certain in requests, candidates and NDJSON and lists the rest; --write applies it", async () => {
    const { folder, migrate } = await newMigration();
    const request = { ...REQUEST, specVersion: "v1" };
    const lines = ['{"title":"A","kind":"second"}', '{"title":"B", "kind":"first"}', '{"title":"","kind":"first"}'];
    const files = { "request.json": JSON.stringify(request, null, 4), "many.ndjson": `${lines.join("\n")}\n` };
    const contents = () => Promise.all(Object.keys(files).map((name) => readFile(join(folder, name), "utf8")));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const shown = [
      "request.json: 2 certain changes",
      '  - /candidate/kind: "second"',
      '  + /candidate/kind: "seconds"',
      '  - /specVersion: "v1"',
      '  + /specVersion: "v2"',
      "many.ndjson:1: 1 certain change",
      '  - /kind: "second"',
      '  + /kind: "seconds"',
      expect.stringMatching(/^many\.ndjson:3: the author decides: too-short at \/title: /),
      "3 valid for v2, 1 left to its author",
    ];
    const args = ["request.json", "many.ndjson", "--domain", DOMAIN];
    const dry = await migrate(...args);
    expect([dry.code, dry.stdout.split("\n")]).toEqual([1, [...shown, "nothing is written without --write", ""]]);
    expect(await contents()).toEqual(Object.values(files));
    const written = await migrate(...args, "--write");
    expect([written.code, written.stderr, written.stdout.split("\n")]).toEqual([1, "", [...shown, ""]]);
    const [migrated, many] = await contents();
    // What is not changed keeps its layout, and a line its bytes.
    expect(migrated).toBe(JSON.stringify(MIGRATED, null, 4));
    expect(many).toBe(`${['{"title":"A","kind":"seconds"}', ...lines.slice(1)].join("\n")}\n`);
    expect((await migrate("request.json")).stdout).toBe("1 valid for v2, 0 left to their authors\n");
  });

  test("is validate --fix --spec-version, which takes requests too", async () => {
    const { folder } = await newMigration();
    const targets = [{ id: "shop", url: "http://localhost", domains: [DOMAIN], registry: { file: "ids.json" } }];
    await writeFile(join(folder, "ids.json"), '{ "generators": [] }');
    await writeFile(join(folder, "targets.json"), JSON.stringify({ targets }));
    await writeFile(join(folder, "request.json"), JSON.stringify(REQUEST));
    const args = ["validate", "request.json", "--spec-version", "v2", "--rules", "..", "--targets", "targets.json"];
    expect(await assayHere(args, { cwd: folder })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("seconds"),
    });
    expect(await read(folder, "request.json")).toEqual(REQUEST);
    expect(await assayHere([...args, "--fix"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await read(folder, "request.json")).toEqual(MIGRATED);
  });

  test("a version that is null asks for the current one, like none", async () => {
    const { folder } = await newMigration();
    const request = { ...REQUEST, specVersion: null };
    await writeFile(join(folder, "request.json"), JSON.stringify(request));
    const args = ["migrate", "request.json", "--write", "--rules", "..", "--to"];
    expect((await assayHere([...args, "v1"], { cwd: folder })).stdout).toBe(
      "1 valid for v1, 0 left to their authors\n",
    );
    expect(await read(folder, "request.json")).toEqual(request);
    expect((await assayHere([...args, "v2"], { cwd: folder })).code).toBe(0);
    expect(await read(folder, "request.json")).toEqual(MIGRATED);
  });

  test("builds a package again, and leaves one that would not be valid", async () => {
    const { folder, migrate } = await newMigration();
    const packageOf = (proposal: object) => ({
      formatVersion: "1",
      targetProduct: "shop",
      domainId: DOMAIN,
      specPackage: { version: "v1", digest: "sha256:0" },
      proposal,
      digest: "sha256:0",
    });
    await writeFile(join(folder, "good.json"), JSON.stringify(packageOf({ title: "Autumn", kind: "second" })));
    await writeFile(join(folder, "bad.json"), JSON.stringify(packageOf({ title: "", kind: "second" })));
    expect((await migrate("good.json", "bad.json", "--write")).code).toBe(1);
    expect(await read(folder, "good.json")).toMatchObject({
      targetProduct: "shop",
      specPackage: { version: "v2", digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      proposal: { title: "Autumn", kind: "seconds" },
    });
    expect(await read(folder, "bad.json")).toEqual(packageOf({ title: "", kind: "second" }));
  });

  test("takes the proposal out of a package that a request has as its candidate", async () => {
    const { folder, migrate } = await newMigration();
    const { candidate: proposal, ...request } = REQUEST;
    const sent = { formatVersion: "1", specPackage: { version: "v1", digest: "sha256:0" }, proposal };
    await writeFile(join(folder, "request.json"), JSON.stringify({ ...request, candidate: sent }));
    expect((await migrate("request.json", "--write")).code).toBe(0);
    expect(await read(folder, "request.json")).toEqual(MIGRATED);
  });

  test("goes on after what it cannot migrate, which keeps its bytes, and leaves nothing beside a file", async () => {
    const { folder, migrate } = await newMigration();
    const others = [
      JSON.stringify({ ...REQUEST, domainId: "other" }),
      `{"domainId":"${DOMAIN}","candidate":{"title":"A","title":"B","kind":"second"}}`,
      `{"domainId":"${DOMAIN}","candidate":{"title":1e400,"kind":"second"}}`,
      "not JSON",
    ];
    await mkdir(join(folder, "all"));
    await writeFile(join(folder, "all/1.json"), others[0] as string);
    await writeFile(join(folder, "all/2.json"), JSON.stringify(REQUEST));
    await writeFile(join(folder, "all/3.ndjson"), `${[...others, JSON.stringify(REQUEST)].join("\n")}\n`);
    await writeFile(join(folder, "all/4.jsonl"), `${JSON.stringify(REQUEST)}\n${" ".repeat(2 ** 21)}{}\n`);
    const { code, stdout, stderr } = await migrate("all", "--write");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    const changes = ['  - /candidate/kind: "second"', '  + /candidate/kind: "seconds"', '  + /specVersion: "v2"'];
    expect(stdout.split("\n")).toEqual([
      'all/1.json: "other" is unknown; supported: colour-palette',
      "all/2.json: 2 certain changes",
      ...changes,
      'all/3.ndjson:1: "other" is unknown; supported: colour-palette',
      expect.stringContaining('all/3.ndjson:2: line 1, column 55: the key "title" is repeated'),
      expect.stringContaining("outside the range of a double"),
      expect.stringContaining("all/3.ndjson:4: line 1, column 1: "),
      "all/3.ndjson:5: 2 certain changes",
      ...changes,
      "all/4.jsonl:1: 2 certain changes",
      ...changes,
      expect.stringMatching(/^all\/4.jsonl:2: a line of more than /),
      "all/4.jsonl: left as it is",
      "3 valid for v2, 0 left to their authors, 6 left as they are",
      "",
    ]);
    expect(await read(folder, "all/1.json")).toEqual(JSON.parse(others[0] as string));
    expect(await read(folder, "all/2.json")).toEqual(MIGRATED);
    const lines = await readFile(join(folder, "all/3.ndjson"), "utf8");
    expect(lines).toBe(`${[...others, JSON.stringify(MIGRATED)].join("\n")}\n`);
    expect(await readFile(join(folder, "all/4.jsonl"), "utf8")).toContain(`${JSON.stringify(REQUEST)}\n`);
    expect(await readdir(join(folder, "all"))).toEqual(["1.json", "2.json", "3.ndjson", "4.jsonl"]);
  });

  test("says which lines of standard input are missing from the output", async () => {
    const line = `{"domainId":"${DOMAIN}","candidate":{"title":"A","kind":"first"}}\n`;
    const input = `${line}${" ".repeat(2 ** 21)}{}\n`;
    const { rules } = await newSecondDraft();
    const args = ["migrate", "-", "--to", "v1", "--rules", join(rules.folder, "..")];
    const { code, stdout, stderr } = await assayHere(args, { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: line });
    expect(stderr).toContain("\n<stdin>:2: missing from the output\n");
  });

  test.each([
    [["c.json"], '{"title":"A","kind":"first"}', 2, "give --domain"],
    [["c.json"], "[]", 2, "is of type array"],
    [["c.json", "--domain", "other"], "{}", 2, '"other" is unknown'],
    [["c.json"], `{"targetProduct":"shop","domainId":"${DOMAIN}","candidate":{}}`, 1, "missing-property"],
  ])("%j with %s: exit code %d", async (args, text, code, expected) => {
    const { folder, migrate } = await newMigration();
    await writeFile(join(folder, "c.json"), text);
    const result = await migrate(...args);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain(expected);
  });
});
