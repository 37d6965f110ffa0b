import { importSources } from "../scripts/import-sources.js";

/** Seeded, so that every run measures the same candidates. */
export const { Random } = await importSources("test/support/random.ts");
