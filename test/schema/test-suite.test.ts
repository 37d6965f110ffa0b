import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, JsonObject } from "../../src/ground/json/value.js";
import { compileSchema, InvalidSchema } from "../../src/schema-library.js";

/**
 * A checkout of the JSON Schema Test Suite, which is not at npm: `tests/` and `remotes/`. The
 * Debian packages json-schema-test-suite (drafts 6 and 7) and libtest-json-schema-acceptance-perl
 * (all drafts) have it too.
 */
const SUITE = process.env.JSON_SCHEMA_TEST_SUITE ?? "";
const REMOTE = "http://localhost:1234";

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json }[];
}

const DRAFTS: [folder: string, $schema: string, Stock: typeof Ajv][] = [
  ["draft6", "http://json-schema.org/draft-06/schema#", Ajv],
  ["draft7", "http://json-schema.org/draft-07/schema#", Ajv],
  ["draft2019-09", "https://json-schema.org/draft/2019-09/schema", Ajv2019 as typeof Ajv],
  ["draft2020-12", "https://json-schema.org/draft/2020-12/schema", Ajv2020 as typeof Ajv],
];

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
  return names.map((name) => join(folder, name));
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** The remote documents that the schemas of a draft may refer to, by their URIs. */
function remotesOf(folder: string): Record<string, JsonObject> {
  const remotes = filesIn(join(SUITE, "remotes")).map((file) => [
    REMOTE + file.slice(join(SUITE, "remotes").length),
    file,
  ]);
  const isOfDraft = ([uri = ""]: string[]) =>
    (/1234\/(draft[^/]+)\//.exec(uri)?.[1] ?? folder) === folder;
  return Object.fromEntries(remotes.filter(isOfDraft).map(([uri, file = ""]) => [uri, read(file)]));
}

/** The result; undefined if the schema is refused by name, or if AJV cannot compile it. */
function unless<T>(refusal: new (...args: never[]) => Error, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}

/**
 * Names that move with the document, meta-schemas of drafts, which are not fetched, and what is no
 * schema of its draft.
 */
const REFUSED =
  /(dynamic|recursive)Ref is not supported|which (is not here|does not exist)|is not valid JSON Schema/;

function compileOrWhyNot(schema: JsonObject, uri: string, documents: Record<string, JsonObject>) {
  try {
    return compileSchema(schema, { uri, documents });
  } catch (error) {
    if (error instanceof InvalidSchema) return error.message;
    throw error;
  }
}

(SUITE === "" ? describe.skip : describe)("the JSON Schema Test Suite", () => {
  test.each(DRAFTS)("%s has the verdicts of AJV", async (folder, $schema, Stock) => {
    const remotes = remotesOf(folder);
    const differences: string[] = [];
    let compared = 0;
    const refused: string[] = [];
    for (const file of filesIn(join(SUITE, "tests", folder)))
      for (const { description, schema, tests } of read(file) as Group[]) {
        const group: JsonObject = {
          $schema,
          ...(typeof schema === "boolean" ? { allOf: [schema] } : (schema as JsonObject)),
        };
        const id =
          typeof group.$id === "string" && /^(?:https?|urn|tag):/.test(group.$id)
            ? group.$id
            : undefined;
        const uri = id?.replace(/#$/, "") ?? "http://example.com/group.json";
        const stock = unless(Error, () => {
          const ajv = formats.default(
            new Stock({ strict: false, logger: false, validateSchema: false, ownProperties: true }),
          );
          for (const [address, remote] of Object.entries(remotes))
            unless(Error, () => ajv.addSchema(remote, address));
          if (id === undefined) ajv.addSchema(group, uri);
          else ajv.addSchema(group);
          return ajv.compile({ $schema, $ref: uri });
        });
        if (stock === undefined) continue;
        const check = compileOrWhyNot(group, uri, remotes);
        if (typeof check === "string") refused.push(`${file}: ${description}: ${check}`);
        else
          for (const { data, description: about } of tests) {
            const { valid } = await check(data);
            compared++;
            if (valid !== stock(data)) differences.push(`${file}: ${description}: ${about}`);
          }
      }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(400);
    expect(refused.filter((why) => !REFUSED.test(why))).toEqual([]);
  });
});
