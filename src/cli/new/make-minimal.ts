import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatJson } from "../format-json.js";
import { minimalPackage } from "./minimal-package.js";

/** Writes the smallest spec package that loads, and the words of the domain if it is new. */
export async function makeMinimal(dir: string, domain: string, version: string): Promise<void> {
  const files = minimalPackage(domain, version);
  for (const [name, content] of Object.entries(files)) {
    const path = join(dir, domain, name);
    if (name === "domain.json" && existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, formatJson(content), { flag: "wx" });
  }
}
