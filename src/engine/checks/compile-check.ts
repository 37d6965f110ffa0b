import { format, parse, valueAt } from "../../json/pointer.js";
import type { Trail } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import type { CheckSource } from "../grammar.js";
import { SpecError } from "../spec-error.js";
import type {
  Check,
  CheckContext,
  CheckEnvironment,
  CheckMaker,
  CheckParams,
  CompiledCheck,
  Evaluation,
  NodeCheckDefinition,
  Report,
  StatefulCheck,
} from "./check.js";
import { compileGroup, perDeclaration, sharedBy } from "./compile-group.js";
import type { Declaration } from "./declaration.js";
import { compileFilter, FILTERED, type Filter } from "./filter.js";
import { CHECKS } from "./index.js";
import { unknownDeclaration } from "./source.js";

/** The last step of a pointer that stands for every property that a declaration names. */
export const DECLARED = /\/\{([^{}/]+)\}$/;

/** Throws a `SpecError` with a pointer into the check object. */
export function compileCheck(source: CheckSource, environment: CheckEnvironment): CompiledCheck {
  const name = Object.keys(source).find((key) => CHECKS.has(key));
  const definition = CHECKS.get(name ?? "");
  if (definition === undefined) throw new SpecError(`no check is named; checks: ${[...CHECKS.keys()].join(", ")}`);
  const { at, where, per, [definition.name]: value, ...options } = source;
  const params = { value: value as Json, options: options as JsonObject };
  const pointers = [at].flat();
  const [, declared] = DECLARED.exec(pointers[0] as string) ?? [];
  const declaration = declared === undefined ? undefined : environment.declarations.get(declared);
  if (declared !== undefined && declaration === undefined)
    throw unknownDeclaration(declared, [...environment.declarations.keys()], "/at");
  const hasItem = declaration !== undefined || pointers.every((pointer) => parse(pointer).includes("*"));
  const filter = where && compileFilter(where, environment.data, hasItem);
  const bare = pointers.map((pointer) => pointer.replace(DECLARED, ""));
  if (definition.group === true) {
    if (declaration !== undefined) {
      const maker = definition.compile(params, environment);
      return { places: [""], maker: perDeclaration(bare, declaration, filter, maker) };
    }
    const place = per ?? format(sharedBy(pointers));
    const maker = definition.compile(params, { ...environment, hasItem: parse(place).includes("*") });
    return compileGroup(pointers, place, filter, maker);
  }
  if (declaration === undefined) {
    const maxLength = Math.max(...pointers.map((pointer) => maxLengthAt(pointer, environment.shape ?? {})));
    const maker = definition.compile(params, { ...environment, hasItem, maxLength });
    return { places: pointers, maker: filtered(maker, filter) };
  }
  return { places: bare, maker: compileForDeclared(definition, params, environment, declaration, filter) };
}

/** NaN where the shape says nothing: no length is above it, and none is below. */
export function maxLengthAt(selector: string, shape: JsonObject): number {
  const pointer = selector.replace(/\/([^/]+)/g, (_, token) => (token === "*" ? "/items" : `/properties/${token}`));
  return Number((valueAt(shape, pointer) as JsonObject | undefined)?.maxLength);
}

function filtered(maker: CheckMaker, filter: Filter | undefined): CheckMaker {
  if (filter === undefined) return maker;
  const { holds } = filter;
  if (typeof maker !== "function" && !filter.readsCandidate) {
    return {
      check(value, context) {
        if (holds(undefined, context.item)) maker.check(value, context);
      },
    };
  }
  return (evaluation) => {
    const { check, basis } = ready(maker, evaluation);
    return {
      basis: [...basis, ...filter.basis(evaluation), FILTERED],
      check(value, context) {
        if (holds(evaluation.candidate, context.item)) check(value, context);
      },
    };
  };
}

function ready(maker: CheckMaker, evaluation: Evaluation): { basis: readonly unknown[]; check: Check["check"] } {
  if (typeof maker !== "function") return { basis: [], check: (value, context) => maker.check(value, context) };
  const made = maker(evaluation);
  return { basis: made.basis, check: (value, context) => made.check(value, context) };
}

/** A check of the values that a declaration names in each record. */
function compileForDeclared(
  definition: NodeCheckDefinition,
  params: CheckParams,
  environment: CheckEnvironment,
  declaration: Declaration,
  filter: Filter | undefined,
): CheckMaker {
  if (definition.compileDeclared !== undefined) return definition.compileDeclared(declaration, filter);
  const maker = definition.compile(params, environment);
  return (evaluation): StatefulCheck => {
    const declared = declaration.read(evaluation);
    const { check, basis } = ready(maker, evaluation);
    const { list } = declared.names;
    return {
      basis: [declared, ...basis, ...(filter?.basis(evaluation) ?? [])],
      check(record, context) {
        if (!isObject(record)) return;
        for (let at = 0; at < list.length; at++) {
          const key = list[at] as string;
          if (!Object.hasOwn(record, key)) continue;
          const item = declared.items[at];
          if (filter === undefined || filter.holds(evaluation.candidate, item))
            check(record[key], new DeclaredContext(context, key, item, record[key]));
        }
      },
    };
  };
}

/** The context of a value that a declaration names. */
class DeclaredContext implements CheckContext {
  readonly trail: Trail;

  constructor(
    private readonly record: CheckContext,
    private readonly key: string,
    readonly item: unknown,
    private readonly value: unknown,
  ) {
    this.trail = [...record.trail, key];
  }

  get evaluation() {
    return this.record.evaluation;
  }

  path(trail: Trail = this.trail): string {
    return this.record.path(trail);
  }

  get isFull(): boolean {
    return this.record.isFull;
  }

  report(report: Report = {}): void {
    const actual = "actual" in report ? report.actual : this.value;
    this.record.report(
      this.isFull ? undefined : { at: this.path(), key: this.key, item: this.item, ...report, actual },
    );
  }
}
