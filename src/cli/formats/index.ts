import type { Format } from "./format.js";
import { github } from "./github.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import type { FormatName } from "./names.js";
import { sarif } from "./sarif.js";
import { text } from "./text.js";

export const FORMATS: Readonly<Record<FormatName, Format>> = { text, json, sarif, github, junit };
