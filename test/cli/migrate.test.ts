import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOMAIN, withDraft } from "./palette.js";
import { assayHere } from "./run-assay.js";

/** A v2 in which the kind "second" is written "seconds": a certain fix. */
async function inMigration(use: (folder: string, migrate: (...args: string[]) => Promise<Run>) => Promise<void>) {
  await withDraft(async (rules, run) => {
    await run("release", DOMAIN, "v1");
    await run("new", DOMAIN, "v2", "--from", "v1");
    await rules.replace("v2/spec.json", '"second"', '"seconds"');
    await rules.replace("v2/rules/kind-is-known.json", "allowed: first, second", "allowed: first, seconds");
    const folder = join(rules.folder, "../.inbox");
    await mkdir(folder);
    await use(folder, (...args) => assayHere(["migrate", ...args, "--to", "v2", "--rules", ".."], { cwd: folder }));
  });
}

type Run = Awaited<ReturnType<typeof assayHere>>;
const read = async (...path: string[]) => JSON.parse(await readFile(join(...path), "utf8"));

describe("assay migrate", () => {
  test("applies what is certain to requests, candidates and NDJSON, and lists the rest", async () => {
    await inMigration(async (folder, migrate) => {
      const request = { targetProduct: "shop", domainId: DOMAIN, candidate: { title: "Autumn", kind: "second" } };
      await writeFile(join(folder, "request.json"), JSON.stringify(request));
      const lines = ['{"title":"A","kind":"second"}', '{"title":"B", "kind":"first"}', '{"title":"","kind":"first"}'];
      await writeFile(join(folder, "many.ndjson"), `${lines.join("\n")}\n`);
      const { code, stdout, stderr } = await migrate("request.json", "many.ndjson", "--domain", DOMAIN);
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(stdout.split("\n")).toEqual([
        "request.json: 2 certain changes",
        "many.ndjson:1: 1 certain change",
        expect.stringMatching(/^many\.ndjson:3: the author decides: too-short at \/candidate\/title: /),
        "3 valid for v2, 1 need their author",
        "",
      ]);
      const migrated = { ...request, candidate: { title: "Autumn", kind: "seconds" }, specVersion: "v2" };
      expect(await read(folder, "request.json")).toEqual(migrated);
      // A line that is not changed keeps its bytes.
      const after = await readFile(join(folder, "many.ndjson"), "utf8");
      expect(after).toBe(`${['{"title":"A","kind":"seconds"}', ...lines.slice(1)].join("\n")}\n`);
      expect((await migrate("request.json")).stdout).toBe("1 valid for v2, 0 need their author\n");
    });
  });

  test("builds a package again, and leaves one that would not be valid", async () => {
    await inMigration(async (folder, migrate) => {
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
      expect((await migrate("good.json", "bad.json")).code).toBe(1);
      expect(await read(folder, "good.json")).toMatchObject({
        targetProduct: "shop",
        specPackage: { version: "v2", digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
        proposal: { title: "Autumn", kind: "seconds" },
      });
      expect(await read(folder, "bad.json")).toEqual(packageOf({ title: "", kind: "second" }));
    });
  });

  test.each([
    [["c.json"], '{"title":"A","kind":"first"}', 2, "give --domain"],
    [["c.json"], "[]", 2, "not a JSON object"],
    [["c.json", "--domain", "other"], "{}", 2, 'no domain "other"'],
    [["c.json"], `{"domainId":"${DOMAIN}","candidate":{}}`, 1, "missing-property"],
  ])("%j with %s: exit code %d", async (args, text, code, expected) => {
    await inMigration(async (folder, migrate) => {
      await writeFile(join(folder, "c.json"), text);
      const result = await migrate(...args);
      expect(result.code).toBe(code);
      expect(result.stdout + result.stderr).toContain(expected);
    });
  });
});
