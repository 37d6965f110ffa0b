import type { Json } from "../../json/value.js";
import type { Finding } from "../checks/check.js";
import type { Fix, Problem, Severity } from "../problem.js";
import { type Fill, fillOf, type MakeFix } from "./template.js";

/** What a rule says of its violations. */
export interface Words {
  version: string;
  message(fill: Fill): string;
  fixes: MakeFix[];
}

/** The problem that a finding of a rule is. */
export class Violation implements Problem {
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #fill: Fill | undefined;

  constructor(
    readonly code: string,
    readonly severity: Severity,
    private readonly finding: Finding,
    private readonly words: Words,
    private readonly candidate: unknown,
  ) {
    this.path = finding.path;
    const { key } = finding.fills;
    this.about = typeof key === "string" ? key : undefined;
  }

  get actual(): unknown {
    return this.finding.actual;
  }

  get expected(): Json | undefined {
    return this.finding.expected;
  }

  message(): string {
    return this.words.message(this.#fills());
  }

  fixes(): Fix[] {
    const fill = this.#fills();
    return this.words.fixes.map((make) => make(fill, this.candidate)).filter((fix) => fix !== undefined);
  }

  #fills(): Fill {
    this.#fill ??= fillOf(this.finding, this.words.version);
    return this.#fill;
  }
}
