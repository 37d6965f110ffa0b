import type { ExampleSource, RuleSource, SpecSource } from "../engine/grammar.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { isDialect } from "../schema/dialect.js";
import type { PackageFiles, SpecFile } from "./spec-file.js";

/** Replaces parts of spec.json and of a rule that have errors. */
const HARMLESS_SETTINGS = {
  status: "draft",
  title: "",
  base: "",
  data: {},
  declarations: {},
  normalize: [],
};
const HARMLESS_RULE = {
  severity: "info",
  summary: "",
  rationale: "",
  message: "",
  fixes: [],
  examples: [],
};

/** The source of a package, with harmless values in place of the parts that have errors. */
export function toSource(
  domainId: string,
  version: string,
  { spec, shape, rules, examples }: PackageFiles,
): SpecSource {
  const sound = <T>(
    files: ReadonlyMap<string, SpecFile>,
    read: (file: SpecFile) => T | undefined,
  ) =>
    Object.fromEntries(
      [...files].flatMap(([name, file]) => {
        const value = read(file);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Record<string, T>;
  const { $schema, ...bareShape } = shape.sound<JsonObject>() ?? { type: "object" };
  const dialect: JsonObject = isDialect($schema) ? { $schema: $schema as Json } : {};
  return {
    domainId,
    version,
    settings: {
      ...HARMLESS_SETTINGS,
      ...soundParts(spec, [...Object.keys(HARMLESS_SETTINGS), "deprecatedOn", "retiresOn"]),
    } as SpecSource["settings"],
    shape: { ...dialect, ...bareShape },
    rules: sound(rules, toRule),
    examples: sound(examples, (file) => withoutSchema<ExampleSource>(file.sound())),
  };
}

/** The properties without errors, of those with these names. */
export function soundParts(file: SpecFile, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = file.sound<Json>(`/${name}`);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A rule with stand-ins for parts that have errors; undefined if its check or condition has one.
 */
function toRule(file: SpecFile): RuleSource | undefined {
  const parts = soundParts(file, ["check", "when", "severity", "message", "fixes", "examples"]);
  const hasWhen = isObject(file.value) && "when" in file.value;
  if (parts.check === undefined || (hasWhen && parts.when === undefined)) return undefined;
  return (
    withoutSchema<RuleSource>(file.sound()) ??
    ({ ...HARMLESS_RULE, ...parts } as unknown as RuleSource)
  );
}

function withoutSchema<T extends object>(value: unknown): T | undefined {
  if (!isObject(value)) return undefined;
  const { $schema, ...rest } = value;
  return rest as T;
}
