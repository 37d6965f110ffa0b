import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { jsonrepair } from "jsonrepair";
import { importSources } from "../../scripts/import-sources.js";
import { atLeast, atMost } from "../report.js";

const TEXTS = JSON.parse(
  readFileSync(new URL("../../test/schema/real-texts.json", import.meta.url), "utf8"),
);
const TRUNCATED = "truncation / gap";
const CALLS = 2_000;

/** Reads arguments of tools that are not JSON, as models wrote them. Measures the cost of the proxy. */
export async function texts() {
  const { compileSchema, ToolCallRepairer } = await importSources(
    "src/schema-library.ts",
    "src/cli/mcp-proxy/tool-calls.ts",
  );
  const readers = {
    assay: (text, schema) => readWithAssay(compileSchema, text, schema),
    "jsonrepair alone": (text) => JSON.parse(jsonrepair(text)),
    'jsonrepair, then AJV with coerceTypes: "array"': (text, schema) =>
      coerce(JSON.parse(jsonrepair(text)), schema),
  };
  const rows = [];
  for (const [name, read] of Object.entries(readers)) {
    const counts = { name, asMeant: 0, left: 0, wrong: 0, completed: 0 };
    for (const { text, schema, meant, certain, family } of TEXTS) {
      const value = await Promise.resolve()
        .then(() => read(text, schema))
        .catch(() => undefined);
      const isMeant = value !== undefined && isDeepStrictEqual(value, meant);
      if (certain && isMeant) counts.asMeant++;
      if (certain && value === undefined) counts.left++;
      if (value !== undefined && !isMeant) counts.wrong++;
      if (family === TRUNCATED && value !== undefined) counts.completed++;
    }
    rows.push(counts);
  }
  const [ours, alone] = rows;
  const overhead = await measureProxy(ToolCallRepairer);
  return {
    title: "Text that is not JSON",
    notes: [
      `${TEXTS.length} arguments as models wrote them, from public reports (\`test/schema/real-texts.json\`); ${TEXTS.filter(({ certain }) => certain).length} are certain: a reviewer would read them without asking.`,
    ],
    targets: [
      atLeast("certain texts as meant, above jsonrepair alone", alone.asMeant + 1, ours.asMeant),
      atMost("texts read as nobody meant", 0, ours.wrong),
      atMost("texts that were cut off, or lack a value, completed", 0, ours.completed),
      atMost("MCP proxy: CPU added to a call that fits, ms", 1, overhead),
    ],
    tables: [
      {
        title: "Used without asking",
        head: ["reader", "as meant", "left", "wrong", "cut off, completed"],
        rows: rows.map(({ name, asMeant, left, wrong, completed }) => [
          name,
          asMeant,
          left,
          wrong,
          completed,
        ]),
      },
    ],
  };
}

async function readWithAssay(compileSchema, text, schema) {
  const { syntax, valid, value, repair, repaired } = await compileSchema(schema).text(text);
  if (syntax !== "strict" && syntax !== "repaired") return undefined;
  return valid ? value : repair?.remaining === 0 ? repaired : undefined;
}

/** AJV cannot change the value itself, only what is in it. */
function coerce(value, schema) {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    coerceTypes: "array",
  });
  formats.default(ajv);
  const document = { value };
  return ajv.validate({ type: "object", properties: { value: schema } }, document)
    ? document.value
    : undefined;
}

async function measureProxy(ToolCallRepairer) {
  const calls = new ToolCallRepairer(false);
  const inputSchema = {
    type: "object",
    properties: { path: { type: "string" }, text: { type: "string" }, line: { type: "integer" } },
    required: ["path", "text"],
  };
  await calls.readFromClient('{"jsonrpc":"2.0","id":0,"method":"tools/list"}\n');
  calls.readFromServer(
    JSON.stringify({ jsonrpc: "2.0", id: 0, result: { tools: [{ name: "edit", inputSchema }] } }),
  );
  const args = { path: "src/main.js", text: "x".repeat(2_000), line: 12 };
  const params = { name: "edit", arguments: args };
  const sent = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const answer = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    result: { content: [{ type: "text", text: args.text }] },
  });
  const pass = async () => {
    if (
      (await calls.readFromClient(sent)) !== undefined ||
      calls.readFromServer(answer) !== undefined
    )
      throw new Error("a call that fits was changed");
  };
  for (let call = 0; call < CALLS; call++) await pass();
  const started = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await pass();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / CALLS;
}
