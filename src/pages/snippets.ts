import { curlCommand } from "../ground/text/curl.js";
import { type Html, html } from "./html.js";
import type { Site } from "./layout.js";
import { codeBlock, jsonBlock, jsonText, tabbedBlocks } from "./parts.js";

export interface ApiCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly needsKey: boolean;
  readonly body?: object;
  /** The MCP tool that does the same. */
  readonly tool?: string;
}

const KEY_IN_SHELL = "Bearer $ASSAY_KEY";

/** The same call in several languages, ready to paste. */
export function callSnippets({ address }: Site, label: string, call: ApiCall): Html {
  const { path, body, tool } = call;
  const url = address + path;
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: body ?? {} },
  };
  const accept = { Accept: "application/json, text/event-stream" };
  return tabbedBlocks(label, [
    codeBlock("curl", shell(url, call)),
    codeBlock("JavaScript", javascript(url, call)),
    codeBlock("Python", python(url, call)),
    ...(tool === undefined
      ? []
      : [codeBlock("MCP", shell(`${address}/mcp`, { ...call, body: message }, accept))]),
  ]);
}

function shell(
  url: string,
  { needsKey, body }: ApiCall,
  more: Readonly<Record<string, string>> = {},
): string {
  const headers = {
    ...(needsKey && { Authorization: KEY_IN_SHELL }),
    ...more,
    ...(body && { "Content-Type": "application/json" }),
  };
  return curlCommand(url, headers, body && jsonText(body));
}

function javascript(url: string, { method, needsKey, body }: ApiCall): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program that is shown has the template.
  const key = needsKey ? "    Authorization: `Bearer ${process.env.ASSAY_KEY}`,\n" : "";
  const type = body ? '    "Content-Type": "application/json",\n' : "";
  const options = [
    method === "GET" ? "" : `  method: "${method}",\n`,
    key + type === "" ? "" : `  headers: {\n${key}${type}  },\n`,
    body ? `  body: JSON.stringify(${indented(jsonText(body), "  ")}),\n` : "",
  ].join("");
  const argument = options === "" ? "" : `, {\n${options}}`;
  return `const response = await fetch("${url}"${argument});\nconsole.log(await response.json());`;
}

function python(url: string, { needsKey, body }: ApiCall): string {
  const key = needsKey ? `        "Authorization": f"Bearer {os.environ['ASSAY_KEY']}",\n` : "";
  const type = body ? '        "Content-Type": "application/json",\n' : "";
  const headers = key + type === "" ? "" : `    headers={\n${key}${type}    },\n`;
  const data = body
    ? `    data=json.dumps(${indented(pythonLiteral(body), "    ")}).encode(),\n`
    : "";
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
${headers}${data})
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
}

/** Shows how to add the service to MCP clients. */
export function mcpClients({ name, address }: Site): Html {
  const url = `${address}/mcp`;
  const claude = `claude mcp add --transport http ${name} ${url} \\
  --header "Authorization: ${KEY_IN_SHELL}"`;
  const vsCode = {
    inputs: [
      { type: "promptString", id: `${name}-key`, description: `Key for ${name}`, password: true },
    ],
    servers: {
      [name]: { type: "http", url, headers: { Authorization: `Bearer \${input:${name}-key}` } },
    },
  };
  const cursor = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts in the variable.
    mcpServers: { [name]: { url, headers: { Authorization: "Bearer ${env:ASSAY_KEY}" } } },
  };
  const otherClients = {
    mcpServers: { [name]: { type: "http", url, headers: { Authorization: "Bearer ai_…" } } },
  };
  return tabbedBlocks("MCP clients", [
    codeBlock("Claude Code", claude),
    jsonBlock("VS Code", vsCode),
    jsonBlock("Cursor", cursor),
    codeBlock("Codex", `codex mcp add ${name} --url ${url} --bearer-token-env-var ASSAY_KEY`),
    jsonBlock("Other clients", otherClients),
  ]);
}

/** Says in one sentence how to get a key. */
export function keyWords({ keyUrl }: Site): Html {
  return keyUrl === undefined
    ? html`Ask the operator of this service for a key. In development, the service prints one when it starts.`
    : html`The <a href="${keyUrl}">identity service</a> gives you one.`;
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

const PYTHON_WORDS: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  null: "None",
};

/** Python differs from JSON by three words, outside of strings. */
function pythonLiteral(value: object): string {
  return jsonText(value).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => PYTHON_WORDS[token] ?? token,
  );
}
