import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { META_SCHEMAS } from "../../src/specs/meta/index.js";
import { assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

const schemasIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".schema.json"))
    .sort();

describe("the schema files in the rules folder", () => {
  test("are the meta-schemas that loading checks with", () => {
    expect(schemasIn("rules")).toEqual(Object.keys(META_SCHEMAS).sort());
    for (const [name, schema] of Object.entries(META_SCHEMAS)) {
      expect(JSON.parse(readFileSync(join("rules", name), "utf8"))).toEqual(schema);
    }
  });

  test("are written by assay rules schema, byte for byte", async () => {
    await inTemporaryFolder(async (folder) => {
      expect((await assayHere(["rules", "schema", folder])).code).toBe(0);
      for (const name of schemasIn("rules")) {
        expect(readFileSync(join(folder, name), "utf8")).toBe(readFileSync(join("rules", name), "utf8"));
      }
    });
  });
});
