import { asksRegistry, listRegistryNames } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type {
  CheckSource,
  ExampleSource,
  RuleExample,
  RuleSource,
  SpecSource,
} from "../../engine/grammar.js";
import { normalForm } from "../../engine/spec-digest.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { digest } from "../../ground/json/digest.js";
import { itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isEqual, type Json, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { applyExample } from "../../specs/example-input.js";
import type { PackageFiles, SpecFile } from "../../specs/spec-file.js";

/** Finds rules with the check or a text of another rule, and examples with the same candidate. */
export function* lintDuplicates(source: SpecSource, files: PackageFiles): Generator<FileError> {
  const { rules } = normalForm(source) as { rules: Record<string, { when: Json; check: Json }> };
  const ruleError = (name: string, pointer: string, detail: string) =>
    (files.rules.get(name) as SpecFile).error({ pointer, detail });
  for (const [name, other] of findRepeats(rules, ({ when, check }) => [when, check]))
    yield ruleError(name, "/check", `the rule ${other} checks the same; remove one`);
  for (const key of ["summary", "message"] as const)
    for (const [name, other] of findRepeats(source.rules, (rule) => rule[key].trim())) {
      const detail = `is the ${key} of the rule ${other}; say what this one is about`;
      yield ruleError(name, `/${key}`, detail);
    }
  const repeats = findRepeats(source.examples, ({ candidate, registry = [], registries = {} }) => [
    candidate,
    registry,
    registries,
  ]);
  for (const [name, other] of repeats) {
    const detail = `is the candidate of the example ${other}; change it, or remove one`;
    const file = files.examples.get(name) as SpecFile;
    if (other < name) yield file.error({ pointer: "/candidate", detail });
  }
}

/** Every name whose content another name has too, with the first such name. */
function* findRepeats<T>(
  named: Readonly<Record<string, T>>,
  contentOf: (value: T) => unknown,
): Generator<[string, string]> {
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(named)) keys.set(name, digest(contentOf(value)));
  const sorted = [...keys.keys()].sort();
  for (const [name, key] of keys) {
    const other = sorted.find((known) => known !== name && keys.get(known) === key);
    if (other !== undefined) yield [name, other];
  }
}

/** Finds checks of a registry that no example has: they find nothing in any example. */
export function* lintRegistries(
  { check, examples }: RuleSource,
  { settings, examples: whole }: SpecSource,
): Generator<Flaw> {
  const registries: object = { ...whole[settings.base]?.registries };
  for (const example of examples) Object.assign(registries, example.registries);
  const names = Object.keys(registries);
  for (const [source, pointer] of itemsWithPointers(check, "/check"))
    for (const name of listRegistryNames(source)) {
      if (names.includes(name)) continue;
      const there = names.length === 0 ? "" : `; registries of the examples: ${names.join(", ")}`;
      const otherwise = `add it to "registries" of the base example, or correct the name${there}`;
      const { advice, meant } = adviceOn(name, names, otherwise);
      const place = `${pointer}/${readCheck(source).definition.name}`;
      yield {
        pointer: place,
        detail: `no example has a registry ${quote(name)}; ${advice}`,
        meant,
      };
    }
}

/** Finds changes in examples that change nothing. */
export function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Flaw> {
  const base = spec.source.examples[spec.source.settings.base] as ExampleSource;
  for (const [index, example] of rule.examples.entries()) {
    const pointer = `/examples/${index}`;
    const { registry, registries } = example;
    if (registry !== undefined && isEqual(registry, base.registry ?? [])) {
      const detail = "is that of the base example; change it or remove it";
      yield { pointer: `${pointer}/registry`, detail };
    }
    if (registries !== undefined && isEqual(registries, base.registries)) {
      const detail = "are those of the base example; remove them";
      yield { pointer: `${pointer}/registries`, detail };
    }
    const isUnchanged = Object.keys(changesOf(example)).length === 0;
    if (isUnchanged || registry !== undefined || registries !== undefined) continue;
    const candidate = applyExample(spec, example, base);
    if (candidate === undefined) continue;
    if (isEqual(candidate, base.candidate)) {
      yield { pointer, detail: "changes nothing in the base example; correct it" };
      continue;
    }
    // `resize` may state the size of the base.
    for (const kind of ["set", "rename"] as const)
      for (const key of Object.keys(example[kind] ?? {})) {
        const { [key]: _, ...others } = example[kind] as Record<string, never>;
        const detail = "changes nothing beside the others; correct it or remove it";
        if (isEqual(candidate, applyExample(spec, { ...example, [kind]: others }, base)))
          yield { pointer: joinPointer(`${pointer}/${kind}`, key), detail };
      }
  }
}

/** Finds examples that repeat another one, and cases that no example shows. */
export function* lintExamples(
  examples: readonly RuleExample[],
  checks: readonly CheckSource[],
  isDraft = false,
): Generator<Flaw> {
  const isViolated = ({ violations }: RuleExample) => violations !== undefined;
  const pointer = "/examples";
  if (examples.every(isViolated))
    yield { pointer, detail: "no example passes; add one without violations" };
  if (!examples.some(isViolated)) {
    // A draft that was made of a JSON Schema may still lack one.
    const detail = "no example is violated; add one that is";
    yield { pointer, detail, ...(isDraft && { isWarning: true as const }) };
  } else if (!examples.some(({ message }) => message !== undefined)) {
    const detail = 'no example states the message; add "message" to one that is violated';
    yield { pointer, detail };
  }
  const titles = examples.map(({ title }) => title);
  const asksNamed = listRegistryNames(checks).length > 0;
  const asksOwn = checks.some(
    (check) => asksRegistry(check) && listRegistryNames(check).length === 0,
  );
  for (const [index, example] of examples.entries()) {
    const pointer = `/examples/${index}`;
    if (titles.indexOf(example.title) < index) {
      const detail = "another example has this title; say what this one shows";
      yield { pointer: `${pointer}/title`, detail };
    }
    const twin = examples.findIndex((other) => isEqual(changesOf(other), changesOf(example)));
    if (twin < index)
      yield { pointer, detail: `changes the same as ${quote(titles[twin])}; remove one` };
    if (example.registry !== undefined && !asksOwn) {
      const detail = "this rule does not look at the registry; remove it";
      yield { pointer: `${pointer}/registry`, detail };
    }
    if (example.registries !== undefined && !asksNamed) {
      const detail = "this rule does not look at other registries; remove them";
      yield { pointer: `${pointer}/registries`, detail };
    }
  }
}

/** What an example changes in the base example. The other properties say what is expected. */
function changesOf(example: RuleExample): JsonObject {
  const { title, violations, message, severity, fix, fixed, ...changes } = example;
  return changes;
}
