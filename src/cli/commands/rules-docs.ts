import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { explainSpec } from "../../proposals/explain-spec.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { visible } from "../../text/visible.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";
import { indexPage, versionPage } from "../report/rules-markdown.js";

export async function run([dir = ""]: readonly string[], { rules }: { rules?: string }, io: Io): Promise<number> {
  const specs = await loadSpecs(locateRules(rules, io));
  const folder = resolve(io.cwd, dir);
  const write = async (path: string, page: string) => {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), page);
    io.stdout.write(`${visible(join(dir, path))}\n`);
  };
  await write("README.md", indexPage(specs));
  for (const domain of specs.values())
    for (const spec of domain.versions)
      await write(`${domain.id}/${spec.version}.md`, versionPage(spec, await explainSpec(domain, spec)));
  return 0;
}
