import { readFileSync } from "node:fs";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";

/** Calls validateProposal as an agent of LangChain does, once with each of the arguments on standard input. */
const [url, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
const client = new MultiServerMCPClient({ mcpServers: { assay: { transport: "http", url: `${url}/mcp`, headers } } });
const validate = (await client.getTools()).find(({ name }) => name === "validateProposal");
const answers = [];
for (const args of JSON.parse(readFileSync(0, "utf8"))) {
  const { content } = await validate
    .invoke({ type: "tool_call", id: "1", name: validate.name, args })
    .catch(({ message }) => ({ content: message }));
  answers.push(typeof content === "string" ? content : JSON.stringify(content));
}
await client.close();
process.stdout.write(JSON.stringify(answers));
