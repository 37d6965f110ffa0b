import { mkdtemp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadTargets } from "../../../src/service/targets/load-targets.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const folder = temporaryFolder({ "good.json": '{"generators":[{"id":"person-name"}]}' });

async function load(content: unknown, domainIds?: string[]) {
  const file = join(await mkdtemp(join(folder, "case-")), "targets.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  const loaded = await loadTargets(file, domainIds);
  if ("targets" in loaded) return loaded;
  return {
    errors: loaded.errors.map(({ pointer, detail }) => `${pointer} ${detail}`),
    files: loaded.errors.map((error) => error.file),
    file,
  };
}

const target = {
  id: "sample-studio",
  url: "http://localhost:8090",
  domains: ["generator-option"],
  registry: { file: "../good.json" },
};

describe("the targets file", () => {
  test("has one target product as it ships with the service", async () => {
    await expect(loadTargets("config/targets.json")).resolves.toEqual({
      targets: [{ ...target, registry: { file: resolve("config/registries/sample-studio.json") } }],
    });
  });

  test("names registry files relative to itself, and drops the trailing slash of a URL", async () => {
    const loaded = await load({ targets: [{ ...target, url: "https://studio.example/base/" }] });
    expect(loaded).toEqual({
      targets: [
        {
          ...target,
          url: "https://studio.example/base",
          registry: { file: join(folder, "good.json") },
        },
      ],
    });
  });

  test("may have other registries, whose files are read too", async () => {
    const registries = {
      regions: { file: "../good.json" },
      languages: { file: "../good.json", pointer: "/ids/*" },
    };
    await expect(
      load({ targets: [{ ...target, registries: { regions: registries.regions } }] }),
    ).resolves.toMatchObject({
      targets: [{ registries: { regions: { file: join(folder, "good.json") } } }],
    });
    await expect(load({ targets: [{ ...target, registries }] })).resolves.toMatchObject({
      errors: [' must have an array "ids"'],
      files: [join(folder, "good.json")],
    });
    const wrong = {
      Regions: { file: "../good.json" },
      "no-star": { file: "../good.json", pointer: "/ids" },
    };
    const { errors } = (await load({ targets: [{ ...target, registries: wrong }] })) as {
      errors: string[];
    };
    expect(errors.map((error) => error.split(" ")[0])).toContain(
      "/targets/0/registries/no-star/pointer",
    );
    expect(errors.some((error) => error.startsWith("/targets/0/registries "))).toBe(true);
  });

  test("has defaults for a registry behind a URL", async () => {
    const loaded = await load({
      targets: [{ ...target, registry: { url: "https://studio.example/g?all=1" } }],
    });
    expect(loaded).toMatchObject({
      targets: [
        {
          registry: {
            url: "https://studio.example/g?all=1",
            refreshSeconds: 60,
            maxStaleSeconds: 3600,
          },
        },
      ],
    });
  });

  test("reports all errors against its schema at once, each with its pointer", async () => {
    const { domains, ...withoutDomains } = target;
    const loaded = await load({
      targets: [
        {
          ...target,
          id: "Sample Studio",
          url: "ftp://studio.example",
          domains: [],
          registry: { file: "gone.json" },
        },
        { ...withoutDomains, url: "https://me:secret@studio.example", "x/y": 1 },
        target,
        { ...target, registry: { url: "https://studio.example", refreshSeconds: 7200 } },
        { ...target, id: "no-file", registry: { file: "missing.json" } },
        {
          ...target,
          id: "two-sources",
          registry: { file: "../good.json", url: "https://studio.example" },
        },
        { ...target, id: "no-source", registry: {} },
        {
          ...target,
          id: "odd-times",
          registry: { url: "nonsense", refreshSeconds: 0, maxStaleSeconds: "1h" },
        },
      ],
      extra: true,
    });
    const noQuery = "must be an http or https URL without credentials, query or fragment";
    expect(loaded).toMatchObject({
      errors: expect.arrayContaining([
        "/extra is not a known property; remove it",
        expect.stringMatching(/^\/targets\/0\/id must match pattern/),
        `/targets/0/url ${noQuery}`,
        "/targets/0/domains must have at least one item",
        "/targets/1 must have required property 'domains'",
        "/targets/1/x~1y is not a known property; remove it",
        `/targets/1/url ${noQuery}`,
        "/targets/5/registry/url is not a known property; remove it",
        "/targets/6/registry must have required property 'url'",
        "/targets/7/registry/url must be an http or https URL without credentials or fragment",
        "/targets/7/registry/refreshSeconds must be >= 1",
        "/targets/7/registry/maxStaleSeconds must be integer",
      ]),
    });
    expect("errors" in loaded && loaded.errors).toHaveLength(12);
  });

  test("reports all errors of its content at once, once its schema holds", async () => {
    const content = {
      targets: [
        { ...target, domains: ["recipe-card", "generator-option", "recipe-cart"] },
        { ...target, registry: { url: "https://studio.example", refreshSeconds: 7200 } },
        { ...target, id: "no-file", registry: { file: "missing.json" } },
      ],
    };
    expect(await load(content, ["generator-option", "recipe-card"])).toMatchObject({
      errors: [
        '/targets/1/id "sample-studio" is already the id of another target; choose another id',
        "/targets/1/registry maxStaleSeconds (3600) must be at least refreshSeconds (7200)",
        '/targets/0/domains/2 "recipe-cart" is not a domain of the rules; use one of generator-option, recipe-card',
        expect.stringMatching(
          /^\/targets\/2\/registry\/file \/.*missing\.json cannot be read: no such file or directory/,
        ),
      ],
    });
    expect(await load({ targets: content.targets.slice(0, 1) }, [])).toHaveProperty("targets");
  });

  test.each(["", "{", "null", "[]", "7", '{"targets":{}}', '{"targets":[]}', '{"targets":[null]}'])(
    "%j is an error, not a crash",
    async (content) => {
      const loaded = await load(content);
      expect(loaded).toMatchObject({ errors: [expect.any(String)] });
      expect("files" in loaded && loaded.files).toEqual("file" in loaded && [loaded.file]);
    },
  );

  test("must be there", async () => {
    const file = join(folder, "nowhere.json");
    const detail = "cannot be read: no such file or directory; check the path";
    await expect(loadTargets(file)).resolves.toEqual({
      errors: [{ file, pointer: "", detail, publicDetail: detail }],
    });
  });
});
