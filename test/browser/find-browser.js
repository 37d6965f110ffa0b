import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium on the PATH, if there is one. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

/**
 * The one in npm's registry. It brings the libraries that a bare machine lacks, but unpacks them only where it
 * believes to run on AWS Lambda.
 */
export async function packagedChromium() {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  return (await import("@sparticuz/chromium")).default;
}

/** It is for this machine alone. */
export const HAS_PACKAGED_BROWSER = process.platform === "linux" && process.arch === "x64";
