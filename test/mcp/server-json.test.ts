import { readFile } from "node:fs/promises";
import { VERSION } from "../../src/version.js";

test("the entry for the MCP registry has our version, respects the limits and marks the key as secret", async () => {
  const entry = JSON.parse(await readFile("server.json", "utf8"));
  expect(entry.version).toBe(VERSION);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  const [local, ...others] = entry.packages;
  expect([local, others]).toMatchObject([{ registryType: "npm", version: VERSION, transport: { type: "stdio" } }, []]);
  const { name, mcpName, bin } = JSON.parse(await readFile("package.json", "utf8"));
  // The registry compares `mcpName` with the entry. npx runs the only program of the package.
  expect([local.identifier, mcpName, Object.keys(bin)]).toEqual([name, entry.name, [name]]);
  expect(local.packageArguments).toEqual([{ type: "positional", value: "mcp" }]);
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: "streamable-http", url: "https://{host}/mcp" });
  expect(Object.keys(remote.variables)).toEqual(["host"]);
  expect(remote.headers).toEqual([expect.objectContaining({ name: "Authorization", isSecret: true })]);
});
