import { readFileSync } from "node:fs";
import { jsonrepair } from "jsonrepair";
import type * as Library from "../../src/schema-library.js";
import { casesOf } from "../support/cases.js";

const testEach = casesOf(import.meta.url);

const BUILT = new URL("../../dist/schema-library.js", import.meta.url);
const { compileSchema }: typeof Library = await import(BUILT.href);

interface RealText {
  readonly id: string;
  readonly family: string;
  /** Whether a reviewer is sure of what was meant; null if nobody can know it. */
  readonly certain: boolean;
  readonly meant: unknown;
  readonly schema: { [key: string]: never };
  readonly text: string;
}

/** Arguments as models wrote them, from public reports, each with its source. */
const TEXTS: RealText[] = JSON.parse(readFileSync("test/schema/real-texts.json", "utf8"));

const ANY = { type: "object" };
const PATH = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const TWO = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } };

/** The value that may be used without asking anybody; undefined if there is none. */
async function certainValue(schema: object, text: string): Promise<unknown> {
  const { syntax, valid, value, repair, repaired } = await compileSchema(schema as never).text(
    text,
  );
  if (syntax !== "strict" && syntax !== "repaired") return undefined;
  return valid ? value : repair?.remaining === 0 ? repaired : undefined;
}

const asMeant = (value: unknown, { meant }: RealText) =>
  JSON.stringify(value) === JSON.stringify(meant);

test("of real texts, most certain ones are read as meant, and none in another way", async () => {
  const read = await Promise.all(
    TEXTS.map(async (one) => ({ one, value: await certainValue(one.schema, one.text) })),
  );
  expect(read.filter(({ one, value }) => value !== undefined && !asMeant(value, one))).toEqual([]);
  const right = read.filter(({ one, value }) => one.certain && asMeant(value, one)).length;
  const alone = TEXTS.filter((one) => one.certain && asMeant(repairAlone(one.text), one)).length;
  expect(TEXTS.filter(({ certain }) => certain).length).toBe(45);
  expect(alone).toBe(19);
  expect(right).toBeGreaterThanOrEqual(38);
});

function repairAlone(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

testEach<[string, string, unknown]>("%s: %j", async (syntax, text, value) => {
  const result = await compileSchema(TWO).text(text);
  expect([result.syntax, result.value]).toEqual([syntax, value]);
  expect(result.syntaxError !== undefined).toBe(syntax !== "strict");
});

test.each([
  ["C:\\Users\\new", '{"path": "C:\\Users\\new"}', true],
  ["src\\app\\main.ts", '{"path": "src\\app\\main.ts"}', true],
  ["\\d+\\.\\d", '{"path": "\\d+\\.\\d"}', false],
  ["a\n\\d", '{"path": "a\\n\\d"}', false],
  ["it's", '{"path": "it\\\'s"}', true],
  ["echo 'it''s'", `{"path": "echo 'it'\\''s'"}`, false],
])("backslashes that escape nothing: %j", async (path, text, isCertain) => {
  const { syntax, value } = await compileSchema(PATH).text(text);
  expect(syntax).toBe(isCertain ? "repaired" : "offered");
  if (isCertain) expect(value).toEqual({ path });
});

test("the schema decides between readings, and says what is wrong with the one that is left", async () => {
  const { syntax, valid, repaired, diagnostics } =
    await compileSchema(TWO).text("{'a': 'x', 'b': '12',}");
  expect([syntax, valid, repaired]).toEqual(["repaired", false, { a: "x", b: 12 }]);
  expect(diagnostics.map(({ path }) => path)).toEqual(["/b"]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("text that was cut off says where, and is never completed", async () => {
  const check = compileSchema(ANY);
  for (const { meant, certain } of TEXTS) {
    const whole = JSON.stringify(meant);
    if (!certain || whole.length > 200) continue;
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length);
      const { syntax, syntaxError } = await check.text(text);
      const lacksOneBracket = isJson(`${text}}`) && !/[\d{]$/.test(text);
      expect([text, syntax]).toEqual([text, lacksOneBracket ? "offered" : "truncated"]);
      if (syntax === "truncated") expect(syntaxError?.position?.offset).toBe(length);
    }
  }
});

test.each([
  ["[", 65_000],
  ['{"a":', 13_000],
  ['"x" ', 16_000],
  [" //", 21_000],
  ['x"y ', 16_000],
  ["[1", 200_000],
])("hostile text ends: %j, %d times", async (part, times) => {
  expect((await compileSchema(TWO).text(`{"a": ${part.repeat(times)}`)).value).toBeUndefined();
});
