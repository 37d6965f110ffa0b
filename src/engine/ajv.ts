import { Ajv2020 } from "ajv/dist/2020.js";
import { addFormats } from "./formats.js";
import { addLengths } from "./lengths.js";

/**
 * One instance for every schema of spec packages. No coercion: a string is never a number. `ownProperties`, because
 * without it `required: ["toString"]` passes `{}`. Verbose errors carry the value and the limit that it breaks.
 * Its code is not optimized by AJV, which takes half of the time to compile: V8 does it as well.
 */
export const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  ownProperties: true,
  messages: false,
  strictTypes: false,
  code: { optimize: false },
});
addFormats(ajv);
addLengths(ajv);
