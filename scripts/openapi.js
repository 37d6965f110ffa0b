import { writeFileSync } from "node:fs";
import { importSources } from "./import-sources.js";

const { openApi } = await importSources("src/service/rest/openapi/openapi.ts");

/** Writes docs/openapi.json, which a test compares: no rules are loaded, so that it does not change with them. */
const nothing = { catalog: new Map(), targets: { list: () => [], find: () => undefined } };
const description = await openApi({ ...nothing, baseUrl: "http://localhost:8080" }, "assay");
writeFileSync("docs/openapi.json", JSON.stringify(description));
