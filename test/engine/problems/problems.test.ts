import { evaluate } from "../../../src/engine/evaluate.js";
import { explainMismatch, whyNotInFormat } from "../../../src/engine/problems/in-words.js";
import { findUnportable } from "../../../src/engine/problems/portability.js";
import { joinPointer } from "../../../src/ground/json/pointer.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { validate } from "../../../src/index.js";
import { compileSchema } from "../../../src/schema/ajv.js";
import { casesOf } from "../../support/cases.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { exampleRequest } from "../../support/example-request.js";
import { checkCandidate } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const specs = compiledSpecs("rules");

/** What is said at a place of the example with other properties. */
async function messageFor(
  candidate: Record<string, unknown>,
  path: string,
): Promise<string | undefined> {
  const { diagnostics } = await validate(specs, exampleRequest(candidate));
  return diagnostics.find((diagnostic) => diagnostic.path === `/candidate${path}`)?.message;
}

const RECORD = "with the properties city, temperature, rainyDays, measuredOn";
test.each<[candidate: Record<string, unknown>, path: string, message: string]>([
  [{ owner: 5 }, "/owner", "5 is of type integer; expected object with the properties id, kind"],
  [
    { outputFields: 5 },
    "/outputFields",
    "5 is of type integer; expected array of objects with the properties description, name, type",
  ],
  [
    { owner: { kind: "human", id: "u", colour: 1 } },
    "/owner/colour",
    'unknown property "colour"; known: id, kind',
  ],
  [
    { sampleRecords: ["none"] },
    "/sampleRecords/0",
    `"none" is of type string; expected object ${RECORD}`,
  ],
  [
    { sampleRecords: undefined },
    "",
    `the required property "sampleRecords" is missing; expected array of objects ${RECORD}`,
  ],
  [{ generatorName: null }, "/generatorName", "the value is null; expected string"],
  [{ generatorName: 7.2 }, "/generatorName", '7.2 is of type number; expected string; write "7.2"'],
  [
    { owner: { kind: "human", id: "u", colour: 1, size: 2 } },
    "/owner/size",
    'unknown property "size"',
  ],
  [
    { description: "   " },
    "/description",
    "must have at least 1 character; this string is empty or blank",
  ],
  [
    { generatorId: "3d-models" },
    "/generatorId",
    '"3d-models" is not in kebab-case: it must start with a letter and contain only lower-case letters, digits and single hyphens between them',
  ],
  [
    { supportedStrategies: [] },
    "/supportedStrategies",
    "the array has 0 items; it must have at least 1",
  ],
])("what is wrong with %j at %j is said in words", async (candidate, path, message) => {
  expect(await messageFor(candidate, path)).toBe(message);
});

/** How a value of each type looks. */
const LOOKS: Readonly<Record<string, string>> = {
  datetime: "a datetime looks like 2026-01-31T09:30:00Z",
  date: "a date looks like 2026-01-31",
  email: "an email looks like name@example.com",
  url: "a URL looks like https://example.com/",
  uuid: "a UUID looks like 00000000-0000-4000-8000-000000000000",
  integer: "an integer looks like 1",
  string: 'a string looks like "text"',
};
testEach<[type: string, value: unknown, wrong?: string]>(
  "the message about a value that is not of type %s says how one looks: %j",
  async (type, value, wrong = "") => {
    const outputFields = [{ name: "measured", type, description: "What is measured." }];
    const message = await messageFor(
      { outputFields, sampleRecords: [{ measured: value }] },
      "/sampleRecords/0/measured",
    );
    const end = [wrong, LOOKS[type]].filter(Boolean).join("; ");
    expect(message).toBe(
      `${JSON.stringify(value)} is not of type ${type}, which is declared for "measured"; ${end}`,
    );
  },
);

test.each<(candidate: JsonObject) => JsonObject>([
  (candidate) => ({ data: candidate }),
  (candidate) => ({ data: { proposal: candidate } }),
  (candidate) => ({ data: candidate, version: 2 }),
])(
  "what is nested at any depth is said to be nested in the outermost property (%#)",
  async (nest) => {
    const request = exampleRequest();
    const { diagnostics } = await validate(specs, {
      ...request,
      candidate: nest(request.candidate as JsonObject),
    });
    expect(diagnostics.find(({ path }) => path === "/candidate/data")?.message).toBe(
      'unknown property "data"; the properties in it are expected here instead',
    );
  },
);

testEach<[pattern: string, value: string, reason: string | undefined]>(
  "what the pattern %s accepts says what is wrong with %s",
  (pattern, value, reason) => {
    const schema = { type: "string", pattern };
    expect([whyNotInFormat(value, schema), whyNotInFormat(value, schema)]).toEqual([
      reason,
      reason,
    ]);
  },
);

test("each of three keys that could stand for one name is offered it", async () => {
  const [record] = exampleRequest().candidate.sampleRecords as [Record<string, unknown>];
  const { rainyDays, ...others } = record;
  const keys = ["rainy_days", "RainyDays", "rainy-days"];
  const sampleRecords = [
    { ...others, ...Object.fromEntries(keys.map((key, at) => [key, 3 + at])) },
  ];
  const { diagnostics } = await validate(specs, exampleRequest({ sampleRecords }));
  for (const key of keys)
    expect(
      diagnostics.find(({ path }) => path === `/candidate/sampleRecords/0/${key}`)?.fixes[0],
    ).toMatchObject({
      applicability: "maybe-incorrect",
      patch: [{ op: "move", path: "/candidate/sampleRecords/0/rainyDays" }],
    });
});

testEach<[format: string, value: string, message: string]>(
  "a string that does not have the format %s: %s",
  async (format, value, message) => {
    const shape: JsonObject = { type: "object", properties: { it: { type: "string", format } } };
    const problems = await checkCandidate(specOf({ shape }), { it: value }, RegistryIndex.of([]));
    expect(problems.map((problem) => problem.message())).toEqual([
      `${JSON.stringify(value)} ${message}`,
    ]);
  },
);

test.each(["meta", "a/b~c", "0"])(
  "a property that is null and may be absent can be removed, below any name: %s",
  async (name) => {
    const text = { type: "string" };
    const inner = { type: "object", required: ["id"], properties: { id: text, note: text } };
    const shape = {
      type: "object",
      properties: { [name]: inner, list: { type: "array", items: inner } },
    };
    const candidate = { [name]: { id: null, note: null }, list: [{ id: null, note: null }] };
    const problems = await checkCandidate(specOf({ shape }), candidate, RegistryIndex.of([]));
    const removable = problems.filter((one) =>
      one.fixes().some(({ patch }) => patch[0]?.op === "remove"),
    );
    const paths = [joinPointer(joinPointer("/candidate", name), "note"), "/candidate/list/0/note"];
    expect(removable.map(({ path }) => path).sort()).toEqual(paths.sort());
  },
);

const told = (candidate: unknown) =>
  findUnportable(candidate).map(({ path, fixes }) => [
    path.slice("/candidate".length),
    ...fixes().map(({ patch }) => patch),
  ]);

test.each<[candidate: unknown, ...found: unknown[]]>([
  [{ a: [1, "x", null, true, { "ö😀": "😀" }] }],
  [[Number.MAX_VALUE, Number.MIN_VALUE, -0]],
  ["x"],
  [[Number.NaN, Number.POSITIVE_INFINITY], ["/0"], ["/1"]],
  // With U+FFFD to look at, unless the text is long.
  [{ a: ["y\ud800z"] }, ["/a/0", [{ op: "replace", path: "/candidate/a/0", value: "y\ufffdz" }]]],
  [[`${"x".repeat(300)}\ud800`], ["/0"]],
  [{ "\udc00": { b: 1 } }, ["/\udc00"]],
  [{ "\udc00": [Number.NaN] }, ["/\udc00"], ["/\udc00/0"]],
])("what JSON cannot carry is found where it stands: %j", (candidate, ...found) => {
  expect(told(candidate)).toEqual(found);
});

describe("runs of combining marks", () => {
  const marks = (count: number) => `a${"\u0301".repeat(count)}b`;
  const codes = (candidate: unknown) =>
    findUnportable(candidate).map(({ code, path }) => [code, path]);

  test("are text up to 30 marks, and otherwise an error with a code of its own", () => {
    expect(codes([marks(30), `${marks(30)}${marks(30)}`])).toEqual([]);
    expect(codes({ x: [marks(31)] })).toEqual([["too-many-marks", "/candidate/x/0"]]);
    expect(codes({ [marks(31)]: 1 })).toEqual([["too-many-marks", `/candidate/${marks(31)}`]]);
  });

  test("are looked for in all scripts", () => {
    expect(
      codes([
        `\u0915${"\u093f".repeat(31)}`,
        `\u{1d15e}${"\u{1d165}".repeat(31)}`,
        "\u20dd".repeat(31),
      ]),
    ).toHaveLength(3);
    expect(codes(["\u1100\u1161\u11a8".repeat(40), "\u4e00".repeat(40), "😀".repeat(40)])).toEqual(
      [],
    );
  });

  test("can be cut to 30, if the author likes", () => {
    const [problem] = findUnportable([marks(40)]);
    expect(problem?.fixes()).toEqual([
      {
        title: "Keep the first 30 marks of each run",
        applicability: "maybe-incorrect",
        patch: [{ op: "replace", path: "/candidate/0", value: marks(30) }],
      },
    ]);
  });
});

test("of very many problems, some are kept and the rest counted", () => {
  const kept = findUnportable(Array(5_000).fill("\ud800"));
  expect([kept.length, kept.at(-1)?.further]).toEqual([250, 4_750]);
});

test.each<[type: string, value: unknown, form: string]>([
  ["integer", "9876543210987654321", 'as a number it would lose digits; declare "value" as string'],
  ["string", 7.2, 'it is a number; write "7.2"'],
  ["string", true, 'it is a boolean; write "true"'],
])("of type %s, %j is explained by what is wrong with it", async (type, value, form) => {
  const outputFields = [{ name: "value", type, description: "A value." }];
  const candidate = {
    outputFields,
    sampleRecords: [{ value }, { value: type === "string" ? "a" : 1 }],
  };
  expect(await messageFor(candidate, "/sampleRecords/0/value")).toMatch(new RegExp(`; ${form}$`));
});

testEach<[items: JsonObject, name: string, value: unknown[], said: string]>(
  "of an array with items %j, the wrong item is named",
  (items, name, value, said) => {
    const accepts = compileSchema({ type: "array", items });
    expect(
      explainMismatch(
        value,
        { name, schema: { type: "array", items }, accepts: (one) => accepts(one) },
        "v",
      ),
    ).toContain(said);
  },
);

test("an empty string in an optional property is one error, and is removed", async () => {
  const shape = {
    type: "object",
    additionalProperties: false,
    properties: {
      on: { type: "string", format: "date", minLength: 10, enum: ["2026-01-31"] },
      a: { type: "string" },
    },
  };
  const { diagnostics, repair } = await evaluate(
    specOf({ shape }),
    { on: "" },
    RegistryIndex.of([]),
  );
  expect(diagnostics).toHaveLength(1);
  expect(repair?.patch).toEqual([{ op: "remove", path: "/candidate/on" }]);
});

test("a boolean in place of a link is not to be written as text", async () => {
  const shape = { type: "object", properties: { link: { type: "string", format: "uri" } } };
  const { diagnostics } = await evaluate(specOf({ shape }), { link: false }, RegistryIndex.of([]));
  expect(diagnostics[0]?.message).not.toContain("write");
  expect(diagnostics[0]?.fixes ?? []).toEqual([]);
});
