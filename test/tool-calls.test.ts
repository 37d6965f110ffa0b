import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { EXPECTED_OF_HOOKS } from "./support/tool-calls.js";

const run = promisify(execFile);
const page = readFileSync("docs/tool-calls.md", "utf8");

test("every hook repairs a call of a model, and leaves to it what only it can know", async () => {
  const { stdout } = await run(process.execPath, ["examples/tool-calls/try.js"]);
  expect(JSON.parse(stdout)).toEqual(EXPECTED_OF_HOOKS);
});

test.each(readdirSync("examples/tool-calls").filter((name) => name !== "try.js"))(
  "docs/tool-calls.md leads to %s",
  (name) => expect(page).toContain(`](../examples/tool-calls/${name})`),
);

test.each(["langchain.js", "openai.js", "mcp-server.js"])("docs/tool-calls.md shows %s", (name) => {
  expect(page).toContain(`\n${readFileSync(`examples/tool-calls/${name}`, "utf8")}\`\`\``);
});

test("README.md shows the hook of the AI SDK", () => {
  expect(readFileSync("README.md", "utf8")).toContain(
    readFileSync("examples/tool-calls/ai-sdk.js", "utf8"),
  );
});
