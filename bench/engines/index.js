import * as ajv from "./ajv.js";
import * as assay from "./assay.js";
import * as jsonRulesEngine from "./json-rules-engine.js";
import * as spectral from "./spectral.js";

/** Each creates `(candidate, its JSON) => valid or not`, for a registry that is a set of ids. */
export const ENGINES = [ajv, assay, jsonRulesEngine, spectral];
