import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import Ajv4 from "ajv-draft-04";
import formats from "ajv-formats";
import { importSources } from "../../scripts/import-sources.js";
import { Random } from "../random.js";
import { atMost } from "../report.js";
import { mutantsOf, slipsIn } from "../schemas/mutate.js";

const require = createRequire(import.meta.url);
const SOURCES = JSON.parse(
  readFileSync(new URL("../schemas/documents.json", import.meta.url), "utf8"),
);
const ROOT = "http://example.com/root.json";
const OUTCOMES = ["as meant", "offered", "left", "wrong"];

/** Measures how well real JSON Schemas work as domains: verdicts, compile time and repairs. */
export async function schemas({ quick, log }) {
  const { compileSchemaFile, applyPatch, validate, ...workshop } = await importSources(
    "src/library.ts",
    "src/cli/schema-file.ts",
    "src/ground/json/patch.ts",
    "src/cli/package-from-schema.ts",
    "src/specs/load-specs.ts",
  );
  const rows = [];
  const packages = [];
  for (const source of SOURCES) {
    const file = locate(source);
    const started = process.cpuUsage().user;
    const catalog = compileSchemaFile(`${file}#${source.pointer ?? ""}`, process.cwd());
    const [domainId] = catalog.keys();
    const check = (candidate) => validate(catalog, { targetProduct: "any", domainId, candidate });
    await check(source.documents[0]);
    const ready = (process.cpuUsage().user - started) / 1000;
    const accepts = compileWithAjv(file, source.pointer);
    const counts = { documents: 0, differences: 0 };
    const outcomes = {};
    for (const document of source.documents) {
      if (!accepts(document))
        throw new Error(
          `a document of ${source.name} is not valid: ${JSON.stringify(accepts.errors)}`,
        );
      for (const mutant of mutantsOf(document, new Random(7), quick ? 60 : 600)) {
        counts.documents++;
        const { valid } = await check(mutant);
        if (valid !== accepts(mutant)) {
          counts.differences++;
          log(`difference, ${source.name}: ${JSON.stringify(mutant).slice(0, 2000)}`);
        }
      }
      for (const slip of slipsIn(document)) {
        if (accepts(slip.sent)) continue;
        const outcome = outcomeOf(await check(slip.sent), slip.sent, document, applyPatch);
        outcomes[slip.kind] ??= Object.fromEntries(OUTCOMES.map((name) => [name, 0]));
        outcomes[slip.kind][outcome]++;
        if (outcome === "wrong") log(`${outcome}, ${source.name}: ${slip.kind} at ${slip.place}`);
      }
    }
    rows.push({ name: source.name, ready, ...counts, outcomes });
    packages.push(
      await runExamples(source, file, accepts, { ...workshop, validate, count: quick ? 40 : 300 }),
    );
    log(`${source.name}: ${counts.documents} documents, ready in ${ready.toFixed(0)} ms`);
  }
  return describe(rows, packages);
}

/** Makes a package of the schema, and counts its errors and the verdicts that differ from AJV. */
async function runExamples({ name, pointer = "", documents }, file, accepts, tools) {
  const { writePackageFromSchema, tryLoadSpecs, listErrors, validate, count } = tools;
  const dir = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    const started = process.cpuUsage().user;
    writeFileSync(join(dir, "given.json"), JSON.stringify(documents[0]));
    await writePackageFromSchema({
      rulesDir: join(dir, "rules"),
      domainId: "draft",
      version: "v1",
      schema: `${file}#${pointer}`,
      examples: ["given.json"],
      cwd: dir,
    });
    const made = (process.cpuUsage().user - started) / 1000;
    const loaded = await tryLoadSpecs(join(dir, "rules"));
    const row = {
      name,
      made,
      errors: listErrors(loaded).length,
      weaker: 0,
      stricter: 0,
      documents: 0,
    };
    const version = { targetProduct: "any", domainId: "draft", specVersion: "v1" };
    for (const document of documents)
      for (const candidate of mutantsOf(document, new Random(11), count)) {
        const { valid } = await validate(loaded.catalog, { ...version, candidate });
        row.documents++;
        if (valid !== accepts(candidate)) row[valid ? "weaker" : "stricter"]++;
      }
    return row;
  } catch (error) {
    return { name, refused: error.message };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function toPackageRow({ name, refused, made, errors, documents, weaker, stricter }) {
  return refused === undefined
    ? [name, errors, made.toFixed(0), documents, weaker, stricter]
    : [name, refused];
}

function locate({ package: name, file }) {
  if (name === undefined) return new URL(`../schemas/${file}`, import.meta.url).pathname;
  return require.resolve(`${name}/package.json`).replace(/package\.json$/, file);
}

/** Compiles a schema as users of AJV do. Ids are left out: documents are added by their addresses. */
function compileWithAjv(file, pointer = "") {
  const documents = new Map();
  const add = (uri, path) => {
    const { $schema, $id, id, ...schema } = JSON.parse(readFileSync(path, "utf8"));
    documents.set(uri, schema);
    for (const [, other] of JSON.stringify(schema).matchAll(/"\$ref":"(https:[^"#]+)/g)) {
      const name = other.slice(other.lastIndexOf("/") + 1);
      if (!documents.has(other))
        add(other, path.replace(/[^/]+$/, name.endsWith(".json") ? name : `${name}.json`));
    }
    return { $schema, ...schema };
  };
  const { $schema, openapi, swagger } = add(ROOT, file);
  const options = { strict: false, logger: false, validateSchema: false };
  const isOld = openapi !== undefined || swagger !== undefined || $schema.includes("draft-04");
  const ajv = isOld
    ? new Ajv4(options)
    : $schema.includes("2020-12")
      ? new Ajv2020(options)
      : new Ajv(options);
  formats.default(ajv);
  for (const [uri, schema] of documents) ajv.addSchema(schema, uri);
  return ajv.compile({ $ref: `${ROOT}#${pointer}` });
}

function outcomeOf({ diagnostics, repair }, sent, meant, applyPatch) {
  const after = (patch) => applyPatch({ candidate: sent }, patch).candidate;
  if (repair !== undefined) {
    const repaired = after(repair.patch);
    if (isDeepStrictEqual(repaired, meant)) return "as meant";
    if (repair.remaining === 0) return "wrong";
  }
  const offered = diagnostics.flatMap(({ fixes }) => fixes);
  return offered.some(({ patch }) => isDeepStrictEqual(after(patch), meant)) ? "offered" : "left";
}

function describe(rows, packages) {
  const kinds = [...new Set(rows.flatMap(({ outcomes }) => Object.keys(outcomes)))];
  const total = (outcome, found) =>
    found.reduce(
      (sum, { outcomes }) =>
        sum + Object.values(outcomes).reduce((all, one) => all + one[outcome], 0),
      0,
    );
  const ofKind = (kind) =>
    rows.map(({ outcomes }) => ({ outcomes: outcomes[kind] ? { [kind]: outcomes[kind] } : {} }));
  return {
    title: "Any JSON Schema as a domain",
    notes: [
      "Documents of real schemas (`bench/schemas/documents.json`). Mutants have one or two values replaced, removed or added; a difference is a verdict that is not that of AJV. Slips are put into valid documents; one that AJV accepts is left out. Ready is the CPU time until the first document is checked.",
    ],
    targets: [
      atMost(
        "verdicts that differ from those of AJV",
        0,
        rows.reduce((sum, { differences }) => sum + differences, 0),
      ),
      atMost("slips in documents that are repaired as nobody meant", 0, total("wrong", rows)),
      atMost(
        "verdicts of packages that differ, or errors that `rules check` finds in them",
        0,
        packages.reduce(
          (sum, { weaker = 0, stricter = 0, errors = 0 }) => sum + weaker + stricter + errors,
          0,
        ),
      ),
      atMost("the largest schema is ready, ms", 2000, Math.max(...rows.map(({ ready }) => ready))),
    ],
    tables: [
      {
        title: "By schema",
        head: ["schema", "ready, ms", "mutants", "differences", ...OUTCOMES],
        rows: rows.map((row) => [
          row.name,
          row.ready.toFixed(0),
          row.documents,
          row.differences,
          ...OUTCOMES.map((outcome) => total(outcome, [row])),
        ]),
      },
      {
        title: "Packages that `rules new --schema` makes",
        head: "schema,errors,made in ms,mutants,weaker,stricter".split(","),
        rows: packages.map(toPackageRow),
      },
      {
        title: "By slip",
        head: ["slip", ...OUTCOMES],
        rows: kinds.map((kind) => [
          kind,
          ...OUTCOMES.map((outcome) => total(outcome, ofKind(kind))),
        ]),
      },
    ],
  };
}
