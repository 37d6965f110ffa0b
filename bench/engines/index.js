import * as ajv from "./ajv.js";
import * as assay from "./assay.js";
import * as handWritten from "./hand-written.js";
import * as jsonLogic from "./json-logic.js";
import * as jsonRulesEngine from "./json-rules-engine.js";
import * as spectral from "./spectral.js";
import * as zenEngine from "./zen-engine.js";
import * as zod from "./zod.js";

/** Each creates `(candidate, its JSON) => valid or not`, for a registry that is a set of ids. */
export const ENGINES = [handWritten, ajv, assay, zod, jsonLogic, jsonRulesEngine, zenEngine, spectral];
