import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages in bundles of esbuild with their licences, which ask to be passed on with the code. */
export function noticesOf(bundles) {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return [`${name} ${version} (${license})`, ...(text ? [readFileSync(join(folder, text), "utf8").trim()] : [])];
  });
  return `${[...new Set(notices.map((lines) => lines.join("\n\n")))].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
