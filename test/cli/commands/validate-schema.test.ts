import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../../support/program.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const ORDER = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  required: ["id", "status", "lines"],
  properties: {
    id: { type: "string", pattern: "^[a-z]+-[0-9]+$" },
    status: { enum: ["open", "paid"] },
    lines: { type: "array", items: { $ref: "parts/line.json" } },
  },
};
const LINE = {
  type: "object",
  additionalProperties: false,
  required: ["sku", "quantity"],
  properties: { sku: { type: "string" }, quantity: { type: "integer", minimum: 1 } },
};
const SCHEMAS = { "order.schema.json": ORDER, "parts/line.json": LINE };
const SLIPPED = `{
  "id": "Order 7",
  "status": "Paid",
  "lines": [{ "sku": "a", "quantitty": 2 }, { "sku": "b", "quantity": "3" }]
}
`;

describe("assay validate --schema", () => {
  test("prints every error with its place and its fixes, also behind a reference to another file", async () => {
    const cwd = temporaryFolder({ ...SCHEMAS, "order.json": SLIPPED });
    const { code, stdout, stderr } = await assay(
      ["validate", "--schema", "order.schema.json", "order.json"],
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const lines = stdout.split("\n").filter((line) => /^error|-->|= fix|fixable/.test(line));
    expect(lines.map((line) => line.trim())).toEqual([
      'error[schema]: "Order 7" must match the pattern "^[a-z]+-[0-9]+$"',
      "--> order.json:2:9",
      'error[not-allowed]: "Paid" is not allowed here; allowed: "open", "paid"',
      "--> order.json:3:13",
      '= fix (machine-applicable): Replace with "paid"',
      'error[unknown-property]: unknown property "quantitty"; did you mean "quantity"?',
      "--> order.json:4:27",
      '= fix (machine-applicable): Rename to "quantity"',
      'error[wrong-type]: "3" is of type string; expected integer',
      "--> order.json:4:71",
      "= fix (machine-applicable): Replace with 3",
      "4 errors; 3 fixable: run again with --fix",
    ]);
  });

  test("exits with 0 for a document that fits", async () => {
    const cwd = temporaryFolder(SCHEMAS);
    const input = '{"id":"a-1","status":"open","lines":[]}';
    const finished = await assayHere(["validate", "--schema", "order.schema.json", "-"], {
      cwd,
      input,
    });
    expect(finished).toEqual({ code: 0, stdout: "valid for order v1\n", stderr: "" });
  });

  test("--fix repairs several files, keeps their layout, and leaves alone what it cannot decide", async () => {
    const valid = '{"id":"a-1",  "status":"open","lines":[]}';
    const files = {
      "a.json": SLIPPED,
      "b.json": valid,
      "c.json": '{"id":"c-1","status":"OPEN","lines":[]}\n',
    };
    const cwd = temporaryFolder({ ...SCHEMAS, ...files });
    const args = ["validate", "--schema", "order.schema.json", "--fix", ...Object.keys(files)];
    const { code, stdout } = await assayHere(args, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('error[schema]: "Order 7" must match the pattern');
    expect(stdout).not.toContain("error[not-allowed]");
    expect(Object.keys(files).map((name) => readFileSync(join(cwd, name), "utf8"))).toEqual([
      SLIPPED.replace("Paid", "paid").replace("quantitty", "quantity").replace('"3"', "3"),
      valid,
      files["c.json"].replace("OPEN", "open"),
    ]);
  });

  describe("a part of a document", () => {
    const api = {
      openapi: "3.0.3",
      paths: { "/orders/{id}": { put: { schema: { $ref: "#/components/schemas/Order" } } } },
      components: {
        schemas: {
          Order: {
            type: "object",
            required: ["lines"],
            properties: {
              note: { type: "string", nullable: true },
              lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
            },
          },
          Line: LINE,
        },
      },
    };
    test.each([
      ["a component of OpenAPI", "openapi.json#/components/schemas/Order"],
      ["a pointer with escaped characters", "openapi.json#/paths/~1orders~1{id}/put/schema"],
      ["a pointer as URIs spell it", "openapi.json#/paths/~1orders~1%7Bid%7D/put/schema"],
    ])("%s", async (_, schema) => {
      const cwd = temporaryFolder({ "openapi.json": api });
      const input = '{"note":null,"lines":[{"sku":"a","quantity":"2"}]}';
      const { code, stdout } = await assayHere(["validate", "--schema", schema, "--json", "-"], {
        cwd,
        input,
      });
      expect(code).toBe(1);
      const { diagnostics } = JSON.parse(stdout);
      expect(diagnostics).toEqual([
        expect.objectContaining({
          code: "wrong-type",
          path: "/candidate/lines/0/quantity",
          fixes: [expect.objectContaining({ applicability: "machine-applicable" })],
        }),
      ]);
    });

    test("a schema may have an array of any length", async () => {
      const schema = { ...LINE, examples: Array.from({ length: 150_000 }, () => ({})) };
      const cwd = temporaryFolder({ "a.json": schema });
      const { code } = await assayHere(["validate", "--schema", "a.json", "-"], {
        cwd,
        input: JSON.stringify({}),
      });
      expect(code).toBe(1);
    });

    test("an anchor names a schema too", async () => {
      const schema = {
        $id: "https://example.com/a",
        $defs: { line: { $anchor: "line", ...LINE } },
      };
      const cwd = temporaryFolder({ "a.json": schema });
      const args = ["validate", "--schema", "a.json#line", "-"];
      const { code, stdout } = await assayHere(args, { cwd, input: '{"sku":"a"}' });
      expect([code, stdout]).toEqual([1, expect.stringContaining('"quantity"')]);
    });
  });

  describe("a document that is no object", () => {
    test.each<[title: string, schema: object, document: string, repaired: string]>([
      [
        "a list",
        { type: "array", items: LINE },
        '[ { "sku": "a", "quantity": "2" } ]',
        '[ { "sku": "a", "quantity": 2 } ]',
      ],
      ["a string", { enum: ["open", "paid"] }, ' "Paid"', ' "paid"'],
      ["a union of scalars", { anyOf: [{ type: "integer" }, { const: "auto" }] }, '"5"\n', "5\n"],
      [
        "an object where a list was sent",
        LINE,
        '[{"sku":"a","quantity":1}]',
        '{\n  "sku": "a",\n  "quantity": 1\n}',
      ],
    ])("%s", async (_, schema, document, repaired) => {
      const cwd = temporaryFolder({ "my.json": schema, "document.json": document });
      const args = ["validate", "--schema", "my.json"];
      const sent = await assayHere([...args, "--json", "document.json"], { cwd });
      expect(sent.code).toBe(1);
      expect(JSON.parse(sent.stdout)).toMatchObject({
        valid: false,
        summary: { errors: 1, fixable: 1 },
      });
      const fixed = await assayHere([...args, "--fix", "document.json"], { cwd });
      expect(fixed).toMatchObject({
        code: 0,
        stdout: "fixed: 1 change\nvalid for my v1\n",
        stderr: "",
      });
      expect(readFileSync(join(cwd, "document.json"), "utf8")).toBe(repaired);
    });

    test.each(["null", "[]", '"x"', "{}", "1"])(
      "a schema that is true accepts %s",
      async (input) => {
        const cwd = temporaryFolder({ "my.json": { $defs: { any: true } } });
        const { code } = await assayHere(["validate", "--schema", "my.json#/$defs/any", "-"], {
          cwd,
          input,
        });
        expect(code).toBe(0);
      },
    );
  });

  test.each<[title: string, schema: string | object, pointer: string, message: string]>([
    [
      "a reference to the network",
      { properties: { a: { $ref: "https://example.com/x.json" } } },
      "",
      'my.json#/properties/a: refers to "https://example.com/x.json", which is not here; nothing is fetched from the network',
    ],
    [
      "$dynamicRef",
      { properties: { a: { $dynamicRef: "#node" } } },
      "",
      "my.json#/properties/a: $dynamicRef is not supported; write $ref, if it always leads to the same schema",
    ],
    [
      "a hostile pattern",
      { properties: { a: { pattern: "^(?=(a+)+$)b" } } },
      "",
      'my.json#/properties/a: the pattern "^(?=(a+)+$)b" may be slow, because it looks around, refers to a group or is large',
    ],
    [
      "a pointer to nothing",
      LINE,
      "#/$defs/Order",
      "my.json#/$defs/Order: is not in the document; check the pointer",
    ],
    ["a name of nothing", LINE, "#order", 'my.json#: refers to "#order", which does not exist'],
    [
      "wrong JSON Schema",
      { properties: { a: { type: "text" } } },
      "",
      "my.json#/properties/a/type: is not valid JSON Schema",
    ],
    ["text that is not JSON", "{", "", "my.json: is not JSON: "],
    ["a list", "[]", "", "my.json: is not a JSON object"],
    [
      "more than 5 MiB",
      " ".repeat(5 * 1024 * 1024 + 1),
      "",
      "my.json is larger than 5 MiB; make it smaller",
    ],
  ])(
    "refuses %s with a clear message, before it checks a document",
    async (_, schema, pointer, message) => {
      const cwd = temporaryFolder({ "my.json": schema, "document.json": "{" });
      const { code, stdout, stderr } = await assayHere(
        ["validate", "--schema", `my.json${pointer}`, "document.json"],
        {
          cwd,
        },
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr).not.toContain("document.json");
      expect(stderr).not.toContain("    at ");
    },
  );

  test.each([
    [
      "a schema that is absent",
      ["--schema", "absent.json"],
      "absent.json cannot be read: no such file or directory",
    ],
    [
      "a domain beside it",
      ["--schema", "my.json", "--domain", "x"],
      "--schema and --domain cannot be combined",
    ],
    [
      "a service beside it",
      ["--schema", "my.json", "--service", "http://x"],
      "--service and --schema cannot be",
    ],
  ])("refuses %s", async (_, args, message) => {
    const cwd = temporaryFolder({ "my.json": LINE });
    const { code, stderr } = await assayHere(["validate", ...args, "-"], { cwd, input: "{}" });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
