import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** What each wing of src/ may import besides itself, from the bottom up; a file directly in src/ is named without its ending. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ground: [],
  engine: ["ground"],
  specs: ["engine", "ground", "workshop"],
  workshop: ["engine", "ground", "specs"],
  proposals: ["engine", "ground", "specs"],
  client: ["engine", "ground", "proposals"],
  pages: ["engine", "ground", "proposals", "service", "specs", "version"],
  service: ["engine", "ground", "pages", "proposals", "specs", "version"],
  cli: ["engine", "ground", "proposals", "service", "specs", "version", "workshop"],
};

/** Wings with an order inside, from the bottom up: a file imports its own room and lower floors. */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ground: [["cache", "registry", "fetch"], ["json"], ["text", "json-schema"], ["files"]],
  engine: [
    ["problem", "spec-error", "memo", "order"],
    ["grammar", "document-order", "operators", "reference"],
    ["condition", "spec-digest"],
    ["declared"],
    ["fixers"],
    ["problems"],
    ["checks"],
    ["normalize", "check-set"],
    ["rules"],
    ["compile-spec"],
    ["inspect", "build-package", "native-rules"],
    ["repair", "trace"],
    ["evaluate"],
  ],
  service: [
    ["rate-limit", "ops", "auth", "targets"],
    ["config"],
    ["live", "http"],
    ["rest", "mcp"],
    ["app", "open-files"],
    ["service"],
    ["main"],
  ],
};

/** Engine and ground run in a browser too: nothing here reads files, the environment, the clock or the network. */
const PURE = /^(engine|ground\/(cache|json|text|json-schema|registry))\//;
const PURE_PACKAGES = ["ajv", "ajv-formats", "canonicalize", "json-rules-engine"];
/** What a bundle for a browser replaces, and by what. */
const NODE_PARTS: Record<string, string> = {
  "ground/json/sha256.ts": "node:crypto",
  "ground/json/sha256.browser.ts": "@noble/hashes",
  "ground/json/parse-strict-bytes.ts": "node:buffer",
};

const STARTS = ["service/main.ts", "cli/main.ts"];
const ENVIRONMENT = /\bprocess\s*(\??\.\s*|\[["'])env\b|\}\s*=\s*process\b|["'](node:)?process["']/g;
const NAMES_THAT_SAY_NOTHING = /^(utils?|helpers?|types?|common|misc|shared|lib)$/;
interface Source {
  file: string;
  text: string;
}

const sources: Source[] = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));

/** The ways to name a module in formatted code: import, export from, import() and import type. */
const SPECIFIERS = [
  /^ *(?:import|export) [^;"']*from ["'](.+?)["'](?: with .*)?;$/gm,
  /^ *import (?:\w+ = require\()?["'](.+?)["']\)?;$/gm,
  /^(?! *(?:\/\/|\/?\*))[^"'`\n]*\bimport\(["'](.+?)["']\)/gm,
];

function specifiersIn(text: string): string[] {
  return SPECIFIERS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier = ""]) => specifier));
}

const folderOf = (file: string) => file.split("/")[0]?.replace(/\.ts$/, "") ?? "";
const targetOf = (file: string, specifier: string) => normalize(join(dirname(file), specifier)).replace(/\.js$/, ".ts");

/** What a file imports that the tables do not allow it to. */
function trespasses({ file, text }: Source): string[] {
  const here = folderOf(file);
  return specifiersIn(text).filter((specifier) => {
    if (!specifier.startsWith(".")) return PURE.test(file) && !isPure(file, specifier);
    const target = targetOf(file, specifier);
    const there = folderOf(target);
    if (there === here) return here in FLOORS && climbs(file, target);
    if (there === "cli" || target === "service/main.ts") return true;
    return file.includes("/") && !MAY_IMPORT[here]?.includes(there);
  });
}

function isPure(file: string, specifier: string): boolean {
  const packages = [...PURE_PACKAGES, ...(NODE_PARTS[file] ? [NODE_PARTS[file]] : [])];
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Whether a file imports another room of its folder that is not on a lower floor. */
function climbs(file: string, target: string): boolean {
  const floorOf = (path: string) => FLOORS[folderOf(path)]?.findIndex((rooms) => rooms.includes(roomIn(path))) ?? -1;
  return roomIn(file) !== roomIn(target) && floorOf(target) >= floorOf(file);
}

/** The room of a file within its folder. */
function roomIn(path: string): string {
  return path.split("/")[1]?.replace(/\.ts$/, "") ?? "";
}

/** Names that lead back to themselves, as one way around. */
function circleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (name: string): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    way.push(name);
    for (const next of graph.get(name) ?? []) {
      const circle = visit(next);
      if (circle !== undefined) return circle;
    }
    way.pop();
    done.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const circle = visit(name);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** Who imports whom, after `nameOf` has put files together. */
function importsBy(nameOf: (file: string) => string, all: readonly Source[] = sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { file, text } of all) {
    const imported = graph.get(nameOf(file)) ?? new Set();
    graph.set(nameOf(file), imported);
    for (const specifier of specifiersIn(text)) {
      if (!specifier.startsWith(".")) continue;
      const there = nameOf(targetOf(file, specifier));
      if (there !== nameOf(file)) imported.add(there);
    }
  }
  return graph;
}

const folders = new Set(sources.map(({ file }) => dirname(file)));
/** Its folder; a file beside folders stands for itself, because it is over or under them. */
function roomOf(file: string): string {
  const folder = dirname(file);
  const hasRooms = [...folders].some((other) => dirname(other) === folder && other !== folder);
  return hasRooms ? file : folder;
}

test("no file imports what its folder may not", () => {
  const found = sources.flatMap((source) => trespasses(source).map((specifier) => `${source.file} → ${specifier}`));
  expect(found).toEqual([]);
});

test("MCP knows HTTP only in its endpoint, because it also runs over stdio", () => {
  const others = sources.filter(({ file }) => file.startsWith("service/mcp/") && file !== "service/mcp/endpoint.ts");
  expect(others.filter(({ text }) => specifiersIn(text).some((one) => one.startsWith("../http/")))).toEqual([]);
});

test("no files and no rooms import each other in a circle", () => {
  expect(circleIn(importsBy((file) => file))).toBeUndefined();
  expect(circleIn(importsBy(roomOf))).toBeUndefined();
});

test.each(Object.entries(FLOORS))("every room of %s/ is on one floor", (folder, floors) => {
  const rooms = sources.filter(({ file }) => folderOf(file) === folder).map(({ file }) => roomIn(file));
  expect([...new Set(rooms)].sort()).toEqual(floors.flat().sort());
});

test("every import that the table allows is made", () => {
  const made = new Set(
    sources.flatMap(({ file, text }) =>
      specifiersIn(text)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => `${folderOf(file)} → ${folderOf(targetOf(file, specifier))}`),
    ),
  );
  const allowed = Object.entries(MAY_IMPORT).flatMap(([here, all]) => all.map((there) => `${here} → ${there}`));
  expect(allowed.filter((one) => !made.has(one))).toEqual([]);
});

test("every folder of src is in the table", () => {
  const named = new Set(sources.filter(({ file }) => file.includes("/")).map(({ file }) => folderOf(file)));
  expect([...named].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("only the configuration reads the environment; where a program starts, it is handed over once", () => {
  const readers = sources.flatMap(({ file, text }) => [...text.matchAll(ENVIRONMENT)].map(() => file));
  expect(readers.filter((file) => file !== "service/config.ts" && !STARTS.includes(file))).toEqual([]);
  for (const start of STARTS) expect(readers.filter((file) => file === start).length).toBeLessThanOrEqual(1);
});

test("no file or folder has a name that says nothing", () => {
  const parts = (file: string) => file.replace(/(\.d)?\.ts$/, "").split("/");
  const saysNothing = (part: string) => NAMES_THAT_SAY_NOTHING.test(part);
  expect(sources.filter(({ file }) => parts(file).some(saysNothing))).toEqual([]);
});

/**
 * The property names of all shapes that ship: those of several words, which nobody writes by chance, and the plain
 * words on top of a candidate that are not also words of the grammar.
 */
function fieldNames(): { compound: string[]; plain: string[] } {
  const shapes = ["rules", "examples/rules"].flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("candidate.schema.json"))
      .map((file) => readJson(join(dir, file))),
  );
  const grammar = readdirSync("rules").filter((file) => file.endsWith(".schema.json"));
  const words = new Set(grammar.flatMap((file) => [...propertyNames(readJson(join("rules", file)))]));
  const top = shapes.flatMap((shape) => Object.keys((shape as { properties: object }).properties));
  return {
    compound: [...new Set(shapes.flatMap((shape) => [...propertyNames(shape)]))].filter((name) => /[A-Z]/.test(name)),
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

/** A line that names a field: one of several words anywhere, a plain word as a string or at the start of a pointer. */
function namesField(): RegExp {
  const { compound, plain } = fieldNames();
  return new RegExp(`\\b(${compound.join("|")})\\b|["']/?(${plain.join("|")})["'/]`);
}

test("no field name of a spec package stands in src", () => {
  const pattern = namesField();
  const lines = sources.flatMap(({ file, text }) => text.split("\n").map((line) => `${file}: ${line.trim()}`));
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
    expect(specifiersIn(text).toSorted()).toEqual([..."abcdefg"].map((name) => `./${name}.js`));
  });

  test.each([
    ["engine/inspect.ts", "../specs/catalog.js", true],
    ["engine/checks/a.ts", "../check-set.js", true],
    ["engine/evaluate.ts", "./repair/a.js", false],
    ["engine/inspect.ts", "node:fs", true],
    ["engine/inspect.ts", "ajv/dist/2020.js", false],
    ["ground/json/sha256.ts", "node:crypto", false],
    ["service/rest/a.ts", "../mcp/tools.js", true],
    ["service/service.ts", "../cli/main.js", true],
    ["unheard-of/a.ts", "../ground/json/value.js", true],
  ])("%s → %s: trespass %s", (file, specifier, expected) => {
    expect(trespasses({ file, text: `import "${specifier}";` }).length > 0).toBe(expected);
  });

  test("finds circles of files and of rooms", () => {
    const files = (...imports: [file: string, specifier: string][]) =>
      imports.map(([file, specifier]) => ({ file, text: `import type { A } from "${specifier}";` }));
    const rooms = files(["a/x.ts", "../b/y.js"], ["b/z.ts", "../a/w.js"]);
    expect(circleIn(importsBy((file) => file, rooms))).toBeUndefined();
    expect(circleIn(importsBy(dirname, rooms))).toEqual(["a", "b", "a"]);
  });

  test("knows field names from other words", () => {
    const pattern = namesField();
    for (const line of ["// outputFields", "x.generatorId", 'a["owner"]', "at: '/owner/id'", "value.sampleRows"])
      expect([line, pattern.test(line)]).toEqual([line, true]);
    for (const line of ["readIds()", "const owner = 1", '"/description"', '"name"'])
      expect([line, pattern.test(line)]).toEqual([line, false]);
  });
});
