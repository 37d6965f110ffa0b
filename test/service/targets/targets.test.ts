import type { RegistryEvent } from "../../../src/service/targets/polled-registry.js";
import { Targets } from "../../../src/service/targets/targets.js";
import { serve } from "../../support/serve.js";
import { temporaryFile } from "../../support/temporary-file.js";

const file = { file: "config/registries/sample-studio.json" };
const nowhere = { url: "http://127.0.0.1:1/generators", refreshSeconds: 60, maxStaleSeconds: 3600 };

describe("the targets", () => {
  test("are found by id and listed in order of id", () => {
    const settings = ["b-product", "c-product", "a-product"].map((id) => ({
      id,
      url: "http://x",
      domains: ["d"],
      registry: file,
    }));
    const targets = new Targets(settings, () => {});
    expect(targets.list().map(({ id }) => id)).toEqual(["a-product", "b-product", "c-product"]);
    expect(targets.find("b-product")).toMatchObject({
      id: "b-product",
      url: "http://x",
      domains: ["d"],
    });
    expect(targets.find("toString")).toBeUndefined();
  });

  test("start even if a registry is down, and report which one", async () => {
    const reports: [string, RegistryEvent][] = [];
    const targets = new Targets(
      [
        { id: "near", url: "http://x", domains: ["d"], registry: file },
        { id: "away", url: "http://y", domains: ["d"], registry: nowhere },
      ],
      (id, event) => reports.push([id, event]),
    );
    await targets.start();
    targets.stop();
    expect(targets.find("near")?.registry.current()?.has("person-name")).toBe(true);
    expect(targets.find("away")?.registry.current()).toBeUndefined();
    expect(new Map(reports)).toEqual(
      new Map<string, unknown>([
        ["near", { kind: "loaded", ids: 12 }],
        ["away", { kind: "failed", detail: expect.any(String) }],
      ]),
    );
  });

  test("tell callers to wait for the registry that is asked last", async () => {
    const { url } = await serve((_, response) => response.end('{"generators":[]}'));
    const languages = { url, refreshSeconds: 60, maxStaleSeconds: 3600 };
    const one = { id: "one", url: "http://x", domains: ["d"], registry: file };
    const targets = new Targets([one, { ...one, id: "two", registries: { languages } }], () => {});
    await targets.start();
    expect(targets.list().map(({ registry }) => registry.retryAfterSeconds())).toEqual([1, 60]);
    targets.stop();
  });

  test("have other registries by name, which are all there or none", async () => {
    const { path: regions } = await temporaryFile({ data: { rows: [{ code: "north" }] } });
    const one = { id: "one", url: "http://x", domains: ["d"], registry: file };
    const named = { file: regions, pointer: "/data/rows/*/code" };
    const reports: RegistryEvent[] = [];
    const targets = new Targets(
      [
        { ...one, registries: { regions: named } },
        { ...one, id: "two", registries: { regions: named, languages: nowhere } },
      ],
      (_, event) => reports.push(event),
    );
    await targets.start();
    const [first, second] = targets.list();
    expect(first?.registry.current()?.has("person-name")).toBe(true);
    expect(first?.registry.current()?.named?.("regions")?.has("north")).toBe(true);
    expect(first?.registry.current()?.named?.("languages")).toBeUndefined();
    expect(first?.registryNames).toEqual(["regions"]);
    expect(second?.registry.current()).toBeUndefined();
    expect(second?.registry.ageSeconds()).toBeUndefined();
    expect(second?.registry.failure()).toMatch(/^languages: /);
    expect(reports).toContainEqual({ kind: "loaded", ids: 1, registry: "regions" });
    // What has the same settings is taken over, and not loaded again.
    const next = new Targets([{ ...one, registries: { regions: named } }], () => {}, targets);
    expect(next.find("one")?.registry.current()?.named?.("regions")?.has("north")).toBe(true);
    targets.stop(next);
    next.stop();
  });
});
