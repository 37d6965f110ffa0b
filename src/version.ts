import manifest from "../package.json" with { type: "json" };

/** The version of package.json, which is the only place to change it. */
export const VERSION: string = manifest.version;

/** What assay is in one sentence, everywhere. */
export const DESCRIPTION: string = manifest.description;

/** The address of the repository, if package.json has one. */
export const REPOSITORY: string | undefined = (
  manifest as { repository?: { url?: string } }
).repository?.url?.replace(/^git\+|\.git$/g, "");
