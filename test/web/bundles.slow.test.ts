import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, SourceTextModule } from "node:vm";
import type * as Browser from "../../src/browser.js";
import type { JsonObject } from "../../src/ground/json/value.js";
import { toDomain } from "../../src/specs/catalog.js";
import { describeSpec } from "../../src/specs/explain/describe-spec.js";
import type { Reply } from "../../web/workbench/worker-calls.js";
import { specOf } from "../engine/spec-of.js";
import { compiledSpecs } from "../support/compiled-specs.js";

/** Runs a bundle with what the engine may need of a browser. */
async function evaluate(file: string, self: object = {}): Promise<object> {
  const globals = {
    self,
    TextEncoder,
    URL,
    performance,
    queueMicrotask,
    setTimeout,
    structuredClone,
  };
  const module = new SourceTextModule(readFileSync(file, "utf8"), {
    context: createContext(globals),
  });
  await module.link((specifier) => {
    throw new Error(`${file} imports ${specifier}`);
  });
  await module.evaluate();
  return module.namespace;
}

/** Loads a package in the worker of a page. */
async function workerLoader(name: string) {
  const manifest = JSON.parse(readFileSync("dist/web/manifest.json", "utf8"));
  const self: { onmessage?: (event: object) => void; postMessage?: (reply: Reply) => void } = {};
  await evaluate(join("dist/web", manifest[name].file), self);
  return async (document: Browser.SpecDocument) => {
    const reply = await new Promise<Reply>((resolve) => {
      self.postMessage = resolve;
      self.onmessage?.({ data: { id: 1, name: "load", argument: document } });
    });
    if ("error" in reply) throw new Error(reply.error);
  };
}

const library = (await evaluate("dist/browser.js")) as typeof Browser;
const LOADERS: [bundle: string, load: (document: Browser.SpecDocument) => unknown][] = [
  ["assay/browser", (document) => library.compileSpecs([document])],
  ["the worker of the playground", await workerLoader("worker.js")],
  ["the worker for schemas in the playground", await workerLoader("schema-worker.js")],
];

/** Types of records with every keyword that a declared type may have. */
const TYPES: Record<string, JsonObject> = {
  whole: { type: "integer", minimum: 0, maximum: 10 },
  price: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
  word: { type: "string", minLength: 1, maxLength: 5, pattern: "^[a-z]+$" },
  day: { type: "string", format: "date" },
  tags: { type: "array", minItems: 1, maxItems: 3, uniqueItems: true, items: { enum: ["a", "b"] } },
  pair: {
    type: "object",
    required: ["x"],
    properties: { x: { const: 1 } },
    additionalProperties: false,
  },
};

const published = (
  spec: ReturnType<typeof specOf>,
  domain = toDomain("any", { title: "-", description: "" }, [spec]),
) => JSON.parse(JSON.stringify(describeSpec(domain, spec))) as Browser.SpecDocument;

const PACKAGES: [title: string, document: Browser.SpecDocument][] = [
  ...[...compiledSpecs("rules", "examples/rules").values()].flatMap((domain) =>
    domain.versions.map((spec): [string, Browser.SpecDocument] => [
      `${spec.domainId} ${spec.version}`,
      published(spec, domain),
    ]),
  ),
  ...Object.entries(TYPES).map(([name, type]): [string, Browser.SpecDocument] => [
    `a declared type ${JSON.stringify(type)}`,
    published(
      specOf({
        data: { types: { [name]: type } },
        declarations: {
          fields: {
            at: "/fields/*",
            name: "/name",
            type: "/type",
            types: { spec: "/types" },
            records: "/rows/*",
          },
        },
        examples: {
          base: {
            title: "-",
            diagnostics: [],
            candidate: { fields: [{ name: "a", type: name }], rows: [] },
          },
        },
      }),
    ),
  ]),
];

describe.each(LOADERS)("%s", (_, load) => {
  test.each(PACKAGES)("loads %s", async (_, document) => {
    await load(document);
  });
});

test("assay/browser checks and repairs a document by any JSON Schema", async () => {
  const schema = {
    $id: "https://example.com/order.json",
    type: "object",
    additionalProperties: false,
    properties: {
      id: { type: "string", format: "uuid" },
      lines: { type: "array", items: { $ref: "#/$defs/line" } },
      slow: { type: "string", pattern: "^(a+)+$" },
    },
    $defs: {
      line: {
        oneOf: [
          {
            type: "object",
            required: ["kind", "sku"],
            properties: { kind: { const: "item" }, sku: { type: "string" } },
          },
          {
            type: "object",
            required: ["kind", "of"],
            properties: { kind: { const: "rebate" }, of: { type: "number" } },
          },
        ],
      },
    },
  };
  const catalog = library.compileSchema(schema, { examples: [{ lines: [] }] });
  const candidate = {
    lines: [{ kind: "rebate", of: "5" }, { sku: "a" }],
    slow: `${"a".repeat(100)}b`,
  };
  const request = { targetProduct: "any", domainId: "order", candidate, applyRepair: true };
  const { diagnostics, repaired } = await library.validate(catalog, request);
  expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ["wrong-type", "/candidate/lines/0/of"],
    ["missing-property", "/candidate/lines/1"],
    ["schema", "/candidate/slow"],
  ]);
  expect(repaired).toEqual({
    ...candidate,
    lines: [
      { kind: "rebate", of: 5 },
      { kind: "item", sku: "a" },
    ],
  });
  expect(() => library.compileSchema({ type: "lst" })).toThrow(library.InvalidSchema);
});
