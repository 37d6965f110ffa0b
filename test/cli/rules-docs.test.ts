import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

test("rules docs writes an index, and a page for each version with every rule, its reason and its examples", async () => {
  await inTemporaryFolder(async (folder) => {
    const { code, stdout } = await assayHere(["rules", "docs", folder, "--rules", "examples/rules"]);
    const pages = ["README.md", "data-contract/v1.md", "rollout-plan/v1.md"];
    expect([code, stdout]).toEqual([0, pages.map((page) => `${join(folder, page)}\n`).join("")]);
    const [index, page] = await Promise.all(pages.map((name) => readFile(join(folder, name), "utf8")));
    expect(index).toContain("(data-contract/v1.md)");
    for (const file of await readdir("examples/rules/data-contract/v1/rules")) {
      const rule = JSON.parse(await readFile(`examples/rules/data-contract/v1/rules/${file}`, "utf8"));
      expect(page).toContain(`\n## ${file.replace(".json", "")}\n\n**${rule.severity}**: `);
      for (const { title } of rule.examples) expect(page?.replaceAll("\\", "")).toContain(title);
    }
    expect(page).toContain("\n## unknown-property\n");
  });
});
