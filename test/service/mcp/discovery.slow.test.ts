import { Ajv } from "ajv";
import { isObject, type JsonObject } from "../../../src/ground/json/value.js";
import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../../support/example-request.js";
import { ask, ERAS, legacy } from "../../support/mcp.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";

const BASE_URL = "https://assay.example";
const limit = { RATE_LIMIT_CALLS: "7", RATE_LIMIT_WINDOW_SECONDS: "30" };
/** The other one has two domains and another rate limit. */
const [service, other] = await Promise.all([
  startService({ BASE_URL }),
  startService({ ...BOTH_DOMAINS, ...limit }),
]);

interface Listed {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

async function listTools(url: string, era = legacy): Promise<Listed[]> {
  const { rpc } = await ask(url, era("tools/list"));
  return rpc.result?.tools as Listed[];
}

test("the tool list is unchanged, in both eras", async () => {
  const tools = await listTools(service.url);
  expect(tools).toMatchSnapshot();
  for (const [, era] of ERAS) expect(await listTools(service.url, era)).toEqual(tools);
});

test("the whole tool list has less than 7,120 characters, which are 1,700 tokens (o200k)", async () => {
  expect(JSON.stringify(await listTools(service.url)).length).toBeLessThan(7_120);
});

describe("with more domains and another rate limit", () => {
  test("the descriptions stay as short", async () => {
    const list = JSON.stringify(await listTools(other.url));
    expect(list).toContain("data-contract (v1): {");
    expect(list).toContain("generator-option (v1): {");
    expect(list.length).toBeLessThan(10_500);
  });

  test("the description of a candidate has an example of each domain, and the rules of one", async () => {
    const [, validate, build] = (await listTools(other.url)).map(({ inputSchema }) => {
      const { candidate } = (
        inputSchema as unknown as { properties: Record<string, { description: string }> }
      ).properties;
      return candidate?.description ?? "";
    });
    expect(build).toMatch(/As for validateProposal\.$/);
    for (const { domainId, candidate } of [exampleRequest(), contractRequest()]) {
      const line = validate?.split("\n").find((one) => one.startsWith(`${domainId} (`));
      expect(JSON.parse(line?.split("Example: ")[1] ?? "null")).toEqual(candidate);
    }
    expect(validate).toContain("No two output fields share a name.");
  });

  test("the descriptions state the limit that is configured", async () => {
    const tools = await listTools(other.url);
    expect(tools.map(({ description }) => description)).toEqual(
      Array(3).fill(expect.stringContaining("7 tool calls in 30 seconds")),
    );
  });
});

/** The schemas in a schema, with where they are. */
function* schemasIn(schema: JsonObject, at = "#"): Generator<{ at: string; schema: JsonObject }> {
  yield { at, schema };
  for (const [name, property] of Object.entries((schema.properties ?? {}) as JsonObject))
    yield* schemasIn(property as JsonObject, `${at}/${name}`);
  if (isObject(schema.items)) yield* schemasIn(schema.items as JsonObject, `${at}/*`);
}

/** The keywords that the non-strict function calling of all three APIs takes. */
const KEYWORDS = [
  "type",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "additionalProperties",
];

/**
 * How a tool breaks the rules of OpenAI, Anthropic or Gemini: each of them is the strictest in
 * something.
 */
function* faultsOf({ name, description, inputSchema }: Listed): Generator<string> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) yield "the name";
  if (description.length > 1024) yield "the description is too long";
  if (inputSchema.type !== "object" || !isObject(inputSchema.properties))
    yield "the parameters are no object";
  for (const { at, schema } of schemasIn(inputSchema)) {
    const { type, properties, items, required = [], additionalProperties } = schema;
    if (!["string", "undefined"].includes(typeof type)) yield `${at}: several types`;
    if (![schema.enum ?? []].flat().every((value) => typeof value === "string"))
      yield `${at}: enum`;
    if (type === "array" && !isObject(items)) yield `${at}: an array without items`;
    if (type === "object" && !isObject(properties) && additionalProperties !== true)
      yield `${at}: an open object`;
    const names = Object.keys(isObject(properties) ? properties : {});
    yield* names
      .filter((key) => !/^[A-Za-z0-9_.-]{1,64}$/.test(key))
      .map((key) => `${at}: the name ${key}`);
    yield* (required as string[])
      .filter((key) => !names.includes(key))
      .map((key) => `${at}: requires ${key}`);
    yield* Object.keys(schema).filter((keyword) => !KEYWORDS.includes(keyword));
  }
}

describe.each(["one domain", "two domains"])("with %s", (domains) => {
  let tools: Listed[];
  beforeAll(async () => {
    tools = await listTools((domains === "one domain" ? service : other).url);
  });

  test("the tools can be functions of every API", () => {
    for (const tool of tools) expect([tool.name, ...faultsOf(tool)]).toEqual([tool.name]);
  });

  test("the schema of a candidate names and describes its properties, and refuses nothing", () => {
    const { candidate } = (tools[1] as Listed).inputSchema.properties as {
      candidate: { properties: JsonObject };
    };
    expect(Object.keys(candidate.properties)).toEqual(
      expect.arrayContaining(["owner", "outputFields"]),
    );
    for (const property of Object.values(candidate.properties))
      expect(
        Object.keys(property as JsonObject).filter((keyword) => keyword !== "description"),
      ).toEqual([]);
  });
});

const { outputFields } = exampleRequest().candidate;
const { targetProduct, ...withoutTarget } = exampleRequest();
/** What models get wrong. */
const SLIPS: Readonly<Record<string, object>> = {
  "a misspelled word": exampleRequest({ supportedStrategies: ["realstic"] }),
  "a type of another language": exampleRequest({
    outputFields: outputFields.map((field) => ({ ...field, type: "int" })),
  }),
  "a string for an object": exampleRequest({ owner: "user_4821" }),
  "a missing property": exampleRequest({ generatorName: undefined }),
  "an unknown property": exampleRequest({ colour: "red" }),
  null: exampleRequest({ rationaleNotes: null }),
  "another spelling in the envelope": { target_product: targetProduct, ...withoutTarget },
};

test("the input schemas accept every slip, so that a client that validates arguments sends it", async () => {
  for (const { inputSchema } of (await listTools(service.url)).slice(1)) {
    const accepts = new Ajv({ strict: false }).compile(inputSchema);
    for (const [title, args] of Object.entries(SLIPS))
      expect([title, accepts(args)]).toEqual([title, true]);
  }
});

/** What is offered for an argument of a prompt or a template, beside those that are given. */
async function completions(
  url: string,
  era: typeof legacy,
  ref: object,
  argument: object,
  given: object,
) {
  const { rpc } = await ask(
    url,
    era("completion/complete", { ref, argument, context: { arguments: given } }),
  );
  return rpc.result?.completion;
}
const complete = (values: string[]) => ({ values, total: values.length, hasMore: false });

interface Messages {
  messages: { role: string; content: { type: string; text: string } }[];
}

describe.each(ERAS)("prompts in %s", (_, era) => {
  const get = async (args?: Record<string, string>) => {
    const { rpc } = await ask(
      other.url,
      era("prompts/get", { name: "propose", ...(args && { arguments: args }) }),
    );
    const [message] = (rpc.result as Messages | undefined)?.messages ?? [];
    return message?.content.text ?? rpc.error;
  };

  test("the prompt is listed with its arguments, all optional", async () => {
    const { rpc } = await ask(other.url, era("prompts/list"));
    const names = ["domainId", "targetProduct", "idea"];
    expect(rpc.result?.prompts).toEqual([
      expect.objectContaining({
        name: "propose",
        arguments: names.map((name) => ({ name, description: expect.any(String) })),
      }),
    ]);
  });

  test("it says what to collect for the domain, then the loop, without the content of other domains", async () => {
    const text = await get({ domainId: "generator-option", idea: "Tide tables of a harbour" });
    expect(text).toContain("What I want to propose: Tide tables of a harbour");
    expect(text).toContain('targetProduct "sample-studio", domainId "generator-option"');
    expect(text).toContain('supportedStrategies: ("fast"|"realistic")[]');
    expect(text).toMatch(/validateProposal.*buildProposal.*submission/s);
    expect(text).not.toContain("data-contract");
  });

  test("without arguments, it names every domain", async () => {
    const text = await get();
    expect(text).toMatch(/domainId "data-contract".*domainId "generator-option"/s);
  });

  test("a domain that the target product does not accept is refused with what is supported", async () => {
    expect(await get({ domainId: "data-contract", targetProduct: "sample-studio" })).toEqual({
      code: -32602,
      message: expect.stringMatching(
        /supported: data-contract for .*, generator-option for sample-studio$/,
      ),
    });
  });

  test.each([
    ["domainId", "", { targetProduct: "sample-studio" }, ["generator-option"]],
    ["targetProduct", "sample-s", {}, ["sample-studio"]],
    ["idea", "", {}, []],
  ])("its argument %s is completed from %j, given %j", async (name, value, given, values) => {
    const ref = { type: "ref/prompt", name: "propose" };
    expect(await completions(other.url, era, ref, { name, value }, given)).toEqual(
      complete(values),
    );
  });
});

const TEMPLATE = `${BASE_URL}/spec-packages/{domainId}/{version}`;
const URI = `${BASE_URL}/spec-packages/generator-option/v1`;

describe.each(ERAS)("resources in %s", (_, era) => {
  test("the current spec packages are listed by URL", async () => {
    const { rpc } = await ask(service.url, era("resources/list"));
    expect(rpc.result?.resources).toEqual([
      {
        uri: URI,
        name: "generator-option-v1",
        title: expect.any(String),
        description: expect.any(String),
        mimeType: "application/json",
      },
    ]);
    const templates = await ask(service.url, era("resources/templates/list"));
    expect(templates.rpc.result?.resourceTemplates).toEqual([
      expect.objectContaining({ uriTemplate: TEMPLATE, mimeType: "application/json" }),
      expect.objectContaining({ uriTemplate: `${TEMPLATE}#{code}`, mimeType: "application/json" }),
    ]);
  });

  test.each(["supported-strategies-are-known", "unknown-property"])(
    "reading the help URL of a diagnostic explains its code alone: %s",
    async (code) => {
      const uri = `${URI}#${code}`;
      const { rpc } = await ask(service.url, era("resources/read", { uri }));
      const [content] = (rpc.result?.contents ?? []) as [{ uri: string; text: string }];
      expect(content.uri).toBe(uri);
      expect(content.text.length).toBeLessThan(5_000);
      expect(JSON.parse(content.text)).toMatchObject({
        code,
        severity: "error",
        summary: expect.any(String),
      });
    },
  );

  test("reading one returns the same document as REST", async () => {
    const rest = await send({ url: service.url }, { path: "/spec-packages/generator-option/v1" });
    const { rpc } = await ask(service.url, era("resources/read", { uri: URI }));
    expect(rpc.result?.contents).toEqual([
      { uri: URI, mimeType: "application/json", text: rest.body },
    ]);
  });

  test.each([
    ["domainId", "gen", {}, ["generator-option"]],
    ["domainId", "other", {}, []],
    ["version", "", { domainId: "generator-option" }, ["v1"]],
    ["version", "", {}, []],
    [
      "code",
      "supported-strategies-are-k",
      { domainId: "generator-option" },
      ["supported-strategies-are-known"],
    ],
  ])(
    "the variable %s of the template is completed from %j, given %j",
    async (name, value, given, values) => {
      const ref = { type: "ref/resource", uri: TEMPLATE };
      expect(await completions(service.url, era, ref, { name, value }, given)).toEqual(
        complete(values),
      );
    },
  );

  test("the error for an unknown resource has its URI", async () => {
    for (const uri of [
      `${BASE_URL}/spec-packages/generator-option/v9`,
      `${URI}#toString`,
      `${URI}#`,
    ]) {
      const { status, rpc } = await ask(service.url, era("resources/read", { uri }));
      const message = "unknown resource; call resources/list";
      expect([status, rpc.error]).toEqual([200, { code: -32602, message, data: { uri } }]);
    }
  });
});
