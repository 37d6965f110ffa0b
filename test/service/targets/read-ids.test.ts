import { RegistryFormatError, readIds } from "../../../src/service/targets/read-ids.js";
import { readIdsAside } from "../../../src/service/targets/read-ids-thread.js";

const read = (text: string, pointer?: string) => readIds(Buffer.from(text), pointer);

/** The place at which a document is rejected. */
function rejectedAt(text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return (error as RegistryFormatError).pointer;
  }
}

describe("the ids of a registry document", () => {
  test("are rejected as a whole if the document is truncated, joined or corrupted anywhere", () => {
    const text = JSON.stringify({
      generators: Array.from({ length: 12 }, (_, i) => ({ id: `g-${i}`, name: "G" })),
    });
    for (let at = 0; at < text.length; at++)
      expect(() => read(text.slice(0, at))).toThrow("is not valid JSON");
    for (const corrupted of [`${text},`, text.replace("},{", "}{"), text.replaceAll("},{", "},,{")])
      expect(() => read(corrupted)).toThrow("is not valid JSON");
  });

  test.each([
    ["[]", ""],
    ["null", ""],
    ['{"generators":{}}', ""],
    ['{"generators":[{"id":"a"},{"name":"b"}]}', "/generators/1"],
    ['{"generators":[{"id":"a"},{"id":""}]}', "/generators/1"],
    ['{"generators":["a"]}', "/generators/0"],
    ['{"generators":[null]}', "/generators/0"],
    ['{"ids":["a",{"id":"b"}]}', "/ids/1"],
  ])("%s is rejected at %j", (text, pointer) => {
    expect(rejectedAt(text)).toBe(pointer);
  });

  test("are rejected if the document is not UTF-8", () => {
    expect(() => readIds(Buffer.from('{"generators":[{"id":"é"}]}', "latin1"))).toThrow("UTF-8");
  });

  test("are strings of an array, or wherever a pointer says", () => {
    expect(read('{"ids":["a","b, \\", \\"c"],"next":1}')).toEqual(["a", 'b, ", "c']);
    const nested = '{"generators":[],"data":{"rows":[{"key":{"name":"a"}}]}}';
    expect(read(nested, "/data/rows/*/key/name")).toEqual(["a"]);
    expect(() => read(nested, "/data/regions/*")).toThrow('must have an array "data/regions"');
  });
});

describe("a document of 5 MB behind a nested pointer", () => {
  const rows = Array.from({ length: 101_000 }, (_, at) => ({
    key: { name: `id-${at}-\ud83d\ude42-\ud800` },
    tags: [],
  }));
  const body = Buffer.from(JSON.stringify({ data: { rows } }));
  const ids = rows.map(({ key }) => key.name);
  const signal = () => new AbortController().signal;

  test("is read as if it were read here, while the event loop turns", async () => {
    expect(body.length).toBeGreaterThan(5_000_000);
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    const read = await readIdsAside(body, "/data/rows/*/key/name", signal());
    clearInterval(turning);
    expect(read).toEqual(ids);
    // Read here, it would be none.
    expect(turns).toBeGreaterThan(5);
  });

  test("is rejected at the same place", async () => {
    const wrong = Buffer.from(JSON.stringify({ data: { rows: [...rows, { key: {} }] } }));
    const reading = readIdsAside(wrong, "/data/rows/*/key/name", signal());
    await expect(reading).rejects.toBeInstanceOf(RegistryFormatError);
    await expect(reading).rejects.toMatchObject({ pointer: `/data/rows/${rows.length}` });
  });

  test("is given up when its time is over", async () => {
    await expect(
      readIdsAside(body, "/data/rows/*/key/name", AbortSignal.timeout(1)),
    ).rejects.toThrow("abort");
  });
});
