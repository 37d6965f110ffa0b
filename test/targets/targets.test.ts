import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileRegistry, type RegistryEvent } from "../../src/targets/polled-registry.js";
import { readIds } from "../../src/targets/read-ids.js";
import { Targets } from "../../src/targets/targets.js";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import fc from "../support/fast-check.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const file = { file: "config/registries/sample-studio.json" };
const nowhere = { url: "http://127.0.0.1:1/generators", refreshSeconds: 60, maxStaleSeconds: 3600 };

describe("the targets", () => {
  test("are found by id and listed in order of id", () => {
    const settings = ["b-product", "c-product", "a-product"].map((id) => ({
      id,
      url: "http://x",
      domains: ["d"],
      registry: file,
    }));
    const targets = new Targets(settings, () => {});
    expect(targets.list().map(({ id }) => id)).toEqual(["a-product", "b-product", "c-product"]);
    expect(targets.find("b-product")).toMatchObject({ id: "b-product", url: "http://x", domains: ["d"] });
    expect(targets.find("toString")).toBeUndefined();
  });

  test("start even if a registry is down, and report which one", async () => {
    const reports: [string, RegistryEvent][] = [];
    const targets = new Targets(
      [
        { id: "near", url: "http://x", domains: ["d"], registry: file },
        { id: "away", url: "http://y", domains: ["d"], registry: nowhere },
      ],
      (id, event) => reports.push([id, event]),
    );
    await targets.start();
    targets.stop();
    expect(targets.find("near")?.registry.current()?.has("person-name")).toBe(true);
    expect(targets.find("away")?.registry.current()).toBeUndefined();
    expect(new Map(reports)).toEqual(
      new Map<string, unknown>([
        ["near", { kind: "loaded", ids: 12 }],
        ["away", { kind: "failed", detail: expect.any(String) }],
      ]),
    );
  });

  test("have other registries by name, which are all there or none", async () => {
    const folder = temporaryFolder();
    const regions = join(folder, "regions.json");
    await writeFile(regions, '{"data":{"rows":[{"code":"north"}]}}');
    const one = { id: "one", url: "http://x", domains: ["d"], registry: file };
    const named = { file: regions, pointer: "/data/rows/*/code" };
    const reports: RegistryEvent[] = [];
    const targets = new Targets(
      [
        { ...one, registries: { regions: named } },
        { ...one, id: "two", registries: { regions: named, languages: nowhere } },
      ],
      (_, event) => reports.push(event),
    );
    await targets.start();
    const [first, second] = targets.list();
    expect(first?.registry.current()?.has("person-name")).toBe(true);
    expect(first?.registry.current()?.named?.("regions")?.has("north")).toBe(true);
    expect(first?.registry.current()?.named?.("languages")).toBeUndefined();
    expect(first?.registryNames).toEqual(["regions"]);
    expect(second?.registry.current()).toBeUndefined();
    expect(second?.registry.ageSeconds()).toBeUndefined();
    expect(second?.registry.failure()).toMatch(/^languages: /);
    expect(reports).toContainEqual({ kind: "loaded", ids: 1, registry: "regions" });
    // What has the same settings is taken over, and not loaded again.
    const next = new Targets([{ ...one, registries: { regions: named } }], () => {}, targets);
    expect(next.find("one")?.registry.current()?.named?.("regions")?.has("north")).toBe(true);
    targets.stop(next);
    next.stop();
  });
});

const read = (text: string, slice?: number) => readIds(Buffer.from(text), undefined, slice);

describe("the ids of a registry document", () => {
  test("are the same as with a single parse, however the document is sliced", async () => {
    const tricky = fc.string({ unit: fc.constantFrom("}", ",", "{", "[", "]", '"', "\\", " ", "a") });
    const generator = fc.record(
      { id: tricky.map((text) => `x${text}`), name: tricky, tags: fc.array(fc.record({ of: tricky })) },
      { requiredKeys: ["id"] },
    );
    const document = fc.record(
      { generators: fc.array(generator), next: fc.jsonValue() },
      { requiredKeys: ["generators"] },
    );
    await fc.assert(
      fc.asyncProperty(document, fc.constantFrom(0, 1, 2), fc.nat(80), async (value, indent, slice) => {
        const ids = value.generators.map((each) => each.id);
        await expect(read(JSON.stringify(value, null, indent), slice)).resolves.toEqual(ids);
      }),
      { numRuns: 300 },
    );
  });

  test("are rejected as a whole if the document is truncated, joined or corrupted anywhere", async () => {
    const text = JSON.stringify({ generators: Array.from({ length: 12 }, (_, i) => ({ id: `g-${i}`, name: "G" })) });
    for (let at = 0; at < text.length; at++) {
      await expect(read(text.slice(0, at), 20)).rejects.toThrow("is not valid JSON");
    }
    await expect(read(`${text},`, 20)).rejects.toThrow("is not valid JSON");
    await expect(read(text.replace("},{", "}{"), 20)).rejects.toThrow("is not valid JSON");
    await expect(read(text.replaceAll("},{", "},,{"), 20)).rejects.toThrow("is not valid JSON");
  });

  test("are found after other properties, too", async () => {
    await expect(read('{"version":3,"generators":[{"id":"a"},{"id":"b"}],"more":{}}', 1)).resolves.toEqual(["a", "b"]);
  });

  test.each([
    ["[]", ""],
    ["null", ""],
    ['{"generators":{}}', ""],
    ['{"generators":[{"id":"a"},{"name":"b"}]}', "/generators/1"],
    ['{"generators":[{"id":"a"},{"id":""}]}', "/generators/1"],
    ['{"generators":["a"]}', "/generators/0"],
    ['{"generators":[null]}', "/generators/0"],
  ])("%s is rejected at %j", async (text, pointer) => {
    await expect(read(text, 1)).rejects.toMatchObject({ pointer });
  });

  test("are rejected if the document is not UTF-8", async () => {
    await expect(readIds(Buffer.from('{"generators":[{"id":"é"}]}', "latin1"))).rejects.toThrow("UTF-8");
  });

  test("are strings of an array, or wherever a pointer says", async () => {
    await expect(read('{"ids":["a","b, \\", \\"c"],"next":1}', 1)).resolves.toEqual(["a", 'b, ", "c']);
    await expect(read('{"ids":["a",{"id":"b"}]}', 1)).rejects.toMatchObject({ pointer: "/ids/1" });
    const nested = Buffer.from('{"generators":[],"data":{"rows":[{"key":{"name":"a"}}]}}');
    await expect(readIds(nested, "/data/rows/*/key/name")).resolves.toEqual(["a"]);
    await expect(readIds(nested, "/data/regions/*")).rejects.toThrow('must have an array "data/regions"');
  });
});

const listOf = (...ids: string[]) => JSON.stringify({ generators: ids.map((id) => ({ id })) });

async function registryIn(content?: string) {
  const file = join(temporaryFolder(), "registry.json");
  const events: RegistryEvent[] = [];
  if (content !== undefined) await writeFile(file, content);
  const registry = fileRegistry(file, { refreshSeconds: 0.01, report: (event) => events.push(event) });
  atEnd(() => registry.stop());
  await registry.start();
  return { file, registry, events };
}

describe("a registry in a file", () => {
  test("is loaded at the start and again when the file is rewritten", async () => {
    const { file, registry, events } = await registryIn(listOf("first-one"));
    expect(registry.current()?.has("first-one")).toBe(true);
    await writeFile(file, listOf("second-one", "third-one"));
    await eventually(() => registry.current()?.has("second-one") === true);
    expect(registry.current()?.has("first-one")).toBe(false);
    expect(events.at(-1)).toEqual({ kind: "loaded", ids: 2 });
  });

  test("is reloaded when another file is renamed into its place", async () => {
    const { file, registry } = await registryIn(listOf("first-one"));
    for (const id of ["other-one", "third-one"]) {
      await writeFile(`${file}.new`, listOf(id));
      await rename(`${file}.new`, file);
      await eventually(() => registry.current()?.has(id) === true);
    }
  });

  test("keeps the last good list while the file is invalid or missing, and reports each failure once", async () => {
    const { file, registry, events } = await registryIn(listOf("first-one"));
    await writeFile(file, '{"generators":[{"id":');
    await eventually(() => events.length === 2);
    expect(events[1]).toEqual({ kind: "failed", detail: "the document is not valid JSON" });
    expect(registry.current()?.has("first-one")).toBe(true);
    await rm(file);
    await eventually(() => events.length === 3);
    const detail = `${file} cannot be read: no such file or directory; check the path`;
    expect(events[2]).toEqual({ kind: "failed", detail });
    expect(registry.current()?.has("first-one")).toBe(true);
    // In one step: a poll may read a file that is still being written, and would load it twice.
    await writeFile(`${file}.new`, listOf("second-one"));
    await rename(`${file}.new`, file);
    await eventually(() => registry.current()?.has("second-one") === true);
    expect(events.slice(3)).toEqual([{ kind: "loaded", ids: 1 }]);
  });

  test("is not usable before the file exists", async () => {
    const { file, registry } = await registryIn();
    expect(registry.current()).toBeUndefined();
    expect(registry.ageSeconds()).toBeUndefined();
    expect(registry.retryAfterSeconds()).toBe(1);
    await writeFile(file, listOf("first-one"));
    await eventually(() => registry.current()?.has("first-one") === true);
  });
});
