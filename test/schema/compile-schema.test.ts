import type { JsonObject } from "../../src/ground/json/value.js";
import {
  build,
  compileSchema,
  InvalidSchema,
  type SchemaOptions,
  validate,
} from "../../src/library.js";
import { casesOf } from "../support/cases.js";

const testEach = casesOf(import.meta.url);

/** The answer about a document, by a schema. */
async function check(schema: JsonObject, candidate: unknown, options: SchemaOptions = {}) {
  const catalog = compileSchema(schema, options);
  const [domainId = ""] = catalog.keys();
  return validate(catalog, { targetProduct: "any", domainId, candidate, applyRepair: true });
}

/** The document after its repair. */
async function repaired(schema: JsonObject, candidate: unknown): Promise<unknown> {
  return (await check(schema, candidate)).repaired;
}

const SHAPES = {
  oneOf: [
    {
      type: "object",
      required: ["kind", "radius"],
      additionalProperties: false,
      properties: {
        kind: { const: "circle" },
        radius: { type: "number" },
        colour: { enum: ["red", "blue"] },
      },
    },
    { $ref: "#/$defs/square" },
  ],
  $defs: {
    square: {
      type: "object",
      required: ["kind", "side"],
      additionalProperties: false,
      properties: { kind: { const: "square" }, side: { type: "number" } },
    },
  },
};

describe("a union", () => {
  testEach<[string, JsonObject, JsonObject]>("repairs %s", async (_, candidate, meant) => {
    expect(await repaired(SHAPES, candidate)).toEqual(meant);
  });

  test("the errors are those of the nearest branch alone", async () => {
    const { diagnostics } = await check(SHAPES, { kind: "square", side: true });
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["wrong-type", "/candidate/side"],
    ]);
  });

  test("where a branch takes any name, a misspelled one is reported with that of its branch", async () => {
    const polygon = {
      type: "object",
      required: ["kind", "points"],
      properties: { kind: { type: "string" } },
    };
    const schema = { ...SHAPES, oneOf: [...SHAPES.oneOf, polygon] };
    const { diagnostics } = await check(schema, { kind: "sqare", side: 5 });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"sqare" is not allowed here; allowed: "square"',
    ]);
  });

  test("a name that no branch has is reported with those of all branches", async () => {
    const { diagnostics, repair } = await check(SHAPES, { kind: "oval", side: 5 });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"oval" is not allowed here; allowed: "circle", "square"',
    ]);
    expect(repair).toBeUndefined();
  });

  testEach<[string, JsonObject[], JsonObject, string[]]>(
    "the errors are those of the branch %s",
    async (_, oneOf, candidate, codes) => {
      const { diagnostics } = await check({ oneOf }, candidate);
      expect(diagnostics.map(({ code }) => code).sort()).toEqual(codes.sort());
    },
  );

  test("the discriminator of OpenAPI names the branch, by its mapping or by the name of its schema", async () => {
    const pet = (name: string) => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: {}, [name]: {} },
    });
    const schemas = { Dog: pet("bark"), Cat: pet("lives"), Fish: pet("fins") };
    const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const mapping = { hound: "#/components/schemas/Dog", cat: "Cat", bird: "birds.json#/Bird" };
    const Pet = { type: "object", oneOf, discriminator: { propertyName: "kind", mapping } };
    const document = { openapi: "3.1.0", components: { schemas: { ...schemas, Pet } } };
    const reported = async (kind: string) => {
      const { diagnostics } = await check(
        document,
        { kind },
        { pointer: "/components/schemas/Pet" },
      );
      return diagnostics.map(({ message }) => message);
    };
    expect(await reported("hound")).toEqual(['the required property "bark" is missing']);
    expect(await reported("cat")).toEqual(['the required property "lives" is missing']);
    expect(await reported("Fish")).toEqual(['the required property "fins" is missing']);
    expect(await reported("Bird")).toEqual([
      expect.stringContaining("must fit one of 3 schemas in `oneOf`"),
    ]);
  });

  test("the author chooses between branches that are equally near", async () => {
    const schema = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    const { diagnostics, repair } = await check(schema, {});
    expect(diagnostics.map(({ code }) => code)).toEqual(["schema"]);
    expect(repair).toBeUndefined();
  });
});

describe("a root that is no object", () => {
  const line = {
    type: "object",
    required: ["sku"],
    additionalProperties: false,
    properties: { sku: { type: "string" } },
  };
  test.each<[string, JsonObject, unknown, unknown]>([
    ["a list", { type: "array", items: line }, [{ Sku: "a" }], [{ sku: "a" }]],
    ["a string", { enum: ["open", "paid"] }, "Paid", "paid"],
    ["a union of scalars", { anyOf: [{ type: "integer" }, { const: "auto" }] }, "5", 5],
    ["a list in a string", { type: "array" }, "[1]", [1]],
  ])("%s is repaired as any value is, and built", async (_, schema, candidate, meant) => {
    expect(await repaired(schema, candidate)).toEqual(meant);
    const catalog = compileSchema(schema, { domainId: "own" });
    const request = { targetProduct: "any", domainId: "own", candidate: meant };
    expect(await build(catalog, request)).toMatchObject({
      valid: true,
      proposalPackage: { proposal: meant },
    });
  });

  test.each([null, [], "x", 1, {}])(
    "a schema that is true accepts %j, one that is false does not",
    async (candidate) => {
      const schema = { $defs: { any: true, none: false } };
      expect((await check(schema, candidate, { pointer: "/$defs/any" })).valid).toBe(true);
      expect((await check(schema, candidate, { pointer: "/$defs/none" })).valid).toBe(false);
    },
  );

  test("a refused envelope is repaired together with it", async () => {
    const catalog = compileSchema({ type: "array", items: line }, { domainId: "own" });
    const sent = { targetProduct: "any", domain: "own", candidate: [{ Sku: "a" }] };
    const patch = [
      { op: "move", from: "/domain", path: "/domainId" },
      { op: "move", from: "/candidate/0/Sku", path: "/candidate/0/sku" },
    ];
    const details = { repair: { patch, remaining: 0, complete: true, open: [] } };
    await expect(validate(catalog, sent)).rejects.toMatchObject({
      code: "invalid-request",
      details,
    });
  });
});

describe("what is repaired with certainty", () => {
  const NESTED = {
    type: "object",
    additionalProperties: false,
    properties: {
      from: { $ref: "#/definitions/point" },
      to: { $ref: "#/definitions/point" },
      label: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
    },
    definitions: {
      point: {
        type: "object",
        additionalProperties: false,
        properties: { x: { type: "number" }, label: { type: "string" } },
      },
    },
  };

  test("an empty object is not removed", async () => {
    const { diagnostics, repair } = await check(NESTED, { label: "a", unknown: {} });
    expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-property"]);
    expect(repair).toBeUndefined();
  });

  test("a key is not moved if several places fit", async () => {
    const { repair } = await check(NESTED, { from: { x: 1 }, to: {}, x: 2 });
    expect(repair).toBeUndefined();
  });

  test("a value becomes a list, an optional null is removed, and names are spelled right behind a reference", async () => {
    expect(await repaired(NESTED, { from: { X: "1" }, tags: "blue", label: null })).toEqual({
      from: { x: 1 },
      tags: ["blue"],
    });
  });

  test.each<[string, JsonObject, JsonObject]>([
    [
      "a null in a series",
      { properties: { a: { items: { type: "number" } } } },
      { a: [1, null, 3] },
    ],
    [
      "a null among words",
      { properties: { a: { items: { type: "string" } } } },
      { a: ["b", null] },
    ],
    [
      "a null in a tuple",
      { properties: { a: { items: [{ type: "object" }, {}] } } },
      { a: [null, { b: 1 }] },
    ],
    [
      "the key of a map",
      { properties: { a: { additionalProperties: { type: "object" } } } },
      { a: { b: null } },
    ],
    [
      "a property of the other branch",
      {
        required: ["kind"],
        oneOf: ["email", "number"].map((kind) => ({
          required: [kind],
          properties: { kind: { const: kind }, [kind]: { type: "string" } },
        })),
        unevaluatedProperties: false,
        $schema: "https://json-schema.org/draft/2020-12/schema",
      },
      { kind: "email", email: "a@b.c", number: "+49 30 1234" },
    ],
    [
      "a number beside a list that happens to be its length",
      { properties: { a: { type: "array", items: { type: "object", required: ["id"] } } } },
      { a: { items: [{ id: 1 }], version: 1 } },
    ],
    [
      "a number beside a list, under a name that ends like one of its length",
      { properties: { a: { type: "array", items: { type: "object", required: ["id"] } } } },
      { a: { items: [{ id: 1 }], discount: 1 } },
    ],
    [
      "a discriminator that another key may be",
      {
        oneOf: ["circle", "square"].map((kind) => ({
          required: kind === "square" ? ["kind", "side"] : ["kind"],
          properties: { kind: { const: kind }, side: {} },
        })),
      },
      { Kind: "square", height: 3 },
    ],
  ])("%s is not changed", async (_, schema, candidate) => {
    const { valid, diagnostics, repair } = await check(schema, candidate);
    expect([valid, diagnostics.length]).toEqual([false, 1]);
    expect(repair).toBeUndefined();
  });

  test.each<[JsonObject, unknown, unknown]>([
    [{ enum: [1, 2, 3] }, "2", 2],
    [{ type: "integer", enum: [1, 2, 3] }, "2", 2],
    [{ type: "integer", enum: [1, 2, 3] }, "7", undefined],
    [{ const: true }, "true", true],
    [{ type: "string", enum: ["5", "6"] }, 5, "5"],
  ])("%j makes of %j %j", async (a, value, meant) => {
    const { diagnostics, repaired } = await check({ properties: { a } }, { a: value });
    expect(diagnostics.map(({ code }) => code)).toEqual(["not-allowed"]);
    expect(repaired).toEqual(meant === undefined ? undefined : { a: meant });
  });

  testEach<[JsonObject, unknown, unknown]>(
    "%j, where %j is wrong, makes %j of it",
    async (a, value, meant) => {
      expect(await repaired({ properties: { a } }, { a: value })).toEqual(
        meant === undefined ? undefined : { a: meant },
      );
    },
  );

  testEach<[JsonObject, unknown, string[]]>("%j offers for %j %j", async (a, value, titles) => {
    const { diagnostics } = await check({ properties: { a } }, { a: value });
    expect(diagnostics.flatMap(({ fixes }) => fixes.map(({ title }) => title))).toEqual(titles);
  });

  test("items are not put into arrays one by one, as brackets around all of them may be missing", async () => {
    const schema = { properties: { a: { items: { type: "array" } } } };
    expect((await check(schema, { a: [1, 2] })).repair).toBeUndefined();
    expect(await repaired(schema, { a: [[1], 2] })).toEqual({ a: [[1], [2]] });
  });

  test("several types of items are in plural", async () => {
    const schema = { properties: { a: { type: "array", items: { type: ["string", "number"] } } } };
    const { diagnostics } = await check(schema, { a: true });
    expect(diagnostics[0]?.message).toBe(
      "true is of type boolean; expected array of strings or numbers",
    );
  });

  test("an object without listed properties is only an object", async () => {
    const { diagnostics } = await check(
      { properties: { a: { type: "object", properties: {} } } },
      { a: true },
    );
    expect(diagnostics[0]?.message).toBe("true is of type boolean; expected object");
  });

  test("a number as key is that of a map, and no index", async () => {
    const schema = { properties: { a: { additionalProperties: { type: "number" } } } };
    expect(await repaired(schema, { a: { 2025: "5", 2026: "many" } })).toEqual({
      a: { 2025: 5, 2026: "many" },
    });
  });

  test("the same fix of several branches is one", async () => {
    const a = { anyOf: [{ type: "integer" }, { type: "number", maximum: 9 }, { enum: ["auto"] }] };
    const { diagnostics, repaired } = await check({ properties: { a } }, { a: "5" });
    expect(diagnostics[0]?.fixes?.map(({ title }) => title)).toEqual(["Replace with 5"]);
    expect(repaired).toEqual({ a: 5 });
  });

  test("all properties that the branch does not know are reported together", async () => {
    const kinds = ["email", "fax"].map((kind) => ({
      required: [kind],
      properties: { kind: { const: kind }, [kind]: { type: "string" } },
    }));
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    const schema = { $schema, required: ["kind"], oneOf: kinds, unevaluatedProperties: false };
    const reported = async (candidate: JsonObject) =>
      (await check(schema, candidate)).diagnostics.map(({ path, message }) => [
        path,
        message.replace(/^[^;]*/, ""),
      ]);
    expect(await reported({ kind: "fax", fax: "1", email: "a", note: "b" })).toEqual([
      ["/candidate/email", "; known: kind, fax"],
      ["/candidate/note", ""],
    ]);
    expect(await reported({ kind: "fax", fax: 1, note: "b" })).toEqual([
      ["/candidate/fax", '; expected string; write "1"'],
      ["/candidate/note", "; known: kind, fax, email"],
    ]);
  });

  test("a value of the request means nothing in the document", async () => {
    const { repair } = await check(NESTED, { domain: "schema", specVersion: "v1" });
    expect(repair).toBeUndefined();
  });
});

describe("a key at the wrong level", () => {
  const closed = (properties: JsonObject): JsonObject => ({
    type: "object",
    additionalProperties: false,
    properties,
  });
  const SERVICE = closed({
    name: { type: "string" },
    server: closed({ port: { type: "integer" }, tls: closed({ certificate: { type: "string" } }) }),
    client: closed({ timeout: { type: "integer" }, retries: { type: "integer" } }),
    backup: closed({ target: closed({ timeout: { type: "integer" }, path: { type: "string" } }) }),
    scripts: { type: "object", additionalProperties: { type: "string" } },
    files: { type: "array", items: { type: "string" } },
    jobs: {
      type: "object",
      additionalProperties: false,
      patternProperties: { "^[a-z]+$": closed({ image: {} }) },
    },
  });

  testEach<[string, JsonObject, JsonObject]>(
    "%s is moved, if only one place fits",
    async (_, candidate, meant) => {
      expect(await repaired(SERVICE, candidate)).toEqual(meant);
    },
  );

  testEach<[string, JsonObject, string[]]>(
    "the move is only offered for %s",
    async (_, candidate, places) => {
      const { diagnostics, repair } = await check(SERVICE, candidate);
      expect(repair).toBeUndefined();
      const moves = diagnostics
        .flatMap(({ fixes }) => fixes)
        .filter(({ title }) => title.startsWith("Move"));
      expect(moves.map(({ title, applicability }) => [title, applicability])).toEqual(
        places.map((place) => [`Move it to "${place}"`, "maybe-incorrect"]),
      );
    },
  );

  test("its value is not changed to fit a map that it is in by mistake", async () => {
    const { diagnostics, repair } = await check(SERVICE, { scripts: { files: ["dist"] } });
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["wrong-type", "/candidate/scripts/files"],
    ]);
    expect(repair).toBeUndefined();
    expect(await repaired(SERVICE, { scripts: { other: ["dist"] } })).toEqual({
      scripts: { other: "dist" },
    });
  });
});

describe("a wrapper around a value", () => {
  const closed = (properties: JsonObject): JsonObject => ({
    type: "object",
    additionalProperties: false,
    properties,
  });
  const ORDER: JsonObject = {
    title: "Coffee order",
    ...closed({
      table: { type: "integer" },
      paid: { type: "boolean" },
      guest: closed({ name: { type: "string" }, seat: { type: "integer" } }),
      drinks: {
        type: "array",
        items: closed({ kind: { type: "string" }, price: { type: "number" } }),
      },
      waiter: closed({ name: { type: "string" }, payload: { type: "object" } }),
    }),
  };
  const MEANT = { table: 4, paid: true };

  testEach<[string, JsonObject, JsonObject]>(
    "%s is taken away, or put there",
    async (_, candidate, meant) => {
      expect(await repaired(ORDER, candidate)).toEqual(meant);
    },
  );

  test("where other keys are allowed, it is taken away if nothing is beside it", async () => {
    const { additionalProperties: _, ...open } = ORDER;
    const schema = { ...open, required: ["table", "paid"] };
    expect(await repaired(schema, { data: { table: "4", paid: true } })).toEqual(MEANT);
    expect(await repaired(schema, { guest: { name: "Ann", seat: 1 } })).toBeUndefined();
    expect(await repaired(schema, { drafts: MEANT })).toBeUndefined();
    const { diagnostics, repair } = await check(schema, { data: MEANT, page: 2 });
    expect(repair).toBeUndefined();
    expect(diagnostics[0]?.fixes.map(({ title }) => title)).toEqual([
      'Move the properties of "data" up',
    ]);
  });

  test.each<[string, JsonObject]>([
    ["with another word", { draft: MEANT }],
    ["with a word of its own", { kitchen: MEANT }],
    ["that could be a property elsewhere", { payload: MEANT }],
  ])("one %s is left to the author", async (_, candidate) => {
    expect((await check(ORDER, candidate)).repair).toBeUndefined();
  });
});

test("where other keys are allowed, a missing one is offered the key that is nearly it, and no more", async () => {
  const schema = { type: "object", required: ["total"], properties: { total: {}, tota: {} } };
  const offered = async (candidate: JsonObject) => {
    const { diagnostics, repair } = await check(schema, candidate);
    expect(repair).toBeUndefined();
    return diagnostics.flatMap(
      ({ fixes }) => fixes?.map(({ title, applicability }) => `${applicability}: ${title}`) ?? [],
    );
  };
  expect(await offered({ totl: 6, note: "" })).toEqual([
    'maybe-incorrect: Rename "totl" to "total"',
  ]);
  // The same name in other letters is certain, whatever its value is.
  expect(await repaired(schema, { "Total:": 6, note: "" })).toEqual({ total: 6, note: "" });
  expect(
    await repaired({ ...schema, properties: { total: { type: "number" } } }, { TOTAL: "6,5" }),
  ).toEqual({
    total: 6.5,
  });
  expect(await offered({ Total: 6, TOTAL: 7 })).toEqual([]);
  // A known key, two with different values that are equally near, and the keys of a map.
  expect(await offered({ tota: 6 })).toEqual([]);
  expect(await offered({ totl: 6, ttal: 7 })).toEqual([]);
  const map = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key${at}`, at]));
  expect(await offered({ ...map, totl: 6 })).toEqual([]);
});

testEach<[JsonObject, JsonObject, string]>(
  "the message by %j about %j",
  async (schema, candidate, words) => {
    const { diagnostics } = await check({ additionalProperties: false, ...schema }, candidate);
    expect(diagnostics[0]?.message).toMatch(new RegExp(`${words.replace(/[\^$()]/g, "\\$&")}$`));
  },
);

describe("the words of keywords without a code", () => {
  testEach<[JsonObject | boolean, unknown, string]>(
    "what %j says of %j",
    async (a, value, words) => {
      const { diagnostics } = await check({ properties: { a } }, { a: value });
      expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
        ["schema", "/candidate/a"],
      ]);
      expect(diagnostics[0]?.message).toContain(words);
    },
  );
});

describe("drafts", () => {
  testEach<[string, JsonObject]>("the draft %s", async (_, schema) => {
    const verdicts = await Promise.all([1, 2].map(async (a) => (await check(schema, { a })).valid));
    expect(verdicts).toEqual([false, true]);
  });

  test.each(["2019-09", "2020-12"])("%s has unions beside patterns of names", async (draft) => {
    const value = {
      patternProperties: { "^a": { type: "number" } },
      anyOf: [{ additionalProperties: false }, { required: ["b"] }],
    };
    const schema = {
      $schema: `https://json-schema.org/draft/${draft}/schema`,
      properties: { value },
    };
    const verdicts = [{ a: 1 }, { ab: 1, b: 2 }].map(
      async (one) => (await check(schema, { value: one })).valid,
    );
    expect(await Promise.all(verdicts)).toEqual([false, true]);
  });

  test.each(["dependentRequired", "dependencies"])(
    "%s may name what every object inherits",
    async (keyword) => {
      const schema = {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        [keyword]: { c: ["toString"] },
      };
      expect((await check(schema, { c: 1 })).valid).toBe(false);
      expect((await check(schema, { c: 1, toString: 2 })).valid).toBe(true);
    },
  );

  test("a component of OpenAPI 3.0 may be null if it says so, also beside a reference without effect", async () => {
    const api = {
      openapi: "3.0.3",
      components: {
        schemas: {
          Order: {
            type: "object",
            properties: {
              id: { type: "string", nullable: true },
              by: { nullable: true, allOf: [{ $ref: "#/components/schemas/Person" }] },
            },
          },
          Person: { type: "object" },
        },
      },
    };
    const options = { pointer: "/components/schemas/Order" };
    expect((await check(api, { id: null, by: {} }, options)).valid).toBe(true);
    expect((await check(api, { by: null }, options)).valid).toBe(false);
    expect([...compileSchema(api, options).keys()]).toEqual(["order"]);
  });

  test.each([
    [{ $id: "https://example.com/schemas/sales-order.json" }, "sales-order"],
    [{ $id: "urn:x", title: "Sales Order" }, "urn-x"],
    [{ title: "Sales Order" }, "sales-order"],
    [{}, "schema"],
  ])("the domain of %j is %s", (schema, id) => {
    expect([...compileSchema(schema).keys()]).toEqual([id]);
  });
});

function refusal(schema: JsonObject) {
  try {
    return compileSchema(schema);
  } catch (error) {
    return [(error as Error).constructor, (error as Error).message];
  }
}

describe("a schema that cannot be used is refused with its place and a reason", () => {
  const deep = (levels: number) => JSON.parse(`${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`);
  test.each<[string, JsonObject, RegExp]>([
    [
      "a slow pattern",
      { properties: { a: { pattern: "^a(?=(a+)+$)" } } },
      /schema\.json#\/properties\/a: the pattern .* may be slow/,
    ],
    [
      "a circle of references",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      /refers to itself without an end/,
    ],
    [
      "a reference to the network",
      { properties: { a: { $ref: "https://example.com/a.json" } } },
      /a: refers to "https:\/\/example.com\/a.json", which is not here/,
    ],
    [
      "a reference to nothing",
      { $ref: "#/$defs/absent" },
      /refers to "#\/\$defs\/absent", which does not exist/,
    ],
    ["$dynamicRef", { properties: { a: { $dynamicRef: "#a" } } }, /\$dynamicRef is not supported/],
    [
      "wrong JSON Schema",
      { properties: { a: { type: "strin" } } },
      /properties\/a\/type: is not valid JSON Schema/,
    ],
    ["deep nesting", deep(1000), /deeper than 200 levels/],
    ...[null, 5, [], true, undefined].map((schema): [string, never, RegExp] => [
      `${JSON.stringify(schema)} in place of a schema`,
      schema as never,
      /^file:\/\/\/schema\.json: is not a JSON object$/,
    ]),
    ["much text", { description: "x".repeat(6_000_000) }, /larger than 5 MiB/],
    [
      "many keywords",
      {
        properties: Object.fromEntries(
          Array.from({ length: 60_000 }, (_, n) => [`p${n}`, { type: "string", minLength: 1 }]),
        ),
      },
      /larger than 100000 keywords/,
    ],
  ])("%s", (_, schema, reason) => {
    expect(refusal(schema)).toEqual([InvalidSchema, expect.stringMatching(reason)]);
  });

  test("a schema that refers to itself twice at every level is bounded for each document", async () => {
    const schema = {
      allOf: [
        { properties: { a: { $ref: "#" } } },
        { properties: { a: { $ref: "#" }, b: { type: "string" } } },
      ],
    };
    const document = JSON.parse(`${'{"a":'.repeat(28)}{"b":1}${"}".repeat(28)}`);
    const { diagnostics } = await check(schema, document);
    expect(diagnostics[0]?.message).toContain("takes more than 500000 steps");
  });
});

test("millions of errors end with those of the first item, also behind references", async () => {
  const required = Array.from({ length: 300 }, (_, index) => `property${index}`);
  const items = Array.from({ length: 20_000 }, () => ({}));
  for (const item of [{ required }, { $ref: "#/$defs/row" }]) {
    const schema = {
      type: "object",
      properties: { a: { items: item } },
      $defs: { row: { required } },
    };
    const { valid, summary, diagnostics, repair } = await check(schema, { a: items });
    expect([valid, summary.errors]).toEqual([false, 301]);
    expect(diagnostics[0]?.message).toContain("has more than 10000 errors");
    expect(repair).toBeUndefined();
  }
});

test("thousands of errors are all found", async () => {
  const schema = { type: "object", properties: { a: { items: { required: ["b", "c"] } } } };
  const { summary } = await check(schema, { a: Array.from({ length: 1_500 }, () => ({})) });
  expect(summary.errors).toBe(3_000);
});
