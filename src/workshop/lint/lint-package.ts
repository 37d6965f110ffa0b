import { listRegistryNames } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleExample, RuleSource, SpecSource } from "../../engine/grammar.js";
import { normalForm } from "../../engine/spec-digest.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { digest } from "../../ground/json/digest.js";
import { groupBy } from "../../ground/json/group-by.js";
import { itemsWithPointers, joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { makeCandidate } from "../../specs/example-input.js";
import { listFiles, type PackageFiles, type SpecFile } from "../../specs/spec-file.js";
import { lintScaffold } from "../../specs/unfinished-texts.js";
import { PackageView } from "../view/package-view.js";
import { isChanged, lintRule, UNVIOLATED } from "./lint-rule.js";
import { lintShape } from "./lint-shape.js";
import { lintSpec } from "./lint-spec.js";

/**
 * Finds flaws that a meta-schema cannot describe: logic without effect, words that do not fit, data
 * that nothing uses.
 */
export function lintPackage(spec: CompiledSpec, files: PackageFiles): FileError[] {
  const { source } = spec;
  const view = new PackageView(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, flaws: Iterable<Flaw>) => {
    for (const flaw of flaws) errors.push(file.error(flaw));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, view));
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view, source.settings.status === "draft"));
    add(file, lintChanges(rule, spec));
    add(file, lintRegistries(rule, source));
  }
  errors.push(...lintDuplicates(source, files));
  if (source.settings.status === "released") errors.push(...scaffoldErrors(files));
  return errors;
}

/** Scaffold texts and notes in all files of a package, with which it cannot be released. */
export function scaffoldErrors(files: PackageFiles): FileError[] {
  const refused = refusedWords(files);
  return listFiles(files).flatMap((file) =>
    [...lintScaffold(file.value, refused)].map((flaw) => file.error(flaw)),
  );
}

/**
 * The rules that no example breaks. A draft may have such rules, and a released version may not.
 */
export function unviolatedRules({ source }: CompiledSpec, files: PackageFiles): FileError[] {
  return Object.entries(source.rules).flatMap(([name, { examples }]) =>
    examples.some(({ violations }) => violations !== undefined)
      ? []
      : [(files.rules.get(name) as SpecFile).error(UNVIOLATED)],
  );
}

/**
 * The words that `no-words` checks refuse. A package about such words mentions them without being
 * unfinished.
 */
function refusedWords({ rules, spec }: PackageFiles): ReadonlySet<string> {
  const checks = [...rules.values()].flatMap((file) => [valueAt(file.value, "/check")].flat());
  const lists = checks.map((check) => {
    const list = isObject(check) ? check["no-words"] : undefined;
    return isObject(list) ? valueAt(spec.value, `/data${list.spec}`) : list;
  });
  const words = lists.flatMap((list) => (isObject(list) ? Object.values(list) : [list])).flat();
  return new Set(words.map((word) => String(word).toLowerCase()));
}

/**
 * Finds rules that check the same or have the words of another rule, and examples that repeat
 * another example.
 */
function* lintDuplicates(source: SpecSource, files: PackageFiles): Generator<FileError> {
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
function* lintRegistries(
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
function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Flaw> {
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
