import { readFile } from "node:fs/promises";

const read = async (file: string) => JSON.parse(await readFile(file, "utf8"));

test("the entry for the MCP registry has our version, respects the limits and marks the key as secret", async () => {
  const [entry, { version }] = await Promise.all([read("server.json"), read("package.json")]);
  expect(entry.version).toBe(version);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: "streamable-http", url: "https://{host}/mcp" });
  expect(Object.keys(remote.variables)).toEqual(["host"]);
  expect(remote.headers).toEqual([expect.objectContaining({ name: "Authorization", isSecret: true })]);
});
