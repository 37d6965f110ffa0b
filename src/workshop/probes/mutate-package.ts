import { adaptSpec, type CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { inCandidate } from "../../engine/problem.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { isEqual, type JsonObject } from "../../ground/json/value.js";
import { haveSameRegistries, makeCandidate, makeRegistry } from "../../specs/example-input.js";
import { tryRule } from "../examples/try-rule.js";
import { lintExamples } from "../lint/lint-rule.js";
import { ComparedRule, differOn } from "../search/compared-rule.js";
import { type Mutant, makeMutants } from "../search/mutants.js";
import { changedPlaces } from "../search/shrink.js";
import type { Specimen } from "../search/specimen.js";

/** A change that no example notices. */
export interface Survivor {
  readonly change: string;
  /** An example that would notice the change, to be added. */
  readonly example?: RuleExample;
  /** Properties to add to an example that already shows the difference, by its title. */
  readonly add?: { readonly to: string; readonly properties: Partial<RuleExample> };
  /** The number of candidates that were tried, if none showed a difference. */
  readonly tries?: number;
}

/** How many small changes of a rule its examples notice. */
export interface RuleScore {
  readonly rule: string;
  readonly mutants: number;
  readonly noticed: number;
  readonly survivors: readonly Survivor[];
  /** Whether an example states the severity. */
  readonly statesSeverity: boolean;
}

const MAX_TRIES = 1_500;
const MAX_TITLE_LENGTH = 120;

/** Changes every rule, or only one, in small ways, and counts the changes that its examples notice. */
export async function* mutatePackage(spec: CompiledSpec, only?: string): AsyncGenerator<RuleScore> {
  for (const [name, rule] of Object.entries(spec.source.rules)) {
    if (only !== undefined && name !== only) continue;
    const mutants = [...makeMutants(rule, spec.source.settings.data)];
    const suggestions = new Suggestions(spec, name);
    const survivors: Survivor[] = [];
    for (const mutant of mutants)
      if (!(await suggestions.isNoticed(mutant, rule.examples))) survivors.push(await suggestions.suggestFor(mutant));
    const statesSeverity = rule.examples.some(({ severity }) => severity !== undefined);
    yield {
      rule: name,
      mutants: mutants.length,
      noticed: mutants.length - survivors.length,
      survivors,
      statesSeverity,
    };
  }
}

/** Suggests examples for the changes of one rule that no example notices. */
class Suggestions {
  readonly #compared: ComparedRule;
  readonly #base: ExampleSource;
  readonly #suggested: RuleExample[] = [];

  constructor(
    private readonly spec: CompiledSpec,
    private readonly name: string,
  ) {
    this.#compared = new ComparedRule(spec, name);
    this.#base = spec.source.examples[spec.source.settings.base] as ExampleSource;
  }

  async suggestFor(mutant: Mutant): Promise<Survivor> {
    const { change } = mutant;
    const { rule, examples } = this.#compared;
    for (const example of this.#suggested)
      if (await this.isNoticed(mutant, [...rule.examples, example])) return { change, example };
    const judges = this.#compared.judges(mutant);
    if (judges === undefined) return { change };
    for (const specimen of examples) {
      if (!(await differOn(specimen, judges))) continue;
      const add = await this.#statementFor(mutant, specimen);
      // Some differences cannot be stated in an example, such as one in a fix after the first.
      return add === undefined ? { change } : { change, add };
    }
    const { specimen, tries } = await this.#compared.find(mutant, judges, MAX_TRIES);
    if (specimen === undefined) return { change, tries };
    const example = await this.#toExample(specimen, change);
    if (!(await this.#isSound(example, specimen, mutant))) return { change };
    this.#suggested.push(example);
    return { change, example };
  }

  /** The properties with which an existing example would notice the change; undefined if none would do. */
  async #statementFor(mutant: Mutant, specimen: Specimen): Promise<Survivor["add"]> {
    const { rule } = this.#compared;
    const index = rule.examples.findIndex(
      (example) =>
        isEqual(makeCandidate(this.spec, example, this.#base), specimen.candidate) &&
        haveSameRegistries({ ...this.#base, ...example }, specimen),
    );
    const example = rule.examples[index];
    if (example?.violations === undefined) return undefined;
    const { message, severity, fix } = (await this.#toExample(specimen, mutant.change)) as Required<RuleExample>;
    for (const properties of [{ severity }, { fix }, { message }, { message, severity, fix }]) {
      const examples = rule.examples.with(index, { ...example, ...properties });
      if (await this.isNoticed(mutant, examples)) return { to: example.title, properties };
    }
    return undefined;
  }

  /** Whether the rule with the example loads, and the mutant with the example does not. */
  async #isSound(example: RuleExample, { candidate }: Specimen, mutant: Mutant): Promise<boolean> {
    const { rule } = this.#compared;
    const examples = [...rule.examples, example];
    if (!isEqual(makeCandidate(this.spec, example, this.#base), candidate)) return false;
    // An example cannot name a place twice.
    const violations = example.violations ?? [];
    if (new Set(violations).size < violations.length) return false;
    const lintFlaws = [...lintExamples(examples, [rule.check].flat())];
    const { flaws } = await tryRule(this.#withRule({ ...rule, examples }) as CompiledSpec, this.name, this.#base);
    return lintFlaws.length + flaws.length === 0 && (await this.isNoticed(mutant, examples));
  }

  async isNoticed({ rule: mutant }: Mutant, examples: RuleExample[]): Promise<boolean> {
    const changed = this.#withRule({ ...mutant, examples });
    // A mutant that does not compile is noticed when it is loaded.
    if (changed === undefined) return true;
    const { flaws, fixes } = await tryRule(changed, this.name, this.#base);
    const isUnproven = fixes.some(
      ({ isProven }, index) => !isProven && mutant.fixes?.[index]?.applicability === "machine-applicable",
    );
    return flaws.length > 0 || isUnproven;
  }

  #withRule(rule: RuleSource): CompiledSpec | undefined {
    return ifCompiles(() => adaptSpec(this.spec, { rules: { ...this.spec.source.rules, [this.name]: rule } }));
  }

  /** A specimen as a maintainer would write it in the rule file, with the message and fix of the rule. */
  async #toExample(specimen: Specimen, change: string): Promise<RuleExample> {
    const { candidate, registry, registries } = specimen;
    const { diagnostics } = await evaluate(this.spec, candidate, makeRegistry(specimen));
    const ownDiagnostics = diagnostics.filter(({ code }) => code === this.name);
    const changes = changedPlaces(this.#base.candidate, candidate);
    const set = Object.fromEntries(changes.filter(([, value]) => value !== undefined)) as JsonObject;
    const remove = changes.filter(([, value]) => value === undefined).map(([pointer]) => pointer);
    const [first] = ownDiagnostics;
    return {
      title: `notices when ${change}`.slice(0, MAX_TITLE_LENGTH),
      ...(remove.length > 0 && { remove: remove.length === 1 ? (remove[0] as string) : remove }),
      ...(Object.keys(set).length > 0 && { set }),
      ...(isEqual(registry, this.#base.registry ?? []) ? {} : { registry: [...registry] }),
      ...(isEqual(registries, this.#base.registries) ? {} : { registries: registries as Record<string, string[]> }),
      ...(first && {
        violations: ownDiagnostics.map(({ path }) => inCandidate(path)),
        message: first.message,
        severity: first.severity,
        fix: first.fixes[0]?.applicability ?? "none",
      }),
    };
  }
}
