import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What each wing of src/ may import besides itself, from the bottom up; a file directly in src/ is
 * named without its ending.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ground: [],
  schema: ["ground"],
  engine: ["ground", "schema"],
  specs: ["engine", "ground", "schema"],
  workshop: ["engine", "ground", "package-root", "schema", "specs"],
  proposals: ["engine", "ground", "schema", "specs"],
  client: ["engine", "ground", "proposals"],
  pages: ["engine", "ground", "package-root", "proposals", "service", "specs", "version"],
  service: ["ground", "package-root", "pages", "proposals", "schema", "specs", "version"],
  cli: [
    "client",
    "engine",
    "ground",
    "package-root",
    "proposals",
    "schema",
    "schema-library",
    "service",
    "specs",
    "version",
    "workshop",
  ],
};

/** Wings with an order inside, from the bottom up: a file imports its own room and lower floors. */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ground: [["cache", "registry", "fetch"], ["patterns"], ["json"], ["text"], ["files"]],
  engine: [
    ["bounds", "spec-error", "memo", "order"],
    ["violation"],
    ["grammar", "document-order", "operators", "reference"],
    ["condition", "spec-digest"],
    ["declared"],
    ["fixers"],
    ["problems"],
    ["checks"],
    ["normalize", "check-set"],
    ["rules"],
    ["compile-spec"],
    ["spec-of-schema"],
    ["build-package"],
    ["verdict"],
    ["offers"],
    ["repair"],
    ["evaluate"],
  ],
  service: [
    ["rate-limit", "ops", "auth", "targets"],
    ["config"],
    ["live", "http"],
    ["rest", "mcp"],
    ["app", "open-files"],
    ["service"],
    ["serve"],
  ],
};

/**
 * Engine, schema and ground run in a browser too: nothing here reads files, the environment, the
 * clock or the network.
 */
const PURE = /^(engine|schema|ground\/(cache|json|text|patterns|registry))\//;
const PURE_PACKAGES = [
  "@eslint-community/regexpp",
  "ajv",
  "ajv-formats",
  "canonicalize",
  "json-rules-engine",
  "jsonrepair",
];
/** What a bundle for a browser replaces, and by what. */
const NODE_PARTS: Record<string, string> = {
  "ground/json/sha256.ts": "node:crypto",
  "ground/json/sha256.browser.ts": "@noble/hashes",
  "ground/json/parse-strict-bytes.ts": "node:buffer",
};

/**
 * The most kilobytes of TypeScript that each wing may have; "top" are the files directly in src/. A
 * ratchet against growth: a change that makes a wing smaller lowers its number, and no change
 * raises one.
 */
const BUDGETS_KB: readonly (readonly [wings: readonly string[], kilobytes: number])[] = [
  [["engine", "schema", "ground"], 701],
  [["specs"], 138],
  [["workshop"], 186],
  [["proposals"], 66],
  [["service"], 238],
  [["pages"], 82],
  [["cli"], 195],
  [["client", "top"], 30],
];

const START = "cli/main.ts";
const ENVIRONMENT =
  /\bprocess\s*(\??\.\s*|\[["'])env\b|\}\s*=\s*process\b|["'](node:)?process["']/g;
const NAMES_THAT_SAY_NOTHING = /^(utils?|helpers?|types?|common|misc|shared|lib)$/;

/** The ways to name a module in formatted code: import, export from, import() and import type. */
const SPECIFIERS = [
  /^ *(?:import|export) [^;"']*from ["'](.+?)["'](?: with .*)?;$/gm,
  /^ *import (?:\w+ = require\()?["'](.+?)["']\)?;$/gm,
  /^(?! *(?:\/\/|\/?\*))[^"'`\n]*\bimport\(["'](.+?)["']\)/gm,
];

type Import = readonly [from: string, to: string];

/** From a file of src to another one, or to a package. */
function importsOf(file: string, text: string): Import[] {
  const specifiers = SPECIFIERS.flatMap((form) =>
    [...text.matchAll(form)].map(([, specifier = ""]) => specifier),
  );
  return specifiers.map((to) => [
    file,
    to.startsWith(".") ? join(dirname(file), to).replace(/\.js$/, ".ts") : to,
  ]);
}

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));
const imports = sources.flatMap(({ file, text }) => importsOf(file, text));
const isOurs = ([, to]: Import) => to.endsWith(".ts");

const wingOf = (file: string) => file.split("/")[0]?.replace(/\.ts$/, "") ?? "";
const roomOf = (file: string) => file.split("/")[1]?.replace(/\.ts$/, "") ?? "";
const floorOf = (file: string) =>
  FLOORS[wingOf(file)]?.findIndex((rooms) => rooms.includes(roomOf(file))) ?? -1;

/** Whether the tables do not allow an import. */
function isForbidden([from, to]: Import): boolean {
  if (!isOurs([from, to])) {
    const allowed = [...PURE_PACKAGES, ...(NODE_PARTS[from] ? [NODE_PARTS[from]] : [])];
    return PURE.test(from) && !allowed.some((name) => to === name || to.startsWith(`${name}/`));
  }
  const [here, there] = [wingOf(from), wingOf(to)];
  if (here === there)
    return here in FLOORS && roomOf(from) !== roomOf(to) && floorOf(to) >= floorOf(from);
  if (there === "cli") return true;
  return from.includes("/") && !MAY_IMPORT[here]?.includes(there);
}

/**
 * What remains when whatever imports none of the others, or is imported by none, has been taken
 * away.
 */
function circularIn(pairs: readonly Import[]): readonly Import[] {
  const [from, to] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))];
  const left = pairs.filter(([one, other]) => to.has(one) && from.has(other));
  return left.length === pairs.length ? left : circularIn(left);
}

const parents = new Set(sources.map(({ file }) => dirname(dirname(file))));
/** Its folder; a file beside folders stands for itself, because it is over or under them. */
const placeOf = (file: string) => (parents.has(dirname(file)) ? file : dirname(file));

test("no file imports what its wing or room may not", () => {
  expect(imports.filter(isForbidden)).toEqual([]);
});

test("no files and no rooms import each other in a circle", () => {
  expect(circularIn(imports)).toEqual([]);
  const ofRooms = imports.map(([from, to]) => [placeOf(from), placeOf(to)] as const);
  expect(circularIn(ofRooms.filter(([from, to]) => from !== to))).toEqual([]);
});

/** All files that a file imports, directly or not, at once or later. */
function reachedFrom(start: string, reached = new Set<string>()): ReadonlySet<string> {
  for (const [from, to] of imports.filter(isOurs))
    if (from === start && !reached.has(to)) reachedFrom(to, reached.add(to));
  return reached;
}

test("neither the service nor a thread of it reaches the workshop: it serves what compiles", () => {
  const programs = sources
    .map(({ file }) => file)
    .filter((file) => /^service\/(serve|.*-worker)\.ts$/.test(file));
  expect(programs.length).toBeGreaterThan(2);
  for (const program of programs)
    expect([...reachedFrom(program)].filter((file) => wingOf(file) === "workshop")).toEqual([]);
});

test("MCP knows HTTP only in its endpoint, because it also runs over stdio", () => {
  const knowing = imports.filter(
    ([from, to]) => from.startsWith("service/mcp/") && to.startsWith("service/http/"),
  );
  expect(knowing.filter(([from]) => from !== "service/mcp/endpoint.ts")).toEqual([]);
});

test("the tables name every wing, and every room of those with floors, and allow no import that nobody makes", () => {
  const inFolders = sources.map(({ file }) => file).filter((file) => file.includes("/"));
  expect([...new Set(inFolders.map(wingOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  for (const [wing, floors] of Object.entries(FLOORS)) {
    const rooms = inFolders.filter((file) => wingOf(file) === wing).map(roomOf);
    expect([...new Set(rooms)].sort()).toEqual(floors.flat().sort());
  }
  const made = new Set(
    imports.filter(isOurs).map(([from, to]) => `${wingOf(from)} → ${wingOf(to)}`),
  );
  const allowed = Object.entries(MAY_IMPORT).flatMap(([here, all]) =>
    all.map((there) => `${here} → ${there}`),
  );
  expect(allowed.filter((one) => !made.has(one))).toEqual([]);
});

test.each(BUDGETS_KB)("the source of %j stays within %i KB", (wings, kilobytes) => {
  const ofWings = sources.filter(({ file }) =>
    wings.includes(file.includes("/") ? wingOf(file) : "top"),
  );
  const bytes = ofWings.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(bytes / 1000).toBeGreaterThan(0);
  expect(bytes / 1000).toBeLessThanOrEqual(kilobytes);
});

test("every wing has a budget", () => {
  const wings = new Set(sources.map(({ file }) => (file.includes("/") ? wingOf(file) : "top")));
  expect([...wings].sort()).toEqual(BUDGETS_KB.flatMap(([some]) => some).sort());
});

test("only the configuration reads the environment; where the program starts, it is handed over once", () => {
  // A program that pages show reads the key of the person who runs it.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of that program.
  const shown = "`Bearer ${process.env.ASSAY_KEY}`";
  const readers = sources.flatMap(({ file, text }) =>
    [...text.replace(shown, "").matchAll(ENVIRONMENT)].map(() => file),
  );
  expect(readers.filter((file) => file !== "service/config.ts")).toEqual([START]);
});

test("no file or folder has a name that says nothing", () => {
  const parts = (file: string) => file.replace(/(\.d)?\.ts$/, "").split("/");
  const saysNothing = (part: string) => NAMES_THAT_SAY_NOTHING.test(part);
  expect(sources.filter(({ file }) => parts(file).some(saysNothing))).toEqual([]);
});

/**
 * The property names of all shapes that ship: those of several words, which nobody writes by
 * chance, and the plain words on top of a candidate that are not also words of the grammar.
 */
function fieldNames(): { compound: string[]; plain: string[] } {
  const shapes = ["rules", "examples/rules"].flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("candidate.schema.json"))
      .map((file) => readJson(join(dir, file))),
  );
  const grammar = readdirSync("rules").filter((file) => file.endsWith(".schema.json"));
  const words = new Set(
    grammar.flatMap((file) => [...propertyNames(readJson(join("rules", file)))]),
  );
  const top = shapes.flatMap((shape) => Object.keys((shape as { properties: object }).properties));
  return {
    compound: [...new Set(shapes.flatMap((shape) => [...propertyNames(shape)]))].filter((name) =>
      /[A-Z]/.test(name),
    ),
    plain: [...new Set(top)].filter((name) => !words.has(name)),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function* propertyNames(schema: unknown): Iterable<string> {
  if (typeof schema !== "object" || schema === null) return;
  if ("properties" in schema) yield* Object.keys(schema.properties as object);
  for (const part of Object.values(schema)) yield* propertyNames(part);
}

/**
 * A line that names a field: one of several words anywhere, a plain word as a string or at the
 * start of a pointer.
 */
function namesField(): RegExp {
  const { compound, plain } = fieldNames();
  return new RegExp(`\\b(${compound.join("|")})\\b|["']/?(${plain.join("|")})["'/]`);
}

test("no field name of a spec package stands in src", () => {
  const pattern = namesField();
  const lines = sources.flatMap(({ file, text }) =>
    text.split("\n").map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines.filter((line) => pattern.test(line))).toEqual([]);
});

describe("the scan itself", () => {
  test("sees every way to name a module, over several lines, and nothing in comments or texts", () => {
    const text = `
      import a, {
        type B,
      } from "./a.js";
      import "./b.js";
      import type { C } from './c.js';
      export * from "./d.js";
      const e = await import("./e.js");
      type F = import("./f.js").F;
      import g = require("./g.js");
      // import h from "./no.js";
      const i = 'import j from "./no.js"';
    `;
    const seen = importsOf("x/y.ts", text).map(([, to]) => to);
    expect(seen.sort()).toEqual([..."abcdefg"].map((name) => `x/${name}.ts`));
  });

  test.each([
    ["engine/verdict.ts", "specs/catalog.ts", true],
    ["engine/checks/a.ts", "engine/check-set.ts", true],
    ["engine/evaluate.ts", "engine/repair/a.ts", false],
    ["engine/verdict.ts", "node:fs", true],
    ["engine/verdict.ts", "ajv/dist/2020.js", false],
    ["ground/json/sha256.ts", "node:crypto", false],
    ["service/rest/a.ts", "service/mcp/tools.ts", true],
    ["service/service.ts", "cli/main.ts", true],
    ["index.ts", "cli/main.ts", true],
    ["unheard-of/a.ts", "ground/json/value.ts", true],
  ])("%s → %s is forbidden: %s", (from, to, expected) => {
    expect(isForbidden([from, to])).toBe(expected);
  });

  test("finds a circle, and nothing beside it", () => {
    const circle: Import[] = [
      ["b", "c"],
      ["c", "d"],
      ["d", "b"],
    ];
    expect(circularIn([["a", "b"], ...circle, ["d", "e"]])).toEqual(circle);
  });

  test("knows field names from other words", () => {
    const pattern = namesField();
    for (const line of [
      "// outputFields",
      "x.generatorId",
      'a["owner"]',
      "at: '/owner/id'",
      "value.sampleRows",
    ])
      expect([line, pattern.test(line)]).toEqual([line, true]);
    for (const line of ["readIds()", "const owner = 1", '"/description"', '"name"'])
      expect([line, pattern.test(line)]).toEqual([line, false]);
  });
});
