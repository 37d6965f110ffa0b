// Tries every hook with the real package and a model that makes mistakes, and prints what the tools were called with.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { tool as aiTool, generateText, jsonSchema } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { repairToolCall } from "./ai-sdk.js";
import { repairingTool } from "./langchain.js";
import { repairing } from "./mcp-server.js";
import { readToolCall } from "./openai.js";

const schema = {
  type: "object",
  properties: {
    city: { type: "string" },
    days: { type: "integer" },
    units: { enum: ["metric", "imperial"] },
  },
  required: ["city", "days"],
  additionalProperties: false,
};
const slip = '{"city": "Bern", "days": "3", "Units": "metric",}';
const beyondRepair = '{"city": "Bern", "days": "a few"}';

async function withAiSdk(input) {
  const content = [{ type: "tool-call", toolCallId: "1", toolName: "forecast", input }];
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  const usage = { inputTokens: tokens, outputTokens: tokens };
  const finishReason = { unified: "tool-calls", raw: "tool_calls" };
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({ content, finishReason, usage, warnings: [] }),
  });
  const forecast = aiTool({
    inputSchema: jsonSchema(schema, { validate: fits }),
    execute: async (args) => args,
  });
  const { toolResults, toolCalls } = await generateText({
    model,
    prompt: "How will it be in Bern?",
    tools: { forecast },
    experimental_repairToolCall: repairToolCall,
  });
  return toolResults[0]?.output ?? { invalid: toolCalls[0]?.invalid };
}

/** The AI SDK checks what the schema says only if it is told how. */
async function fits(value) {
  const { compileSchema } = await import("assay/schema");
  const { valid } = await compileSchema(schema)(value);
  return valid ? { success: true, value } : { success: false, error: new Error("does not fit") };
}

async function withLangChain(args) {
  const forecast = repairingTool(async (input) => JSON.stringify(input), {
    name: "forecast",
    description: "",
    schema,
  });
  try {
    return JSON.parse(await forecast.invoke(args));
  } catch (error) {
    return { error: error.constructor.name };
  }
}

async function withOpenAi(text) {
  const toolCall = { id: "1", type: "function", function: { name: "forecast", arguments: text } };
  return readToolCall(toolCall, [
    { type: "function", function: { name: "forecast", parameters: schema } },
  ]);
}

async function withMcp(args) {
  const server = new Server(
    { name: "forecasts", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  const handle = ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify(params.arguments) }],
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    repairing([{ name: "forecast", inputSchema: schema }], handle),
  );
  const client = new Client({ name: "try", version: "1.0.0" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  const { content } = await client.callTool({ name: "forecast", arguments: args });
  await client.close();
  return content.map(({ text }) => text);
}

const object = { city: "Bern", days: "3", Units: "metric" };
console.log(
  JSON.stringify({
    aiSdk: [await withAiSdk(slip), await withAiSdk(beyondRepair)],
    langChain: [await withLangChain(object), await withLangChain(JSON.parse(beyondRepair))],
    openAi: [await withOpenAi(slip), await withOpenAi(beyondRepair)],
    mcp: [await withMcp(object), await withMcp(JSON.parse(beyondRepair))],
  }),
);
