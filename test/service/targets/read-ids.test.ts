import { readIds } from "../../../src/service/targets/read-ids.js";
import fc from "../../support/fast-check.js";

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
