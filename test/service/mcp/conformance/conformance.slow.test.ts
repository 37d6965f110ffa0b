import { once } from "node:events";
import { text as textOf } from "node:stream/consumers";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type {
  Arguments,
  McpDefinition,
  Prompt,
  Resource,
  Template,
  Tool,
} from "../../../../src/service/mcp/definition.js";
import { startProgram } from "../../../support/program.js";
import { slowTest } from "../../../support/runs.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { serveDefinition } from "../serve-definition.js";

/** One red pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** Silence. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";

const text = (content: string): ContentBlock => ({ type: "text", text: content });
const image: ContentBlock = { type: "image", data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, content: string): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType, text: content },
});

const RESULTS: Record<string, CallToolResult> = {
  test_simple_text: { content: [text("This is a simple text response for testing.")] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] },
  test_embedded_resource: {
    content: [
      embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
  },
  test_multiple_content_types: {
    content: [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  },
  test_logging_tool: { content: [text("Nothing was logged.")] },
  test_streaming_elicitation: { content: [text("Nothing was asked.")] },
  json_schema_2020_12_tool: { content: [text("Only the schema matters.")] },
};

/** Every group of keywords that a tool list must preserve. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const tools = Object.entries(RESULTS).map(([name, result]): [string, Tool] => {
  const inputSchema = name.startsWith("json_schema") ? SCHEMA_2020_12 : { type: "object" as const };
  return [
    name,
    {
      definition: { name, description: "For the suite.", inputSchema },
      needsKey: false,
      run: async () => result,
    },
  ];
});

const resource = (
  uri: string,
  mimeType: string,
  content: ReturnType<Resource["read"]>,
): Resource => ({
  definition: { uri, name: uri, mimeType },
  read: () => content,
});
const resources = [
  resource("test://static-text", "text/plain", {
    text: "This is the content of the static text resource.",
  }),
  resource("test://static-binary", "image/png", { blob: PNG }),
];

const template: Template = {
  definition: {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    mimeType: "application/json",
  },
  complete: () => [],
};

const prompt = (
  name: string,
  names: string[],
  contentOf: (args: Arguments) => ContentBlock,
): Prompt => ({
  definition: {
    name,
    description: "For the suite.",
    arguments: names.map((argument) => ({ name: argument, required: true })),
  },
  get: (args) => ({ messages: [{ role: "user", content: contentOf(args) }] }),
  complete: () => ["paris", "park", "party"],
});

const prompts = [
  prompt("test_simple_prompt", [], () => text("This is a simple prompt for testing.")),
  prompt("test_prompt_with_arguments", ["arg1", "arg2"], ({ arg1, arg2 }) =>
    text(`arg1='${arg1}', arg2='${arg2}'`),
  ),
  prompt("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri = "" }) =>
    embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
  ),
  prompt("test_prompt_with_image", [], () => image),
];

/** The tools, resources and prompts that the conformance suite requires of a server. */
const FIXTURE: McpDefinition = {
  info: { name: "fixture", version: "1.0.0" },
  instructions: "",
  tools: new Map(tools),
  resources: () => resources,
  findResource(uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) return resources.find(({ definition }) => definition.uri === uri);
    return resource(uri, "application/json", { text: JSON.stringify({ id }) });
  },
  templates: [template],
  prompts,
};

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** Runs every server scenario of a revision, and returns its exit code and summary. */
async function runSuite(
  url: string,
  revision: string,
  results: string,
): Promise<{ code: unknown; output: string }> {
  const suite = startProgram(
    process.execPath,
    [
      ...[
        "--import",
        "./test/service/mcp/conformance/node20.mjs",
        SUITE,
        "server",
        "--url",
        url,
        "--suite",
        "all",
      ],
      ...["--spec-version", revision, "--output-dir", results],
      ...["--expected-failures", "test/service/mcp/conformance/expected-failures.yml"],
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH } },
  );
  const exited = once(suite, "exit");
  const [output, errors] = await Promise.all([textOf(suite.stdout), textOf(suite.stderr)]);
  const [code] = await exited;
  return { code, output: `${output.slice(output.indexOf("=== SUMMARY ==="))}\n${errors}` };
}

slowTest.each(["2026-07-28", "2025-11-25"])(
  "the official suite passes for %s, except for features that are not offered",
  async (revision) => {
    const results = temporaryFolder();
    const { url, close } = await serveDefinition(FIXTURE);
    try {
      const { code, output } = await runSuite(`${url}/mcp`, revision, results);
      // One string, so that a failed test shows the output of the suite.
      expect(`${output}\nexit code ${code}`).toMatch(
        /tools-call-simple-text: 2 passed.*exit code 0$/s,
      );
    } finally {
      close();
    }
  },
);
