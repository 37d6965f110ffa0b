import { isObject, type JsonObject } from "../../src/json/value.js";
import { BOTH_DOMAINS } from "../support/example-request.js";
import { someOf } from "../support/runs.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy } from "./message.js";

interface Listed {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

/** The schemas in a schema, with where they are. */
function* schemasIn(schema: JsonObject, at = "#"): Generator<{ at: string; schema: JsonObject }> {
  yield { at, schema };
  for (const [name, property] of Object.entries((schema.properties ?? {}) as JsonObject))
    yield* schemasIn(property as JsonObject, `${at}/${name}`);
  if (isObject(schema.items)) yield* schemasIn(schema.items as JsonObject, `${at}/*`);
}

/** The keywords that the non-strict function calling of all three APIs takes. */
const KEYWORDS = ["type", "description", "enum", "items", "properties", "required", "additionalProperties"];

/** How a tool breaks the rules of an API. */
const RULES: Readonly<Record<string, (tool: Listed) => string[]>> = {
  /** A function's name and description are bounded, and its parameters are an object with `properties`. */
  OpenAI: ({ name, description, inputSchema }) => [
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(name) ? [] : ["the name"]),
    ...(description.length <= 1024 ? [] : ["the description is too long"]),
    ...(inputSchema.type === "object" && isObject(inputSchema.properties) ? [] : ["the parameters are no object"]),
    ...[...schemasIn(inputSchema)].flatMap(({ at, schema }) =>
      schema.type === "array" && !isObject(schema.items) ? [`${at}: an array without items`] : [],
    ),
  ],
  /** An object at the top without unions, and property names of a small alphabet. */
  Anthropic: ({ name, inputSchema }) => [
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(name) && inputSchema.type === "object" ? [] : ["the tool"]),
    ...["oneOf", "anyOf", "allOf"].filter((keyword) => keyword in inputSchema),
    ...[...schemasIn(inputSchema)].flatMap(({ at, schema }) =>
      Object.keys((schema.properties ?? {}) as JsonObject).flatMap((key) =>
        /^[A-Za-z0-9_.-]{1,64}$/.test(key) ? [] : [`${at}/${key}: the name of a property`],
      ),
    ),
  ],
  /**
   * At most one type each, vocabularies of strings alone, required properties that exist, objects that name or open
   * theirs (`parametersJsonSchema`).
   */
  Gemini: ({ inputSchema }) =>
    [...schemasIn(inputSchema)].flatMap(({ at, schema }) => [
      ...(["string", "undefined"].includes(typeof schema.type) ? [] : [`${at}: several types`]),
      ...Object.keys(schema).flatMap((keyword) => (KEYWORDS.includes(keyword) ? [] : [`${at}: ${keyword}`])),
      ...([schema.enum ?? []].flat().every((value) => typeof value === "string") ? [] : [`${at}: enum`]),
      ...([schema.required ?? []] as string[][])
        .flat()
        .flatMap((name) =>
          isObject(schema.properties) && name in schema.properties ? [] : [`${at}: requires ${name}`],
        ),
      ...(schema.type === "array" && !isObject(schema.items) ? [`${at}: an array without items`] : []),
      ...(schema.type === "object" && !isObject(schema.properties) && schema.additionalProperties !== true
        ? [`${at}: an object without properties`]
        : []),
    ]),
};

const SETTINGS: [title: string, settings: Record<string, string>][] = [
  ["two domains", BOTH_DOMAINS],
  ["one domain", {}],
];

describe.each(someOf(SETTINGS, 2))("with %s", (_title, settings) => {
  let tools: Listed[];
  beforeAll(async () => {
    const service = await startService(settings);
    const { rpc } = await ask(service.url, legacy("tools/list"));
    tools = rpc.result?.tools as Listed[];
    await service.stop();
  });

  test.each(Object.entries(RULES))("the tools can be functions of %s", (_api, broken) => {
    for (const tool of tools) expect([tool.name, broken(tool)]).toEqual([tool.name, []]);
  });

  test("the schema of a candidate names and describes its properties, and refuses nothing", () => {
    const { candidate } = (tools[1] as Listed).inputSchema.properties as { candidate: { properties: JsonObject } };
    expect(Object.keys(candidate.properties)).toEqual(expect.arrayContaining(["owner", "outputFields"]));
    for (const property of Object.values(candidate.properties))
      expect(Object.keys(property as JsonObject).filter((keyword) => keyword !== "description")).toEqual([]);
  });
});
