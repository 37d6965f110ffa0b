import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import * as library from "../../dist/index.js";
import { importSources } from "../../scripts/import-sources.js";
import { atLeast, atMost } from "../report.js";

const OUTCOMES = ["as meant", "offered", "left", "wrong"];
const ENGINES = ["assay", "AJV, coerceTypes: true", 'AJV, coerceTypes: "array"'];

/** Repairs slips from public reports against a JSON Schema, beside the coercion of AJV. */
export async function real() {
  const { outcomeOfReal, readRealSlips } = await importSources("test/slips/real/read-real.ts");
  const slips = readRealSlips(new URL("../../test/slips/real/", import.meta.url));
  const rows = [];
  for (const slip of slips) {
    const outcomes = [
      await outcomeOfReal(slip, library),
      coerced(slip, true),
      coerced(slip, "array"),
    ];
    rows.push({ ...slip, outcomes });
  }
  return describe(rows);
}

/** The outcome if AJV may change types. It offers nothing. */
function coerced({ schema, sent, meant }, coerceTypes) {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, coerceTypes });
  formats.default(ajv);
  // AJV cannot change the value itself, only what is in it.
  const document = { value: structuredClone(sent) };
  const isValid = ajv.validate({ type: "object", properties: { value: schema } }, document);
  if (isDeepStrictEqual(document.value, meant)) return "as meant";
  return isValid ? "wrong" : "left";
}

function describe(rows) {
  const certain = rows.filter((row) => row.certain);
  const unknowable = rows.filter((row) => !row.certain);
  const count = (some, at, ...outcomes) =>
    some.filter((row) => outcomes.includes(row.outcomes[at])).length;
  const share = (...outcomes) => (count(certain, 0, ...outcomes) / certain.length) * 100;
  const classes = [...new Set(certain.map((row) => row.class))].sort();
  return {
    title: "Real slips",
    notes: [
      `${rows.length} slips of models and people against a JSON Schema, from public reports (\`test/slips/real/\`); ${certain.length} are certain: a reviewer would correct them without asking. Invented: one that is not certain is made valid as something that nobody can know to be meant.`,
    ],
    targets: [
      atLeast("certain slips that a repair fixes as meant, %", 92, share("as meant")),
      atLeast(
        "certain slips whose right fix is among the fixes, %",
        95,
        share("as meant", "offered"),
      ),
      atMost(
        "made valid, but not what was meant, or invented",
        0,
        count(rows, 0, "wrong", "invented"),
      ),
    ],
    tables: [
      {
        title: "After one repair",
        head: ["engine", ...OUTCOMES, "invented", "not certain, made what its report means"],
        rows: ENGINES.map((engine, at) => [
          engine,
          ...OUTCOMES.map((outcome) => count(certain, at, outcome)),
          count(unknowable, at, "wrong", "invented"),
          count(unknowable, at, "as meant"),
        ]),
      },
      {
        title: "Certain slips as meant, by class",
        head: ["class", "slips", ...ENGINES],
        rows: classes.map((name) => {
          const own = certain.filter((row) => row.class === name);
          return [name, own.length, ...ENGINES.map((_, at) => count(own, at, "as meant"))];
        }),
      },
    ],
  };
}
