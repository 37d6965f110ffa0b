import type { JsonObject } from "../ground/json/value.js";
import type { Decider } from "../schema/schema-error.js";
import { createCheckSet } from "./check-set.js";
import type { CompiledParts, CompiledSpec } from "./compile-spec.js";
import { compileColumnPaths } from "./declared/column-paths.js";
import type { SpecSource } from "./grammar.js";
import { compileNormalizer } from "./normalize/normalize.js";
import { compileShape } from "./problems/compile-shape.js";
import { findUnportable } from "./problems/portability.js";
import { NOTHING } from "./violation.js";

/** The source of a package that is only a shape. */
export function sourceOfSchema(shape: JsonObject, domainId = "schema", title = ""): SpecSource {
  const settings: SpecSource["settings"] = {
    status: "released",
    title,
    base: "",
    data: {},
    normalize: [],
  };
  return { domainId, version: "v1", settings, shape, rules: {}, examples: {} };
}

interface SchemaSpecOptions {
  readonly digest?: string;
  /** Whether numbers that other programs would round are the business of the caller. */
  readonly mayBeUnportable?: boolean;
}

/**
 * A package that a JSON Schema decides alone. Nothing here imports the rules engine, so what checks
 * documents by their schema need not load it.
 */
export function specOfSchema(
  source: SpecSource,
  decider: Decider,
  { digest = "", mayBeUnportable = false }: SchemaSpecOptions = {},
): CompiledSpec {
  const declarations = new Map<string, never>();
  const parts: CompiledParts = {
    rules: [],
    computedValues: [],
    runRules: async () => [],
    declarations,
    toColumnPath: compileColumnPaths(declarations),
    listLimits: (candidate) => ({ candidate, violations: [], selectors: [] }),
    // No value of the request is looked for in a document of its own.
    shape: compileShape(decider, declarations, {}),
    findErrorsAt: decider.findErrorsAt,
    placeholdersLeft: () => NOTHING,
    portability: mayBeUnportable ? () => NOTHING : findUnportable,
    checkSet: createCheckSet(),
    normalizer: compileNormalizer([], { data: {}, declarations }, {}, () => {}),
  };
  const { domainId, version } = source;
  return {
    source,
    domainId,
    version,
    digest,
    registryNames: [],
    isAnyRoot: true,
    compiled: () => parts,
  };
}
