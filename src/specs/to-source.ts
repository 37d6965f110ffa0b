import type { RuleSource, SpecSource } from "../engine/grammar.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { isDialect } from "../schema/dialect.js";
import type { PackageFiles, SpecFile } from "./spec-file.js";

/** Stand-ins for parts of spec.json and of rules that are missing or have errors. */
const FALLBACK_SETTINGS = {
  status: "draft",
  title: "",
  base: "",
  data: {},
  declarations: {},
  normalize: [],
};
const FALLBACK_RULE = {
  severity: "info",
  summary: "",
  rationale: "",
  message: "",
  fixes: [],
  examples: [],
};
const SETTINGS = [...Object.keys(FALLBACK_SETTINGS), "deprecatedOn", "retiresOn"];

/** The source of a package, with stand-ins for the parts that have errors. */
export function toSpecSource(domainId: string, version: string, files: PackageFiles): SpecSource {
  const { $schema, ...shape } = files.shape.validValue<JsonObject>() ?? { type: "object" };
  return {
    domainId,
    version,
    settings: {
      ...FALLBACK_SETTINGS,
      ...validParts(files.spec, SETTINGS),
    } as SpecSource["settings"],
    // The name of our meta-schema decides nothing; that of a dialect does.
    shape: isDialect($schema) ? { $schema: $schema as Json, ...shape } : shape,
    rules: readAll(files.rules, toRuleSource),
    examples: readAll(files.examples, (file) => withoutSchemaName(file.validValue())),
  };
}

/** What is read from each file, by its name; files of which nothing can be used are left out. */
function readAll<T>(
  files: ReadonlyMap<string, SpecFile>,
  read: (file: SpecFile) => T | undefined,
): Record<string, T> {
  const entries: [string, T][] = [];
  for (const [name, file] of files) {
    const value = read(file);
    if (value !== undefined) entries.push([name, value]);
  }
  // A file may be named __proto__.json, so the names are not assigned one by one.
  return Object.fromEntries(entries);
}

/** The properties without errors, of those with these names. */
export function validParts(file: SpecFile, names: readonly string[]): JsonObject {
  const parts: JsonObject = {};
  for (const name of names) {
    const value = file.validValue<Json>(`/${name}`);
    if (value !== undefined) parts[name] = value;
  }
  return parts;
}

/** Undefined if the check or the condition has an error: nothing can stand in for these. */
function toRuleSource(file: SpecFile): RuleSource | undefined {
  const parts = validParts(file, ["check", "when", "severity", "message", "fixes", "examples"]);
  const hasWhen = isObject(file.value) && "when" in file.value;
  if (parts.check === undefined || (hasWhen && parts.when === undefined)) return undefined;
  const rule = withoutSchemaName<RuleSource>(file.validValue());
  return rule ?? ({ ...FALLBACK_RULE, ...parts } as unknown as RuleSource);
}

function withoutSchemaName<T extends object>(value: unknown): T | undefined {
  if (!isObject(value)) return undefined;
  const { $schema, ...rest } = value;
  return rest as T;
}
