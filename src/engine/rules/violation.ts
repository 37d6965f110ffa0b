import type { Json } from "../../json/value.js";
import type { Finding } from "../checks/check.js";
import type { Subject } from "../memo.js";
import type { Applicability, Fix, Problem, Severity } from "../problem.js";
import type { CompiledFix } from "./compile-fix.js";
import { FindingValues, type Values } from "./template.js";

/** The message and fixes of a rule. */
export interface RuleText {
  version: string;
  message(values: Values): string;
  fixes: CompiledFix[];
  /** The selectors of all places that the rule looks at. */
  reads: readonly (readonly string[])[];
}

const NONE: readonly Fix[] = [];

/** The problem of a finding that violates a rule. */
export class Violation implements Problem {
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #values: Values | undefined;
  /** The fixes by their number in the rule. A repair asks for some of them, a diagnostic for all. */
  #fixes: (Fix[] | undefined)[] | undefined;

  constructor(
    readonly code: string,
    readonly severity: Severity,
    readonly finding: Finding,
    private readonly text: RuleText,
    private readonly subject: Subject,
  ) {
    this.path = finding.path;
    this.about = finding.key;
  }

  get reads() {
    return this.text.reads;
  }

  get actual(): unknown {
    return this.finding.actual;
  }

  get expected(): Json | undefined {
    return this.finding.expected;
  }

  message(): string {
    return this.text.message(this.#valuesOf());
  }

  fixes(only?: Applicability): readonly Fix[] {
    return this.text.fixes.flatMap((_, number) => this.#fixesOf(number, only));
  }

  /** The fixes in the order of the rule, with an empty array for a fix that does not apply. */
  fixesByNumber(): (readonly Fix[])[] {
    return this.text.fixes.map((_, number) => this.#fixesOf(number));
  }

  #fixesOf(number: number, only?: Applicability): readonly Fix[] {
    const { applicability, make } = this.text.fixes[number] as CompiledFix;
    if (only !== undefined && only !== applicability) return NONE;
    // Made with its final length, because V8 allocates 17 elements when an empty array is first written to.
    this.#fixes ??= new Array(this.text.fixes.length);
    this.#fixes[number] ??= make(this.#valuesOf(), this.subject, this.finding.item);
    return this.#fixes[number];
  }

  #valuesOf(): Values {
    this.#values ??= new FindingValues(this.finding, this.text.version);
    return this.#values;
  }
}
