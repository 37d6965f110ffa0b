import { type Html, html } from "./html.js";
import { jsonText } from "./json-text.js";
import type { Site } from "./layout.js";
import { codeBlock, tabbed } from "./parts.js";

/** A first call, ready to paste: the same request in three languages. */
export function firstCalls({ address }: Site, request: object): Html {
  const url = `${address}/api/validate`;
  const body = jsonText(request);
  const curl = `curl -s ${url} \\
  -H "Authorization: Bearer $ASSAY_KEY" \\
  -H 'Content-Type: application/json' \\
  -d @- <<'JSON'
${body}
JSON`;
  const javascript = `const key = "ai_…";
const response = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${key}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indented(body, "  ")}),
});
const { valid, diagnostics, repair } = await response.json();
console.log(valid, diagnostics, repair);`;
  const python = `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={
        "Authorization": f"Bearer {os.environ['ASSAY_KEY']}",
        "Content-Type": "application/json",
    },
    data=json.dumps(${indented(pythonLiteral(request), "    ")}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
  return tabbed("First call", [
    codeBlock("curl", curl),
    codeBlock("JavaScript", javascript),
    codeBlock("Python", python),
  ]);
}

/** How to add the service to MCP clients. */
export function mcpClients({ name, address }: Site): Html {
  const url = `${address}/mcp`;
  const claude = `claude mcp add --transport http ${name} ${url} \\
  --header "Authorization: Bearer $ASSAY_KEY"`;
  const vsCode = {
    inputs: [{ type: "promptString", id: `${name}-key`, description: `Key for ${name}`, password: true }],
    servers: {
      [name]: { type: "http", url, headers: { Authorization: `Bearer \${input:${name}-key}` } },
    },
  };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts in the variable.
  const cursor = { mcpServers: { [name]: { url, headers: { Authorization: "Bearer ${env:ASSAY_KEY}" } } } };
  const other = { mcpServers: { [name]: { type: "http", url, headers: { Authorization: "Bearer ai_…" } } } };
  return tabbed("MCP clients", [
    codeBlock("Claude Code", claude),
    codeBlock("VS Code", jsonText(vsCode), "json"),
    codeBlock("Cursor", jsonText(cursor), "json"),
    codeBlock("Codex", `codex mcp add ${name} --url ${url} --bearer-token-env-var ASSAY_KEY`),
    codeBlock("Other clients", jsonText(other), "json"),
  ]);
}

/** Where a key comes from, in one sentence. */
export function keyWords({ keyUrl }: Site): Html {
  return keyUrl === undefined
    ? html`Ask the operator of this service for a key. In development, the service prints one when it starts.`
    : html`The <a href="${keyUrl}">identity service</a> gives you one.`;
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** JSON is Python, but for three words, which may also stand in strings. */
function pythonLiteral(value: unknown): string {
  return jsonText(value).replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_WORDS[token] ?? token);
}
