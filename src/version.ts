import { readFileSync } from "node:fs";

/** Put in by `bundle.js`, so that the bundle needs no file beside it. */
declare const PACKAGE_VERSION: string | undefined;

/** That of package.json, which is the only place to change it. */
export const VERSION: string =
  typeof PACKAGE_VERSION === "string"
    ? PACKAGE_VERSION
    : JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
