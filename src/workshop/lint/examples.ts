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
import { groupBy } from "../../ground/json/group-by.js";
import { itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isEqual, type Json, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { makeCandidate } from "../../specs/example-input.js";
import type { PackageFiles, SpecFile } from "../../specs/spec-file.js";

/**
 * Finds rules that check the same or have the words of another rule, and examples that repeat
 * another example.
 */
export function* lintDuplicates(source: SpecSource, files: PackageFiles): Generator<FileError> {
  const { rules, examples } = source;
  const normal = (
    normalForm(source) as unknown as { rules: Record<string, { when: Json; check: Json }> }
  ).rules;
  const error = (kind: "rules" | "examples", name: string, pointer: string, detail: string) =>
    (files[kind].get(name) as SpecFile).error({ pointer, detail });
  for (const [name, other] of sharing(normal, ({ when, check }) => digest([when, check])))
    yield error("rules", name, "/check", `the rule ${other} checks the same; remove one`);
  for (const key of ["summary", "message"] as const)
    for (const [name, other] of sharing(rules, (rule) => rule[key].trim()))
      yield error(
        "rules",
        name,
        `/${key}`,
        `is the ${key} of the rule ${other}; say what this one is about`,
      );
  const contentOf = ({ candidate, registry = [], registries = {} }: ExampleSource) =>
    digest([candidate, registry, registries]);
  for (const [name, other] of sharing(examples, contentOf))
    if (other < name)
      yield error(
        "examples",
        name,
        "/candidate",
        `is the candidate of the example ${other}; change it, or remove one`,
      );
  for (const [name, other] of sharing(examples, ({ title }) => title.trim()))
    if (other < name)
      yield error(
        "examples",
        name,
        "/title",
        `is the title of the example ${other}; say what this one shows`,
      );
}

/** Every name whose content another name has too, with the first such name. */
function* sharing<T>(
  named: Readonly<Record<string, T>>,
  contentOf: (value: T) => string,
): Generator<[string, string]> {
  const contents = new Map(Object.entries(named).map(([name, value]) => [name, contentOf(value)]));
  const names = groupBy([...contents.keys()].sort(), (name) => contents.get(name));
  for (const [name, content] of contents) {
    const other = names.get(content)?.find((known) => known !== name);
    if (other !== undefined) yield [name, other];
  }
}

/** Finds checks of a registry that no example has, which therefore find nothing in any example. */
export function* lintRegistries(
  { check, examples }: RuleSource,
  { settings, examples: whole }: SpecSource,
): Generator<Flaw> {
  const known = [whole[settings.base], ...examples].flatMap((example) =>
    Object.keys(example?.registries ?? {}),
  );
  const names = [...new Set(known)];
  for (const [source, pointer] of itemsWithPointers(check, "/check"))
    for (const name of listRegistryNames(source)) {
      if (names.includes(name)) continue;
      const there = names.length === 0 ? "" : `; registries of the examples: ${names.join(", ")}`;
      const otherwise = `add it to "registries" of the base example, or correct the name${there}`;
      const { advice, meant } = adviceOn(name, names, otherwise);
      yield {
        pointer: `${pointer}/${readCheck(source).definition.name}`,
        detail: `no example has a registry ${quote(name)}; ${advice}`,
        meant,
      };
    }
}

/** Finds changes in examples that change nothing. */
export function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Flaw> {
  const base = spec.source.examples[spec.source.settings.base] as ExampleSource;
  for (const [index, example] of rule.examples.entries()) {
    if (example.registry !== undefined && isEqual(example.registry, base.registry ?? []))
      yield {
        pointer: `/examples/${index}/registry`,
        detail: "is that of the base example; change it or remove it",
      };
    if (example.registries !== undefined && isEqual(example.registries, base.registries))
      yield {
        pointer: `/examples/${index}/registries`,
        detail: "are those of the base example; remove them",
      };
    if (!isChanged(example) || example.registry !== undefined || example.registries !== undefined)
      continue;
    const candidate = makeCandidate(spec, example, base);
    if (candidate === undefined) continue;
    if (isEqual(candidate, base.candidate))
      yield {
        pointer: `/examples/${index}`,
        detail: "changes nothing in the base example; correct it",
      };
    else
      for (const { pointer: part, rest } of changesOneByOne(example)) {
        const detail = "changes nothing beside the others; correct it or remove it";
        if (isEqual(candidate, makeCandidate(spec, rest, base)))
          yield { pointer: `/examples/${index}${part}`, detail };
      }
  }
}

/**
 * Each change of an example, and the example without it. `resize` is left out: it may state the
 * size of the base.
 */
function* changesOneByOne(example: RuleExample): Generator<{ pointer: string; rest: RuleExample }> {
  for (const kind of ["set", "rename"] as const) {
    const changes: Readonly<Record<string, Json>> = example[kind] ?? {};
    for (const key of Object.keys(changes)) {
      const { [key]: _, ...others } = changes;
      yield { pointer: joinPointer(`/${kind}`, key), rest: { ...example, [kind]: others } };
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
  if (examples.every(isViolated))
    yield { pointer: "/examples", detail: "no example passes; add one without violations" };
  if (!examples.some(isViolated)) {
    // A draft that was made of a JSON Schema may still lack one.
    const detail = "no example is violated; add one that is";
    yield { pointer: "/examples", detail, ...(isDraft && { isWarning: true as const }) };
  } else if (!examples.some(({ message }) => message !== undefined))
    yield {
      pointer: "/examples",
      detail: 'no example states the message; add "message" to one that is violated',
    };
  const titles = examples.map(({ title }) => title);
  const asksNamed = listRegistryNames(checks).length > 0;
  const asksOwn = checks.some(
    (check) => asksRegistry(check) && listRegistryNames(check).length === 0,
  );
  for (const [index, example] of examples.entries()) {
    const pointer = `/examples/${index}`;
    if (titles.indexOf(example.title) < index)
      yield {
        pointer: `${pointer}/title`,
        detail: "another example has this title; say what this one shows",
      };
    const twin = examples.findIndex((other) => isEqual(readChanges(other), readChanges(example)));
    if (twin < index)
      yield { pointer, detail: `changes the same as ${quote(titles[twin])}; remove one` };
    if (example.registry !== undefined && !asksOwn)
      yield {
        pointer: `${pointer}/registry`,
        detail: "this rule does not look at the registry; remove it",
      };
    if (example.registries !== undefined && !asksNamed)
      yield {
        pointer: `${pointer}/registries`,
        detail: "this rule does not look at other registries; remove them",
      };
  }
}

/** The parts of an example that change the base example, and not what is expected of it. */
function readChanges({
  title,
  violations,
  message,
  severity,
  fix,
  fixed,
  ...changes
}: RuleExample): JsonObject {
  return changes;
}

function isChanged(example: RuleExample): boolean {
  return Object.keys(readChanges(example)).length > 0;
}
