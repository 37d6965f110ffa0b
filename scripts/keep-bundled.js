import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Removes from package.json what is only needed to develop and test, so that `npm sbom` lists what is shipped. The
 * packages in the bundles are development dependencies too: whoever installs assay does not install them.
 */
const pages = readdirSync("dist/web").filter((file) => /^third-party-\w+\.txt$/.test(file));
const notices = ["dist/third-party.txt", ...pages.map((file) => `dist/web/${file}`)].map((file) =>
  readFileSync(file, "utf8"),
);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const isBundled = ([name, version]) => notices.some((text) => `\n${text}`.includes(`\n${name} ${version} (`));
const devDependencies = Object.fromEntries(Object.entries(manifest.devDependencies).filter(isBundled));
writeFileSync("package.json", JSON.stringify({ ...manifest, devDependencies }, null, 2));
