import { readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CHECKS } from "../../src/engine/checks/index.js";
import { COMMON_FILLS } from "../../src/engine/rules/template.js";
import { SHAPE_CODES } from "../../src/engine/shape/codes.js";
import { PORTABILITY_CODES } from "../../src/engine/shape/portability.js";
import { assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

const README = readFileSync("rules/README.md", "utf8");
const BLOCK = /(?:^ *`(?<file>[\w./-]+\.json)`\n\n)? *```(?<language>sh|json)\n(?<body>.*?)\n *```/gms;

interface Block {
  file?: string;
  language: "sh" | "json";
  body: string;
}

const blocks = [...README.matchAll(BLOCK)].map(({ groups }) => groups as unknown as Block);

describe("the README of the rules folder", () => {
  test.each([...CHECKS.values()].map((check) => [check.name, check] as const))(
    "has a row for the check %s with its parameters and placeholders",
    (name, { params, fills }) => {
      const row = README.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
      for (const parameter of Object.keys(params.properties ?? {})) expect(row).toContain(`\`${parameter}\``);
      for (const fill of fills) expect(row).toContain(`\`{${fill}}\``);
    },
  );

  test("names every placeholder that all checks share, and every code that needs no rule", () => {
    for (const fill of [...COMMON_FILLS, "each"]) expect(README).toContain(`\`{${fill}}\``);
    for (const { code } of [...PORTABILITY_CODES, ...Object.values(SHAPE_CODES)])
      expect(README).toContain(`\`${code}\``);
  });

  test("explains a rule that is really there", () => {
    const shown = blocks.map(({ language, body }) => (language === "json" ? JSON.parse(body) : undefined));
    const file = "rules/generator-option/v1/rules/supported-strategies-are-known.json";
    expect(shown).toContainEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  test("has walkthroughs that work as written", async () => {
    await inTemporaryFolder(async (folder) => {
      await cp("rules", join(folder, "rules"), { recursive: true });
      await cp("config", join(folder, "config"), { recursive: true });
      for (const { file, language, body } of blocks) {
        if (file !== undefined) await writeFile(join(folder, file), body);
        for (const line of language === "sh" ? body.split("\n") : []) {
          const [, args = "not a command of assay"] = /^ *npm run -s assay -- (.+)$/.exec(line) ?? [];
          expect({ line, ...(await assayHere(args.split(" "), { cwd: folder })) }).toMatchObject({ line, code: 0 });
        }
      }
    });
  });
});
