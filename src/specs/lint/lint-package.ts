import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleExample, RuleSource, SpecSource } from "../../engine/grammar.js";
import { normalForm } from "../../engine/normal-form.js";
import { digest } from "../../json/digest.js";
import { join, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json } from "../../json/value.js";
import { candidateOf } from "../example.js";
import type { FileError, Found } from "../file-error.js";
import { filesOf, type PackageFiles } from "../package-files.js";
import type { SpecFile } from "../spec-file.js";
import { isChanged } from "./lint-examples.js";
import { lintLetters } from "./lint-letters.js";
import { lintRule } from "./lint-rule.js";
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
  const lintCheck = sameCheckFinder(source);
  const lintWords = sameWordsFinder(source.rules);
  const lintExample = sameExampleFinder(source.examples);
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view));
    add(file, lintCheck(name));
    add(file, lintWords(name));
    add(file, lintChanges(rule, spec));
  }
  for (const name of Object.keys(source.examples)) add(files.examples.get(name) as SpecFile, lintExample(name));
  for (const file of [files.spec, files.shape, ...files.rules.values()]) add(file, lintLetters(file.value));
  if (source.spec.status === "released") errors.push(...scaffoldErrors(files));
  return errors;
}

/** All that is left of writing a package, which keeps it from being released. */
export function scaffoldErrors(files: PackageFiles): FileError[] {
  const refused = refusedWords(files);
  return filesOf(files).flatMap((file) => [...lintScaffold(file.value, "", refused)].map((found) => file.error(found)));
}

/** The words that rules of the package refuse: these are written to be found, and are no notes. */
function refusedWords({ rules, spec }: PackageFiles): ReadonlySet<string> {
  const lists = [...rules.values()]
    .flatMap((file) => [(file.value as { check?: unknown }).check].flat())
    .map((check) => {
      const list = isObject(check) ? check["no-words"] : undefined;
      return isObject(list) ? valueAt(spec.value, `/data${list.spec}`) : list;
    });
  const words = lists.flatMap((list) => (isObject(list) ? Object.values(list) : [list])).flat();
  return new Set(words.map((word) => String(word).toLowerCase()));
}

/** Finds the first other owner of a value. Comparing all owners with all others would take their number squared. */
function otherOwner(
  values: Iterable<readonly [owner: string, value: string]>,
): (owner: string, value: string) => string | undefined {
  const firstTwo = new Map<string, string[]>();
  for (const [owner, value] of values) {
    const known = firstTwo.get(value) ?? [];
    if (known.length < 2 && !known.includes(owner)) firstTwo.set(value, [...known, owner]);
  }
  return (owner, value) => firstTwo.get(value)?.find((other) => other !== owner);
}

/** Finds rules that check the same, however they are written. */
function sameCheckFinder(source: SpecSource): (name: string) => Iterable<Found> {
  const { rules } = normalForm(source) as unknown as { rules: Record<string, { when: Json; check: Json }> };
  const checked = new Map(Object.entries(rules).map(([name, { when, check }]) => [name, digest([when, check])]));
  const sameCheck = otherOwner(checked);
  return function* (name) {
    const other = sameCheck(name, checked.get(name) as string);
    if (other !== undefined) yield { pointer: "/check", detail: `the rule ${other} checks the same; remove one` };
  };
}

/** Finds words of a rule that are those of another: they say nothing of one of them. */
function sameWordsFinder(rules: Readonly<Record<string, RuleSource>>): (name: string) => Iterable<Found> {
  const keys = ["summary", "message"] as const;
  const wordsOf = (name: string, key: (typeof keys)[number]) => (rules[name] as RuleSource)[key].trim();
  const finders = keys.map((key) => otherOwner(Object.keys(rules).map((name) => [name, wordsOf(name, key)])));
  return function* (name) {
    for (const [at, key] of keys.entries()) {
      const other = finders[at]?.(name, wordsOf(name, key));
      if (other !== undefined)
        yield { pointer: `/${key}`, detail: `is the ${key} of the rule ${other}; say what this one is about` };
    }
  };
}

/** Finds whole examples that show what an earlier one shows. */
function sameExampleFinder(examples: Readonly<Record<string, ExampleSource>>): (name: string) => Iterable<Found> {
  const all = Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const contentOf = ({ candidate, registry = [], registries = {} }: ExampleSource) =>
    digest([candidate, registry, registries]);
  const sameContent = otherOwner(all.map(([name, example]) => [name, contentOf(example)]));
  const sameTitle = otherOwner(all.map(([name, { title }]) => [name, title.trim()]));
  return function* (name) {
    const example = examples[name] as ExampleSource;
    const [content, title] = [sameContent(name, contentOf(example)), sameTitle(name, example.title.trim())];
    if (content !== undefined && content < name)
      yield { pointer: "/candidate", detail: `is the candidate of the example ${content}; change it, or remove one` };
    if (title !== undefined && title < name)
      yield { pointer: "/title", detail: `is the title of the example ${title}; say what this one shows` };
  };
}

/** An example that says that it changes something, and does not. */
function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Found> {
  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  for (const [at, example] of rule.examples.entries()) {
    if (example.registry !== undefined && equal(example.registry, base.registry ?? []))
      yield { pointer: `/examples/${at}/registry`, detail: "is that of the base example; change it or remove it" };
    if (!isChanged(example) || example.registry !== undefined || example.registries !== undefined) continue;
    const candidate = candidateOf(spec, example, base);
    if (candidate === undefined) continue;
    if (equal(candidate, base.candidate))
      yield { pointer: `/examples/${at}`, detail: "changes nothing in the base example; correct it" };
    else
      for (const { pointer, rest } of partsOf(example)) {
        if (equal(candidate, candidateOf(spec, rest, base)))
          yield {
            pointer: `/examples/${at}${pointer}`,
            detail: "changes nothing beside the others; correct it or remove it",
          };
      }
  }
}

/** Each change of an example, and the example without it. The size of arrays may well be what the base has. */
function* partsOf(example: RuleExample): Generator<{ pointer: string; rest: RuleExample }> {
  for (const kind of ["set", "rename"] as const) {
    const changes: Readonly<Record<string, Json>> = example[kind] ?? {};
    for (const key of Object.keys(changes)) {
      const { [key]: _, ...others } = changes;
      yield { pointer: join(`/${kind}`, key), rest: { ...example, [kind]: others } };
    }
  }
}

/** Words that `rules new` writes, for the maintainer to replace. */
export const SCAFFOLD = {
  title: "A title for people",
  description: "What is proposed here, in a sentence for authors.",
  rationale: "Why that matters: authors read it when they ask what went wrong.",
  example: "say what it shows",
} as const;

const PROSE = /\/(title|summary|rationale|message|description)$/;
const NOTE = /\b(TODO|FIXME|TBD|XXX)\b|lorem ipsum/i;

/** What is left of writing a package must not be released. */
export function* lintScaffold(
  value: unknown,
  pointer = "",
  refused: ReadonlySet<string> = new Set(),
): Generator<Found> {
  if (typeof value === "string" && Object.values(SCAFFOLD).includes(value as never))
    yield { pointer, detail: "is still the text of a new package; write your own" };
  // A rule may well be about such notes: only what people read is looked at.
  const note = typeof value === "string" && PROSE.test(pointer) ? NOTE.exec(value)?.[0] : undefined;
  if (note !== undefined && !refused.has(note.toLowerCase()))
    yield { pointer, detail: `has the note "${note}" to its writer; finish it before it is released` };
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, below] of Object.entries(value)) yield* lintScaffold(below, join(pointer, key), refused);
}
