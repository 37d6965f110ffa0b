import { readFile } from "node:fs/promises";
import { VERSION } from "../../src/version.js";

test("the entry for the MCP registry has our version, respects the limits and marks the key as secret", async () => {
  const entry = JSON.parse(await readFile("server.json", "utf8"));
  expect(entry.version).toBe(VERSION);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: "streamable-http", url: "https://{host}/mcp" });
  expect(Object.keys(remote.variables)).toEqual(["host"]);
  expect(remote.headers).toEqual([expect.objectContaining({ name: "Authorization", isSecret: true })]);
});
