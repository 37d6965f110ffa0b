import { type Json, withSortedKeys } from "../ground/json/value.js";
import { outlineOf, ownPlacesOf } from "../schema/outline.js";
import type { Decider } from "../schema/schema-error.js";
import { type CheckSet, createCheckSet } from "./check-set.js";
import { listRegistryNames } from "./checks/check.js";
import { type ColumnPath, compileColumnPaths } from "./declared/column-paths.js";
import { compileDeclaration, type Declaration } from "./declared/declaration.js";
import { compileTypes } from "./declared/field-types.js";
import type { RequestValues } from "./fixers/shape-error.js";
import type { CheckSource, SpecSource } from "./grammar.js";
import { compileNormalizer, type Normalizer } from "./normalize/normalize.js";
import { compileShape, compileShapeDecider, type Shape } from "./problems/compile-shape.js";
import { compileListLimits, type ListLimits } from "./problems/list-limits.js";
import { compilePlaceholdersLeft } from "./problems/placeholders-left.js";
import { findUnportable } from "./problems/portability.js";
import { type ComputedValue, compileRule } from "./rules/compile-rule.js";
import { type CandidateFindings, type RuleSet, runRules } from "./rules/run-rules.js";
import { specDigest } from "./spec-digest.js";
import { catchSpecErrors, raise, type SpecError } from "./spec-error.js";
import { NOTHING, type Violation } from "./violation.js";

/** A version of a spec package. */
export interface CompiledSpec {
  readonly source: SpecSource;
  readonly domainId: string;
  readonly version: string;
  readonly digest: string;
  /** The names of registries that its rules ask, besides the registry of the target product. */
  readonly registryNames: readonly string[];
  /** Whether a schema alone decides, also whether a candidate is an object. */
  readonly isAnyRoot?: boolean;
  /**
   * The parts that check candidates. The first call may have to compile them; see compileLater().
   */
  compiled(): CompiledParts;
}

/** The parts of a package that are compiled from its source. */
export interface CompiledParts extends RuleSet {
  /**
   * The violations of the rules that fire. A package without rules needs no rules engine for that.
   */
  readonly runRules: (
    rules: RuleSet,
    checked: CandidateFindings,
  ) => Promise<(readonly Violation[])[]>;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly listLimits: ListLimits;
  readonly shape: Shape;
  /** The errors of the value at a place of a candidate, and of what is inside. */
  readonly findErrorsAt: Decider["findErrorsAt"];
  /** Finds placeholders that the author has not replaced. */
  readonly placeholdersLeft: (candidate: unknown) => readonly Violation[];
  readonly toColumnPath: (path: string) => ColumnPath;
  readonly portability: typeof findUnportable;
  readonly checkSet: CheckSet;
  readonly normalizer: Normalizer;
}

/** The part of the source that an error is in. The loader knows its file. */
type SpecPart = { part: "spec" | "shape" } | { part: "rule"; name: string };

/** Called for each error of a package, with the part that it is in. */
type Report = (where: SpecPart, error: SpecError) => void;

/**
 * Compiles a spec package, and reports every error. A package with an error must not be used. By
 * default, the first error is thrown.
 */
export function compileSpec(
  unsorted: SpecSource,
  report?: Report,
  options?: CompileOptions,
): CompiledSpec {
  const spec = compileLater(unsorted, report, options);
  spec.compiled();
  return spec;
}

interface CompileOptions {
  /** Values that candidates may repeat, besides the domain and the version. */
  readonly requestValues?: RequestValues;
  /** Whether values need not be portable, because they are checked elsewhere. */
  readonly mayBeUnportable?: boolean;
  /** The digest of a source that was compiled before, in another thread. */
  readonly digest?: string;
}

/**
 * A package without errors that is compiled when its parts are first asked for. Compiling takes
 * about 15 ms and 1 MB, and most versions are only read as source.
 */
export function compileLater(
  unsorted: SpecSource,
  report: Report = (_, error) => raise(error),
  options: CompileOptions = {},
): CompiledSpec {
  const { digest } = options;
  // A source that was compiled is sorted.
  const source = digest === undefined ? withSortedSource(unsorted) : unsorted;
  const { domainId, version, rules } = source;
  const registryNames = new Set(
    Object.values(rules).flatMap(({ check }) => listRegistryNames(check)),
  );
  let parts: CompiledParts | undefined;
  return {
    source,
    domainId,
    version,
    digest: digest ?? specDigest(source),
    registryNames: [...registryNames],
    compiled() {
      parts ??= compileParts(source, report, options);
      return parts;
    },
  };
}

function compileParts(
  source: SpecSource,
  report: Report,
  { requestValues, mayBeUnportable = false }: CompileOptions,
): CompiledParts {
  const { domainId, version, settings } = source;
  const outline = outlineOf(source.shape);
  const { data, normalize } = settings;
  const inPart = (where: SpecPart) => (error: SpecError) => report(where, error);
  const inSpec = inPart({ part: "spec" });
  const knownValues = { domainId, specVersion: version, applyRepair: undefined, ...requestValues };
  const declarations = new Map<string, Declaration>();
  for (const [name, declaration] of Object.entries(settings.declarations ?? {})) {
    const types = catchSpecErrors(inSpec, () =>
      compileTypes(declaration.types, data, `/declarations/${name}`, inSpec),
    );
    if (types !== undefined) declarations.set(name, compileDeclaration(name, declaration, types));
  }
  const shapeParts = () => ({
    listLimits: compileListLimits(outline),
    shape: NO_SHAPE.shape,
    findErrorsAt: NO_SHAPE.findErrorsAt,
    ...catchSpecErrors(inPart({ part: "shape" }), () => {
      const decider = compileShapeDecider(source.shape);
      return {
        shape: compileShape(decider, declarations, knownValues),
        findErrorsAt: decider.findErrorsAt,
      };
    }),
    placeholdersLeft: compilePlaceholdersLeft(
      outline,
      vocabularyPlaces(source.rules),
      declarations.values(),
    ),
  });
  return {
    declarations,
    toColumnPath: compileColumnPaths(declarations),
    ...shapeParts(),
    runRules,
    portability: mayBeUnportable ? () => NOTHING : findUnportable,
    normalizer: compileNormalizer(
      normalize,
      { data, declarations },
      ownPlacesOf(source.shape),
      inSpec,
    ),
    ...compileRules(source, declarations, (name, error) => inPart({ part: "rule", name })(error)),
  };
}

/**
 * Sorts the keys of a package, because their order is not part of the digest and must not change a
 * verdict. Examples are shown to readers, and keep their order.
 */
function withSortedSource({ examples, ...decisive }: SpecSource): SpecSource {
  return {
    ...(withSortedKeys(decisive as unknown as Json) as unknown as typeof decisive),
    examples,
  };
}

/** The package with other rules or without its shape, for trying its rules. */
export function adaptSpec(
  spec: CompiledSpec,
  {
    rules = spec.source.rules,
    hasShape = true,
  }: { rules?: SpecSource["rules"]; hasShape?: boolean },
): CompiledSpec {
  const source = { ...spec.source, rules };
  const compiled = spec.compiled();
  const { declarations } = compiled;
  const ruleParts =
    rules === spec.source.rules
      ? {}
      : compileRules(source, declarations, (_, error) => raise(error));
  const parts = { ...compiled, ...ruleParts, ...(hasShape ? {} : NO_SHAPE) };
  return { ...spec, source, compiled: () => parts };
}

const NO_SHAPE: Pick<CompiledParts, "listLimits" | "shape" | "findErrorsAt" | "placeholdersLeft"> =
  {
    listLimits: (candidate) => ({ candidate, violations: [], selectors: [] }),
    shape: () => NOTHING,
    findErrorsAt: () => [],
    placeholdersLeft: () => NOTHING,
  };

function compileRules(
  { version, settings: { data, declarations: declared = {} }, shape, rules: sources }: SpecSource,
  declarations: ReadonlyMap<string, Declaration>,
  report: (rule: string, error: SpecError) => void,
): Pick<CompiledParts, "checkSet" | "computedValues" | "rules"> {
  const checkSet = createCheckSet();
  const computedValues: ComputedValue[] = [];
  const environment = {
    data,
    declarations,
    declared,
    version,
    checkSet,
    computedValues,
    shape: outlineOf(shape),
  };
  const rules = Object.entries(sources)
    .map(([name, rule]) => compileRule(name, rule, environment, (error) => report(name, error)))
    .filter((rule) => rule !== undefined);
  return { checkSet, computedValues, rules };
}

/** The places whose values a rule compares with a list. */
function vocabularyPlaces(rules: SpecSource["rules"]): string[] {
  const checks = Object.values(rules).flatMap(({ check }): CheckSource[] => [check].flat());
  return checks.flatMap((check) => (Object.hasOwn(check, "one-of") ? check.at : []));
}
