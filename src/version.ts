import manifest from "../package.json" with { type: "json" };

/** The version of package.json, which is the only place to change it. */
export const VERSION: string = manifest.version;
