import type { Json } from "../../json/value.js";
import type { Finding } from "../checks/check.js";
import type { Applicability, Fix, Problem, Severity } from "../problem.js";
import type { CompiledFix } from "./compile-fix.js";
import { FindingValues, type Values } from "./template.js";

/** The words and fixes of a rule. */
export interface Words {
  version: string;
  message(values: Values): string;
  fixes: CompiledFix[];
  /** The selectors of all places that the rule looks at. */
  reads: readonly (readonly string[])[];
}

const NONE: readonly Fix[] = [];

/** The problem that a finding of a rule is. */
export class Violation implements Problem {
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #values: Values | undefined;
  /** By the number of the fix; a repair asks for some of them, a diagnostic for all. */
  #fixes: (Fix[] | undefined)[] | undefined;

  constructor(
    readonly code: string,
    readonly severity: Severity,
    readonly finding: Finding,
    private readonly words: Words,
    private readonly candidate: unknown,
  ) {
    this.path = finding.path;
    this.about = finding.key;
  }

  get reads() {
    return this.words.reads;
  }

  get actual(): unknown {
    return this.finding.actual;
  }

  get expected(): Json | undefined {
    return this.finding.expected;
  }

  message(): string {
    return this.words.message(this.#valuesOf());
  }

  fixes(only?: Applicability): readonly Fix[] {
    let all = NONE;
    for (let number = 0; number < this.words.fixes.length; number++) {
      const some = this.#fixesOf(number, only);
      // Mostly, one of them applies.
      all = all.length === 0 ? some : some.length === 0 ? all : [...all, ...some];
    }
    return all;
  }

  /** In the order of the rule; empty for a fix that does not apply here. */
  fixesByNumber(): (readonly Fix[])[] {
    return this.words.fixes.map((_, number) => this.#fixesOf(number));
  }

  #fixesOf(number: number, only?: Applicability): readonly Fix[] {
    const { applicability, make } = this.words.fixes[number] as CompiledFix;
    if (only !== undefined && only !== applicability) return NONE;
    // With its final length: V8 gives an empty array that is written to room for 17.
    this.#fixes ??= new Array(this.words.fixes.length);
    this.#fixes[number] ??= make(this.#valuesOf(), this.candidate, this.finding.item, only);
    return this.#fixes[number] ?? NONE;
  }

  #valuesOf(): Values {
    this.#values ??= new FindingValues(this.finding, this.words.version);
    return this.#values;
  }
}
