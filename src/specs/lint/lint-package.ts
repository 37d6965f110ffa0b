import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import { normalForm } from "../../engine/normal-form.js";
import { join } from "../../json/pointer.js";
import { equal, isObject, type JsonObject } from "../../json/value.js";
import type { FileError, Found } from "../file-error.js";
import type { PackageFiles } from "../read-package.js";
import type { SpecFile } from "../spec-file.js";
import { candidateOf } from "../trial/try-rule.js";
import { lintLetters } from "./lint-letters.js";
import { isChanged, lintRule } from "./lint-rule.js";
import { lintShape } from "./lint-shape.js";
import { lintSpec } from "./lint-spec.js";
import { PackageView } from "./package-view.js";

/** What no meta-schema can see: logic that can never matter, words that do not fit, data that nothing uses. */
export function lintPackage(spec: CompiledSpec, files: PackageFiles): FileError[] {
  const { source } = spec;
  const view = new PackageView(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, found: Iterable<Found>) => {
    for (const one of found) errors.push(file.error(one));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, view));
  const normal = normalForm(source) as { rules: Record<string, JsonObject> };
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view));
    add(file, lintTwins(name, normal.rules));
    add(file, lintChanges(rule, spec));
  }
  for (const file of [files.spec, files.shape, ...files.rules.values()]) add(file, lintLetters(file.value));
  if (source.spec.status === "released") for (const file of allOf(files)) add(file, lintScaffold(file.value));
  return errors;
}

function allOf({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}

/** Two rules with the same logic would report everything twice. */
function* lintTwins(name: string, rules: Record<string, JsonObject>): Generator<Found> {
  const logicOf = (rule: string) => ({ when: rules[rule]?.when, check: rules[rule]?.check });
  for (const other of Object.keys(rules)) {
    if (other < name && equal(logicOf(other), logicOf(name)))
      yield { pointer: "/check", detail: `the rule ${other} checks the same; remove one` };
  }
}

/** An example that says that it changes something, and does not. */
function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Found> {
  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  for (const [at, example] of rule.examples.entries()) {
    if (!isChanged(example) || example.registry !== undefined) continue;
    const candidate = candidateOf(spec, example, base);
    if (candidate !== undefined && equal(candidate, base.candidate))
      yield { pointer: `/examples/${at}`, detail: "changes nothing in the base example; correct it" };
  }
}

/** Words that `rules new` writes, for the maintainer to replace. */
export const SCAFFOLD = {
  title: "A title for people",
  description: "What is proposed here, in a sentence for authors.",
  rationale: "Why that matters: authors read it when they ask what went wrong.",
} as const;

function* lintScaffold(value: unknown, pointer = ""): Generator<Found> {
  if (typeof value === "string" && Object.values(SCAFFOLD).includes(value as never))
    yield { pointer, detail: "is still the text of a new package; write your own" };
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, below] of Object.entries(value)) yield* lintScaffold(below, join(pointer, key));
}
