import { readdirSync, readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CHECKS } from "../../src/engine/checks/index.js";
import { SHAPE_CODES } from "../../src/engine/problems/codes.js";
import { PORTABILITY_CODES } from "../../src/engine/problems/portability.js";
import { COMMON_PLACEHOLDERS } from "../../src/engine/rules/template.js";
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
    "has a row for the check %s with its options and placeholders",
    (name, { options, placeholders }) => {
      const isOfCheck = new RegExp(`^\\| [^|]*\`"?${name}"?[\`:]`);
      const row = README.split("\n").find((line) => isOfCheck.test(line)) ?? "";
      for (const option of Object.keys(options)) expect(row).toContain(`\`${option}\``);
      // The names of limits are placeholders too, and are explained once.
      for (const placeholder of placeholders({})) expect(row).toContain(`\`{${placeholder}}\``);
    },
  );

  test("names every placeholder that all checks share, and every code that needs no rule", () => {
    for (const placeholder of COMMON_PLACEHOLDERS) expect(README).toContain(`\`{${placeholder}}\``);
    for (const { code } of [...PORTABILITY_CODES, ...Object.values(SHAPE_CODES)])
      expect(README).toContain(`\`${code}\``);
  });

  test("explains a rule that is really there", () => {
    const shown = blocks.map(({ language, body }) => (language === "json" ? JSON.parse(body) : undefined));
    const folder = "rules/generator-option/v1/rules";
    const rules = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
    expect(rules.filter((rule) => shown.some((one) => isDeepStrictEqual(one, rule)))).not.toEqual([]);
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
