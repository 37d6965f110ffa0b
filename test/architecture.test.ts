import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "@swc/core";

/** What each folder of src/ may import besides itself; a file that stands alone in src/ is named like a folder. */
const GROUND = ["json", "text", "json-schema", "registry"];
const MAY_IMPORT: Record<string, readonly string[]> = {
  json: [],
  text: ["json"],
  "json-schema": ["json"],
  registry: [],
  redis: [],
  fetch: [],
  engine: GROUND,
  specs: ["engine", ...GROUND],
  targets: [...GROUND, "fetch"],
  auth: ["redis", "fetch", ...GROUND],
  "rate-limit": ["redis"],
  ops: [],
  proposals: ["engine", "specs", "targets", ...GROUND],
  http: ["proposals", "auth", "rate-limit", "ops"],
  rest: ["http", "proposals", "ops", "version", ...GROUND],
  mcp: ["http", "proposals", "rate-limit", "ops", "version", ...GROUND],
  cli: ["proposals", "specs", "targets", "engine", "auth", "config", "version", ...GROUND],
};

/** The engine is pure: nothing here reads files, the clock or the network. */
const ENGINE_PACKAGES = [
  "ajv",
  "ajv-formats",
  "canonicalize",
  "fastest-levenshtein",
  "json-rules-engine",
  "redos-detector",
  "node:crypto",
  "node:timers/promises",
  "node:util",
];

const STARTS = ["main.ts", "cli/main.ts"];
const ENVIRONMENT = /\bprocess\s*(\??\.\s*|\[["'])env\b|\}\s*=\s*process\b|["'](node:)?process["']/g;
const NAMES_THAT_SAY_NOTHING = /^(utils?|helpers?|types?|common|misc|shared|lib)$/;
const FIELD_NAMES = /generatorName|outputFields|supportedStrategies|sampleRecords|rationaleNotes|owner/i;

interface Source {
  file: string;
  text: string;
}

const sources: Source[] = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));

/** Every module that a source text names, in whichever way: import, export from, import() or import type. */
function specifiersIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const specifier of specifiersOf(node as Record<string, unknown>)) found.push(specifier);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(text, { syntax: "typescript", target: "es2023" }));
  return found;
}

function specifiersOf(node: Record<string, unknown>): string[] {
  const literal = (value: unknown) => (value as { value?: string } | null)?.value;
  const named = {
    ImportDeclaration: () => literal(node.source),
    ExportNamedDeclaration: () => literal(node.source),
    ExportAllDeclaration: () => literal(node.source),
    TsImportType: () => literal(node.argument),
    TsExternalModuleReference: () => literal(node.expression),
    CallExpression: () => {
      const isImport = (node.callee as { type: string }).type === "Import";
      return isImport ? literal((node.arguments as { expression: unknown }[])[0]?.expression) : undefined;
    },
  }[node.type as string];
  const specifier = named?.();
  return specifier === undefined ? [] : [specifier];
}

const folderOf = (file: string) => file.split("/")[0]?.replace(/\.ts$/, "") ?? "";

/** What a file imports that the table does not allow it to. */
function trespasses({ file, text }: Source): string[] {
  const here = folderOf(file);
  return specifiersIn(text).filter((specifier) => {
    if (!specifier.startsWith(".")) return here === "engine" && !isEnginePackage(specifier);
    const target = normalize(join(dirname(file), specifier)).replace(/\.js$/, ".ts");
    const there = folderOf(target);
    if (there === here) return false;
    if (there === "cli" || there === "main") return true;
    return file.includes("/") && !MAY_IMPORT[here]?.includes(there);
  });
}

function isEnginePackage(specifier: string): boolean {
  return ENGINE_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

test("no file imports what its folder may not", () => {
  const found = sources.flatMap((source) => trespasses(source).map((specifier) => `${source.file} → ${specifier}`));
  expect(found).toEqual([]);
});

test("every folder of src is in the table", () => {
  const folders = new Set(sources.filter(({ file }) => file.includes("/")).map(({ file }) => folderOf(file)));
  expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  expect(folders).toContain("engine");
});

test("only the configuration reads the environment; where a program starts, it is handed over once", () => {
  const readers = sources.flatMap(({ file, text }) => [...text.matchAll(ENVIRONMENT)].map(() => file));
  expect(readers.filter((file) => file !== "config.ts" && !STARTS.includes(file))).toEqual([]);
  for (const start of STARTS) expect(readers.filter((file) => file === start).length).toBeLessThanOrEqual(1);
});

test("no file or folder has a name that says nothing", () => {
  const parts = sources.flatMap(({ file }) =>
    file
      .replace(/(\.d)?\.ts$/, "")
      .split("/")
      .map((part) => [part, file]),
  );
  expect(parts.filter(([part]) => NAMES_THAT_SAY_NOTHING.test(part as string)).map(([, file]) => file)).toEqual([]);
});

test("no field name of a spec package stands in src", () => {
  const lines = sources.flatMap(({ file, text }) => text.split("\n").map((line) => `${file}: ${line.trim()}`));
  expect(lines.filter((line) => FIELD_NAMES.test(line))).toEqual([]);
});

describe("the scan itself", () => {
  test("sees every way to name a module, over several lines, and nothing in comments or texts", () => {
    const text = `
      import a, {
        type B,
      } from "./one.js";
      import "./two.js";
      import type { C } from './three.js';
      export { d } from "./four.js";
      export * from "./five.js";
      const e = await import("./six.js");
      type F = import("./seven.js").F;
      import g = require("./eight.js");
      // import h from "./nine.js";
      const i = 'import j from "./ten.js"';
    `;
    expect(specifiersIn(text).sort()).toEqual(
      ["one", "two", "three", "four", "five", "six", "seven", "eight"].map((name) => `./${name}.js`).sort(),
    );
  });

  test.each([
    ["engine/a.ts", "../specs/catalog.js", true],
    ["engine/checks/a.ts", "../../json/pointer.js", false],
    ["engine/a.ts", "node:fs", true],
    ["engine/a.ts", "ajv/dist/2020.js", false],
    ["engine/a.ts", "ajv-errors", true],
    ["specs/a.ts", "node:fs", false],
    ["specs/meta/a.ts", "../../json/value.js", false],
    ["auth/bearer/a.ts", "../../engine/evaluate.js", true],
    ["rest/a.ts", "../mcp/tools.js", true],
    ["mcp/a.ts", "../rest/create-rest.js", true],
    ["http/a.ts", "../rest/create-rest.js", true],
    ["proposals/a.ts", "../config.js", true],
    ["rest/a.ts", "../main.js", true],
    ["service.ts", "./rest/create-rest.js", false],
    ["service.ts", "./cli/main.js", true],
    ["service.ts", "./main.js", true],
    ["unheard-of/a.ts", "../json/value.js", true],
  ])("%s → %s: trespass %s", (file, specifier, expected) => {
    expect(trespasses({ file, text: `import "${specifier}";` }).length > 0).toBe(expected);
  });
});
