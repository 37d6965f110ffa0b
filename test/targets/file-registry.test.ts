import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileRegistry } from "../../src/targets/file-registry.js";
import type { RegistryEvent, RegistryFeed } from "../../src/targets/registry-feed.js";
import { eventually } from "../support/eventually.js";

const listOf = (...ids: string[]) => JSON.stringify({ generators: ids.map((id) => ({ id })) });

async function withFile(
  content: string | undefined,
  body: (file: string, registry: RegistryFeed, events: RegistryEvent[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "registry-"));
  const file = join(folder, "registry.json");
  const events: RegistryEvent[] = [];
  if (content !== undefined) await writeFile(file, content);
  const registry = fileRegistry(file, { refreshSeconds: 0.01, report: (event) => events.push(event) });
  try {
    await registry.start();
    await body(file, registry, events);
  } finally {
    registry.stop();
    await rm(folder, { recursive: true });
  }
}

describe("a registry in a file", () => {
  test("is loaded at the start and again when the file is rewritten", async () => {
    await withFile(listOf("first-one"), async (file, registry, events) => {
      expect(registry.current()?.has("first-one")).toBe(true);
      await writeFile(file, listOf("second-one", "third-one"));
      await eventually(() => registry.current()?.has("second-one") === true);
      expect(registry.current()?.has("first-one")).toBe(false);
      expect(events.at(-1)).toEqual({ kind: "loaded", ids: 2 });
    });
  });

  test("is reloaded when another file is renamed into its place", async () => {
    await withFile(listOf("first-one"), async (file, registry) => {
      for (const id of ["other-one", "third-one"]) {
        await writeFile(`${file}.new`, listOf(id));
        await rename(`${file}.new`, file);
        await eventually(() => registry.current()?.has(id) === true);
      }
    });
  });

  test("keeps the last good list while the file is invalid or missing, and reports each failure once", async () => {
    await withFile(listOf("first-one"), async (file, registry, events) => {
      await writeFile(file, '{"generators":[{"id":');
      await eventually(() => events.length === 2);
      expect(events[1]).toEqual({ kind: "failed", detail: "the document is not valid JSON" });
      expect(registry.current()?.has("first-one")).toBe(true);
      await rm(file);
      await eventually(() => events.length === 3);
      const detail = `${file} cannot be read: no such file or directory; check the path`;
      expect(events[2]).toEqual({ kind: "failed", detail });
      expect(registry.current()?.has("first-one")).toBe(true);
      await writeFile(file, listOf("second-one"));
      await eventually(() => registry.current()?.has("second-one") === true);
      expect(events.slice(3)).toEqual([{ kind: "loaded", ids: 1 }]);
    });
  });

  test("is not usable before the file exists", async () => {
    await withFile(undefined, async (file, registry) => {
      expect(registry.current()).toBeUndefined();
      expect(registry.ageSeconds()).toBeUndefined();
      expect(registry.retryAfterSeconds()).toBe(1);
      await writeFile(file, listOf("first-one"));
      await eventually(() => registry.current()?.has("first-one") === true);
    });
  });
});
