import { Almanac } from "json-rules-engine";
import { parse } from "../../json/pointer.js";
import { compileGetter } from "../../json/selector.js";
import type { Findings } from "../check-set.js";
import type { NumberedValue } from "./native.js";

export interface FactSource {
  readonly candidate: unknown;
  /** The findings of every check, by its number. */
  readonly findings: readonly Findings[];
  /** The counts and references, by their numbers. */
  readonly numbered: readonly NumberedValue[];
}

/** The facts of conditions for json-rules-engine: values, and functions of `params`. */
export interface RuleFacts {
  /** The candidate, its strings normalized. */
  readonly candidate: unknown;
  /** The numbers of the checks that have found something. */
  readonly findings: readonly number[];
  /** The number of places that the selection with the number `params.count` selects. */
  count(params: Record<string, unknown>): unknown;
  /** The value of the reference with the number `params.reference`. */
  reference(params: Record<string, unknown>): unknown;
}

export function factsOf({ candidate, findings, numbered }: FactSource): RuleFacts {
  const numbers: number[] = [];
  for (let number = 0; number < findings.length; number++)
    if ((findings[number] as Findings).total > 0) numbers.push(number);
  return {
    candidate,
    findings: numbers,
    count: (params) => numbered[params.count as number]?.read(candidate, undefined),
    reference: (params) => numbered[params.reference as number]?.read(candidate, undefined),
  };
}

/** Resolves JSON Pointers. The engine's own JSONPath triples the cost, and has had remote code execution. */
export function resolvePath(value: unknown, path: string): unknown {
  return compileGetter(parse(path))(value);
}

/** Returns facts as they are. The engine's own almanac wraps each in an object and hashes its `params`. */
export class Facts extends Almanac {
  constructor(private readonly facts: RuleFacts) {
    super();
  }

  override async factValue<T>(id: string, params: Record<string, unknown> = {}, path = ""): Promise<T> {
    if (id === "findings") return this.facts.findings as T;
    if (id === "candidate") return resolvePath(this.facts.candidate, path) as T;
    if (id === "count") return this.facts.count(params) as T;
    if (id === "reference") return this.facts.reference(params) as T;
    throw new Error(`there is no fact "${id}"`);
  }
}
